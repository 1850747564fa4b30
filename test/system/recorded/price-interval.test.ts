import { expect, it } from "vitest";
import { priceTicker } from "../../../build/crypto/market/aggregate/ticker-price.ts";
import { priceCoin } from "../../../build/crypto/market/price/coin-price.ts";
import { reportCalibration, summarise } from "../calibration/report.ts";
import { samples } from "./samples.ts";
import { RECORDED_AT_MS, RECORDED_VENUES, readTickers } from "./simultaneous-venues.ts";

const COINS = ["BTC", "ETH", "SOL"];

/** Three coins on seven venues: too few for a share, enough to find a formula that is far off. */
it.skipIf(!samples.available)(
  "the interval of six recorded venues holds the price of the seventh (skipped without the bodies)",
  () => {
    const results = COINS.flatMap((base) => {
      const tickers = RECORDED_VENUES.flatMap((venue) => {
        const { source, quoteUsd } = venue;
        const { trust } = source.venue!;
        return readTickers(base, venue).map((ticker) =>
          priceTicker(
            { venue: source.id, trust, ticker, quoteUsd, quoteUsd24hAgo: null, units: 1, excluded: null },
            RECORDED_AT_MS,
          ),
        );
      });
      return tickers.map((left) => {
        const others = tickers.filter((ticker) => ticker !== left);
        const { price, evidence } = priceCoin({ tickers: others, previous: null, now: RECORDED_AT_MS });
        const { low, high } = evidence.interval!;
        const inside = left.priceUsd! >= low && left.priceUsd! <= high;
        return { inside, half: high / price! - 1 };
      });
    });
    const row = summarise("BTC, ETH and SOL", results);
    expect(row.left_out).toBe(21);
    expect(row.inside_percentage).toBeGreaterThanOrEqual(90);
    const about = "Seven exchanges recorded within three minutes on 2026-09-27";
    reportCalibration({ name: "recorded", about, rows: [row] });
  },
);

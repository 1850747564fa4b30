import { z } from "zod";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { acceptCandles, type CandleFeed, defineCandleFeed } from "../kit/candle-feed.ts";
import { findCodeAndMessage } from "../kit/error-body.ts";
import { amount, mapRows, numeric, positive, rows } from "../kit/schema.ts";

const API = "https://data-api.binance.vision/api/v3";

/** `[start, open, high, low, close, base volume, end, quote volume, …]`, oldest first. */
const Row = z
  .tuple([numeric, z.unknown(), z.unknown(), z.unknown(), positive, amount, z.unknown(), amount])
  .rest(z.unknown());

const defineCandles = (intervalMs: number): CandleFeed =>
  defineCandleFeed({
    source: "binance",
    intervalMs,
    maxPerCall: 1_000,
    maxBytes: 4_000_000,
    request(market, fromMs, toMs) {
      const book = `symbol=${encodeURIComponent(market)}&interval=${intervalMs === DAY_MS ? "1d" : "1h"}`;
      return { url: `${API}/klines?${book}&startTime=${fromMs}&endTime=${toMs - 1}&limit=1000` };
    },
    findError: findCodeAndMessage,
    schema: rows(Row),
    normalise: (body, context) =>
      acceptCandles(
        mapRows(body, ([timeMs, , , , close, baseVolume, , quoteVolume]) => ({
          timeMs,
          close,
          baseVolume,
          quoteVolume,
        })),
        intervalMs,
        context,
      ),
  });

export const binanceCandles: readonly CandleFeed[] = [HOUR_MS, DAY_MS].map(defineCandles);

import { z } from "zod";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { acceptCandles, type CandleFeed, defineCandleFeed } from "../kit/candle-feed.ts";
import { findErrorText } from "../kit/error-body.ts";
import { amount, mapRows, numeric, positive, rows } from "../kit/schema.ts";

/** `[seconds, low, high, open, close, base volume]`, newest first, only intervals with trades. */
const Row = z.tuple([numeric, z.unknown(), z.unknown(), z.unknown(), positive, amount]).rest(z.unknown());

const defineCandles = (intervalMs: number): CandleFeed =>
  defineCandleFeed({
    source: "coinbase",
    intervalMs,
    maxPerCall: 300,
    maxBytes: 1_000_000,
    request(market, fromMs, toMs) {
      // Both ends are included, and one candle more than the maximum is refused.
      const range = `start=${new Date(fromMs).toISOString()}&end=${new Date(toMs - intervalMs).toISOString()}`;
      const path = `products/${encodeURIComponent(market)}/candles`;
      return { url: `https://api.exchange.coinbase.com/${path}?granularity=${intervalMs / SECOND_MS}&${range}` };
    },
    findError: findErrorText,
    schema: rows(Row),
    normalise: (body, context) =>
      acceptCandles(
        mapRows(body, ([seconds, , , , close, baseVolume]) => ({
          timeMs: seconds * SECOND_MS,
          close,
          baseVolume,
          quoteVolume: null,
        })),
        intervalMs,
        context,
      ),
  });

export const coinbaseCandles: readonly CandleFeed[] = [HOUR_MS, DAY_MS].map(defineCandles);

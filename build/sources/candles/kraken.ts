import { z } from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import { acceptCandles, type CandleFeed, defineCandleFeed } from "../kit/candle-feed.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, mapRows, numeric, positive, rows } from "../kit/schema.ts";

/** The codes that the classic name of a pair has in place of the public ones. */
const CLASSIC: Readonly<Record<string, string>> = { BTC: "XBT", DOGE: "XDG" };

/** `[seconds, open, high, low, close, average, base volume, trades]`, oldest first. */
const Row = z.tuple([numeric, z.unknown(), z.unknown(), z.unknown(), positive, z.unknown(), amount]).rest(z.unknown());

/** One pair under a name of Kraken's choice, beside `last`, the cursor of the next call. */
const Result = z
  .record(z.string(), z.unknown())
  .transform((result): unknown => Object.entries(result).find(([key]) => key !== "last")?.[1])
  .pipe(rows(Row));

const defineCandles = (intervalMs: number): CandleFeed =>
  defineCandleFeed({
    source: "kraken",
    intervalMs,
    maxPerCall: 720,
    // The newest 720 intervals at most, one of them still open.
    reach: 719,
    maxBytes: 2_000_000,
    request(market, fromMs) {
      const pair = market.split("/").map((code) => CLASSIC[code] ?? code);
      const since = Math.floor(fromMs / SECOND_MS) - 1;
      const query = `pair=${encodeURIComponent(pair.join(""))}&interval=${intervalMs / MINUTE_MS}&since=${since}`;
      return { url: `https://api.kraken.com/0/public/OHLC?${query}` };
    },
    findError(body) {
      const errors = findField(body, "error");
      return Array.isArray(errors) && errors.length > 0 ? describeErrorBody(...errors) : undefined;
    },
    schema: z.object({ result: Result }),
    normalise: ({ result }, context) =>
      acceptCandles(
        mapRows(result, ([seconds, , , , close, , baseVolume]) => ({
          timeMs: seconds * SECOND_MS,
          close,
          baseVolume,
          quoteVolume: null,
        })),
        intervalMs,
        context,
      ),
  });

export const krakenCandles: readonly CandleFeed[] = [HOUR_MS, DAY_MS].map(defineCandles);

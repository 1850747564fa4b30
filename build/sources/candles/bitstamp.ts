import { z } from "zod";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { acceptCandles, type CandleFeed, defineCandleFeed } from "../kit/candle-feed.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, mapRows, numeric, positive, rows } from "../kit/schema.ts";

/** An interval without a trade repeats the close of the one before with a volume of zero. */
const Row = z.object({ timestamp: numeric, close: positive, volume: amount });

const defineCandles = (intervalMs: number): CandleFeed =>
  defineCandleFeed({
    source: "bitstamp",
    intervalMs,
    maxPerCall: 1_000,
    maxBytes: 4_000_000,
    request(market, fromMs, toMs) {
      const pair = encodeURIComponent(market.replace("/", "").toLowerCase());
      const range = `start=${fromMs / SECOND_MS}&end=${(toMs - intervalMs) / SECOND_MS}&limit=1000`;
      return { url: `https://www.bitstamp.net/api/v2/ohlc/${pair}/?step=${intervalMs / SECOND_MS}&${range}` };
    },
    findError(body) {
      const [code, reason] = [findField(body, "code"), findField(body, "reason") ?? findField(body, "errors")];
      return reason === undefined ? undefined : describeErrorBody(code, reason);
    },
    schema: z.object({ data: z.object({ ohlc: rows(Row) }) }),
    normalise: ({ data }, context) =>
      acceptCandles(
        mapRows(data.ohlc, ({ timestamp, close, volume }) => ({
          timeMs: timestamp * SECOND_MS,
          close,
          baseVolume: volume,
          quoteVolume: null,
        })),
        intervalMs,
        context,
      ),
  });

export const bitstampCandles: readonly CandleFeed[] = [HOUR_MS, DAY_MS].map(defineCandles);

import { z } from "zod";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { acceptCandles, type CandleFeed, defineCandleFeed } from "../kit/candle-feed.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, mapRows, numeric, positive, rows } from "../kit/schema.ts";

const API = "https://www.okx.com/api/v5/market";

/** `[start, open, high, low, close, base volume, quote volume, …, confirmed]`, newest first. */
const Row = z
  .tuple([numeric, z.unknown(), z.unknown(), z.unknown(), positive, amount, amount, z.unknown(), z.string()])
  .rest(z.unknown());

const defineCandles = (intervalMs: number): CandleFeed =>
  defineCandleFeed({
    source: "okx",
    intervalMs,
    maxPerCall: 300,
    maxBytes: 1_000_000,
    request(market, fromMs, toMs) {
      // A plain `1D` begins at 16:00 UTC. `after` means older than, `before` newer than, exclusive.
      const bar = intervalMs === DAY_MS ? "1Dutc" : "1H";
      const range = `after=${toMs}&before=${fromMs - 1}&limit=300`;
      return { url: `${API}/history-candles?instId=${encodeURIComponent(market)}&bar=${bar}&${range}` };
    },
    findError(body) {
      const code = findField(body, "code");
      return code === undefined || code === "0" ? undefined : describeErrorBody(code, findField(body, "msg"));
    },
    schema: z.object({ code: z.literal("0"), data: rows(Row) }),
    normalise: ({ data }, context) =>
      acceptCandles(
        mapRows(data, ([timeMs, , , , close, baseVolume, quoteVolume, , confirmed]) =>
          confirmed === "0" ? undefined : { timeMs, close, baseVolume, quoteVolume },
        ),
        intervalMs,
        context,
      ),
  });

export const okxCandles: readonly CandleFeed[] = [HOUR_MS, DAY_MS].map(defineCandles);

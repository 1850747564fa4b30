import { z } from "zod";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { acceptCandles, type CandleFeed, defineCandleFeed } from "../kit/candle-feed.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, mapRows, numeric, positive, rows } from "../kit/schema.ts";

const API = "https://api.kucoin.com/api/v1/market";

/** `[seconds, open, close, high, low, base volume, quote volume]`, newest first. */
const Row = z.tuple([numeric, z.unknown(), positive, z.unknown(), z.unknown(), amount, amount]).rest(z.unknown());

const defineCandles = (intervalMs: number): CandleFeed =>
  defineCandleFeed({
    source: "kucoin",
    intervalMs,
    maxPerCall: 1_500,
    maxBytes: 4_000_000,
    request(market, fromMs, toMs) {
      const book = `symbol=${encodeURIComponent(market)}&type=${intervalMs === DAY_MS ? "1day" : "1hour"}`;
      return { url: `${API}/candles?${book}&startAt=${fromMs / SECOND_MS}&endAt=${toMs / SECOND_MS}` };
    },
    findError(body) {
      const code = findField(body, "code");
      return code === undefined || code === "200000" ? undefined : describeErrorBody(code, findField(body, "msg"));
    },
    schema: z.object({ code: z.literal("200000"), data: rows(Row) }),
    normalise: ({ data }, context) =>
      acceptCandles(
        mapRows(data, ([seconds, , close, , , baseVolume, quoteVolume]) => ({
          timeMs: seconds * SECOND_MS,
          close,
          baseVolume,
          quoteVolume,
        })),
        intervalMs,
        context,
      ),
  });

export const kucoinCandles: readonly CandleFeed[] = [HOUR_MS, DAY_MS].map(defineCandles);

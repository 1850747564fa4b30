import { z } from "zod";
import { DAY_MS, renderTime } from "../../../lib/time.ts";
import { ADVICE, coinInput, commonOutput, currencyInput, defineTool, nameCoinPath, pickCommon } from "../tool.ts";
import { cutName, sayAge, sayAmount } from "../words.ts";

const MAX_TIME = 64;
const TIME_RULE =
  "must be a time such as 2026-09-01T12:34Z, a date such as 2026-09-01, or unix seconds or milliseconds";

/** A century: more is no answer of a site. */
const MAX_SECONDS = (100 * 366 * DAY_MS) / 1_000;

const Moment = z.object({
  id: z.string().describe("Unique id of the coin"),
  symbol: z.string().describe("Ticker symbol, upper-case"),
  price: z.number().describe("Price of one coin, in the currency"),
  time: z.iso.datetime().describe("Since when the price counts, ISO 8601 UTC; at or before the requested time"),
  resolution: z.enum(["5m", "1h", "1d"]).describe("Step of the series that the price is from"),
  distance_seconds: z
    .number()
    .min(0)
    .max(MAX_SECONDS)
    .describe("Seconds from the time of the price to the requested time"),
  price_source: z.string().describe("aggregated for a price of this project, otherwise the id of its source"),
});

export const priceAt = defineTool({
  name: "price_at",
  title: "Price at a time",
  description:
    "The newest known price of one coin at or before a time, from the finest published series that has one: never " +
    "interpolated, never from the future. The price of an hour or of a closed day counts from its end. Without a " +
    "price near the time: an error that names the nearest known times.",
  input: z.strictObject({
    coin: coinInput,
    time: z
      .union([z.string().trim().min(1).max(MAX_TIME), z.number()], TIME_RULE)
      .describe("ISO 8601 with Z or an offset, a date (00:00 UTC), or unix seconds or milliseconds"),
    currency: currencyInput,
  }),
  output: z.strictObject({ ...Moment.shape, ...commonOutput }),
  async answer(site, { coin, time, currency }) {
    const search = new URLSearchParams({ time: String(time) });
    const path = nameCoinPath(coin, `/at?${search}`, currency);
    const read = await site.ask(path, Moment, { ifMissing: ADVICE.moment });
    const common = pickCommon(read, currency);
    const { data } = read;
    const sinceMs = Date.parse(data.time);
    const asked = renderTime(sinceMs + data.distance_seconds * 1_000);
    const source = cutName(data.price_source);
    const text =
      `${cutName(data.symbol)} at ${asked}: ${sayAmount(data.price, common.currency)}, known since ${renderTime(sinceMs)} ` +
      `(${data.distance_seconds} seconds before), from the series in steps of ${data.resolution}. Source of the ` +
      `price: ${source}. ${sayAge(read)}`;
    return { values: { ...data, ...common }, text };
  },
});

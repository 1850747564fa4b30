import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { CurrencyMeta } from "../../../kit/api/schema.ts";
import { renderTime } from "../../../lib/time.ts";
import { defineConverted } from "../derived/define-converted.ts";
import { MOMENT_ALLOWED, MOMENT_PATTERN } from "../moments/parse-moment.ts";
import { symbol } from "./coin-history.ts";

export const coinAt = defineConverted({
  id: "coin-at",
  path: "/coins/{symbol}/at",
  docs: {
    tag: "history",
    title: "Price at a time",
    description:
      "The price of a coin at a moment: the newest known one at or before it. Prices come from 5-minute points " +
      "within the last day, then from closed hours (those of `hours/{year}` too), then from closed days. They are " +
      "never interpolated and never from the future: the price of an hour or a closed day counts from the end of " +
      "that hour or day, and the newest price from when it was observed. A date is its first moment, 00:00 UTC; " +
      "`/prices/{date}` has the prices at the end of a day. Where the newest known price is older than two steps of " +
      "its series (two hours for 5-minute points), the answer is 404, with the nearest known times. Only hosts with the " +
      "handler, and `client.js`, answer it. Without " +
      "them, read the hourly points of `history/30d`, the hours of `hours/{year}` (of the 100 largest coins), the " +
      "prices of a day, or the closed days of `history/all`, and take the last one that ended before the moment.",
  },
  parameters: {
    symbol,
    time: {
      in: "query",
      type: "string",
      description: "The moment: ISO 8601 with its zone, unix seconds or milliseconds, or a date (00:00 UTC).",
      example: "2026-09-01T12:34Z",
      required: true,
      pattern: MOMENT_PATTERN,
      allowed: MOMENT_ALLOWED,
    },
  },
  kinds: ["ticker", "coin"],
  body: envelope(
    schema.object("The price of a coin at a time", {
      id: schema.text("Unique id of the coin"),
      symbol: schema.text("Ticker symbol, upper-case"),
      price: schema.number("Price of one coin, in meta.currency"),
      time: schema.time(
        "Since when the price counts: the end of its 5 minutes, hour or day, or when the newest price was observed",
      ),
      resolution: z
        .enum(["5m", "1h", "1d"])
        .describe("The series that the price is from: points of 5 minutes, hours or days"),
      distance_seconds: schema.count("Seconds from `time` to the requested moment"),
      price_source: schema.text("`aggregated` for a price of this project, otherwise the id of its source"),
    }),
    { currency: CurrencyMeta, requested_time: schema.time("The moment as it was read") },
  ),
  variants: () => [],
  example({ market }) {
    const coin = market.coins.find(({ price }) => price !== null);
    return coin && { symbol: coin.key, time: renderTime(market.asOfMs) };
  },
});

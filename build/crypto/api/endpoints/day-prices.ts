import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { CurrencyMeta } from "../../../kit/api/schema.ts";
import { renderDay } from "../../../lib/time.ts";
import { defineConverted } from "../derived/define-converted.ts";
import { describeMonth, FinalMeta } from "./month-prices.ts";

/** Days with a file of their own. The months have the days before them too. */
const STORED_DAYS = 400;

export const dayPrices = defineConverted({
  id: "day-prices",
  path: "/prices/{date}",
  docs: {
    tag: "history",
    title: "Prices of a day",
    description:
      "The price of every coin at the end of a closed UTC day: one request values a portfolio on that day. The " +
      "last 400 days have files. Hosts with the handler, and `client.js`, answer every day from the file of its " +
      "month, and pick the coins in `symbols`.",
  },
  tree: "days",
  parameters: {
    date: {
      in: "path",
      type: "string",
      description: "A closed UTC day, `yyyy-mm-dd`.",
      noun: "day",
      example: "2026-09-01",
      required: true,
    },
    symbols: {
      in: "query",
      type: "list",
      description:
        "Symbols or ids of the coins, which mean the same coins as in `/coins/{symbol}`. A former coin has its id. " +
        "Without it: all coins.",
      example: "btc,eth",
      maxItems: 250,
      lookup: true,
    },
  },
  kinds: ["ticker", "coin"],
  body: envelope(
    schema.object("The prices of a day", {
      date: schema.day("The closed UTC day"),
      coins: z
        .record(z.string(), schema.number("Price of one coin at the end of the day, in meta.currency"))
        .describe("The price of each coin with a price on that day, by id"),
    }),
    {
      currency: CurrencyMeta,
      final: FinalMeta,
      symbols: z
        .array(schema.text("Key in data.coins"))
        .nullable()
        .describe("The coins as they were picked, by id; null for all coins"),
      missing: z.array(schema.text("A symbol or id")).describe("Members of `symbols` without a price on that day"),
    },
  ),
  *variants({ history }): Iterable<Params> {
    for (const time of (history.days?.times ?? []).slice(-STORED_DAYS).reverse()) yield { date: renderDay(time) };
  },
  inputs(world, { date }) {
    const month = describeMonth(world, String(date).slice(0, 7));
    return month === undefined ? undefined : JSON.stringify([date, month]);
  },
});

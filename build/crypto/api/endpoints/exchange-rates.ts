import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import type { DatasetStatus, Market } from "../../market/model/market.ts";
import { defineSingle } from "../define-endpoint.ts";
import { CHANGED_RATES } from "../quote/fixing.ts";

const ExchangeRates = schema.object("Exchange rates", {
  base: z.literal("USD").describe("The base currency"),
  date: schema.day(
    "The day of the rates: of the central bank's, where these are at most a week older than the newest of all",
  ),
  rates: z
    .record(z.string().regex(/^[A-Z]{3}$/), z.number().positive().describe("Units for one US dollar"))
    .describe("Units of each currency for one US dollar, by ISO 4217 code"),
});

export type ExchangeRates = z.infer<typeof ExchangeRates>;

export const exchangeRates = defineSingle({
  id: "exchange-rates",
  path: "/exchange-rates",
  docs: {
    tag: "prices",
    title: "Exchange rates",
    description: `Fiat exchange rates with the US dollar as base. Crypto prices are never among them. ${CHANGED_RATES}`,
  },
  kinds: ["rate"],
  body: envelope(ExchangeRates),
  from: ({ market }) => market.exchangeRates,
  compute({ date, rates, observedAtMs }, { market }) {
    // Other rates are newer, but the date expires when this source has its next value.
    const dataset = findRatesDataset(market);
    const timing = dataset && { cadenceMs: dataset.cadenceMs, dueAtMs: dataset.dueAtMs };
    return { data: { base: "USD", date, rates }, observedAtMs, ...timing };
  },
});

/** The dataset that dates the rates: that of their main source. `undefined` without rates. */
export function findRatesDataset({ exchangeRates, datasets }: Market): DatasetStatus | undefined {
  return datasets.find(({ kind, source }) => kind === "rate" && source === exchangeRates?.source);
}

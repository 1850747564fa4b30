import type { Endpoint, World } from "../../endpoints/endpoint.ts";
import type { ExchangeRates } from "../../endpoints/exchange-rates.ts";
import { computeDataPage, type DataPage } from "./data-page.ts";
import { expectRates } from "./next-rates.ts";

export type ExchangeRatesPage = DataPage<ExchangeRates>;

/** Where one of them is among the sources, the day of the rates is a central bank's. */
const CENTRAL_BANK: readonly string[] = ["ecb", "frankfurter"];

export function computeExchangeRatesPage(endpoints: readonly Endpoint[], world: World): ExchangeRatesPage | null {
  const page = computeDataPage<ExchangeRates>(endpoints, world, { id: "exchange-rates", datasets: ["exchange-rates"] });
  if (page === null) return null;
  const isCentral = world.market.datasets.some(({ kind, source }) => kind === "rate" && CENTRAL_BANK.includes(source));
  if (!isCentral) return page;
  return { ...page, freshness: { ...page.freshness, ...expectRates(page.data.date) } };
}

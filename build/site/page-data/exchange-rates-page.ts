import type { Endpoint, World } from "../../endpoints/endpoint.ts";
import type { ExchangeRates } from "../../endpoints/exchange-rates.ts";
import { computeDataPage, type DataPage } from "./data-page.ts";

export type ExchangeRatesPage = DataPage<ExchangeRates>;

export function computeExchangeRatesPage(endpoints: readonly Endpoint[], world: World): ExchangeRatesPage | null {
  return computeDataPage<ExchangeRates>(endpoints, world, { id: "exchange-rates", datasets: ["exchange-rates"] });
}

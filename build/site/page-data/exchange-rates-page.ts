import type { Endpoint, World } from "../../api/endpoint.ts";
import { type ExchangeRates, findRatesDataset } from "../../api/endpoints/exchange-rates.ts";
import { renderTime } from "../../lib/time.ts";
import { computeDataPage, type DataPage } from "./data-page.ts";

export type ExchangeRatesPage = DataPage<ExchangeRates>;

export function computeExchangeRatesPage(endpoints: readonly Endpoint[], world: World): ExchangeRatesPage | null {
  const page = computeDataPage<ExchangeRates>(endpoints, world, { id: "exchange-rates", datasets: ["exchange-rates"] });
  const dataset = findRatesDataset(world.market);
  if (page === null || dataset === undefined) return page;
  return { ...page, freshness: { ...page.freshness, next_at: renderTime(dataset.dueAtMs) } };
}

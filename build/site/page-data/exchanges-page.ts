import type { Endpoint, World } from "../../api/endpoint.ts";
import type { ExchangeRow } from "../../api/endpoints/exchanges.ts";
import { computeDataPage, type DataPage } from "./data-page.ts";
import type { PageVenue } from "./worked-example.ts";

export interface ExchangesPage extends DataPage<readonly ExchangeRow[]> {
  /** The exchanges that the build polls, by id. */
  polled: Readonly<Record<string, PolledExchange>>;
  /** Names of the sources of the statistics, by id. */
  sources: Readonly<Record<string, string>>;
  /** Total of the known volumes in USD. */
  volumeUsd: number | null;
  /** Markets of the polled exchanges. */
  books: number;
}

export interface PolledExchange {
  /** 0 to 1; `null` if the input has no venues. */
  trust: number | null;
  license: string;
  terms_url: string;
}

export function computeExchangesPage(
  endpoints: readonly Endpoint[],
  world: World,
  venues: readonly PageVenue[],
): ExchangesPage | null {
  const page = computeDataPage<ExchangeRow[]>(endpoints, world, { id: "exchanges", datasets: ["exchanges-latest"] });
  if (page === null) return null;
  const reports = new Map(world.run.sources.map((source) => [source.id, source]));
  const polled = page.data.flatMap(({ id }): [string, PolledExchange][] => {
    const report = reports.get(id);
    if (report === undefined || report.status === "off") return [];
    const trust = venues.find((venue) => venue.id === id)?.trust ?? null;
    return [[id, { trust, license: report.license, terms_url: report.termsUrl }]];
  });
  const volumes = page.data.flatMap(({ volume_24h_usd: volume }) => volume ?? []);
  const origins = new Set(page.data.map(({ statistics_source: source }) => source));
  return {
    ...page,
    polled: Object.fromEntries(polled),
    sources: Object.fromEntries([...origins].map((id) => [id, reports.get(id)?.name ?? id])),
    volumeUsd: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
    books: page.data.reduce((sum, { markets }) => sum + markets, 0),
  };
}

import type { Endpoint, World } from "../../api/endpoint.ts";
import { listErrorTexts } from "../../api/errors.ts";
import type { Host } from "../../hosts/host.ts";
import type { SiteOptions } from "../site-options.ts";
import { computeApiPage } from "./api-page.ts";
import { computeArchivesPage } from "./archives-page.ts";
import { computeBenchPage } from "./bench-page.ts";
import { listChangelog } from "./changelog-page.ts";
import { listCoinPages } from "./coin-page.ts";
import { computeDefiPage } from "./defi-page.ts";
import { computeExchangeRatesPage } from "./exchange-rates-page.ts";
import { computeExchangesPage } from "./exchanges-page.ts";
import { computeFearGreedPage } from "./fear-greed-page.ts";
import type { ForkPage } from "./fork-page.ts";
import { computeHomePage } from "./home-page.ts";
import { computeHostPage } from "./host-page.ts";
import { computeLimitsPage, type LimitsInput } from "./limits-page.ts";
import { computeMarketPage } from "./market-page.ts";
import { computeMethodologyPage } from "./methodology-page.ts";
import { computeNewsPage } from "./news-page.ts";
import type { PageData } from "./page-data.ts";
import { computeReliabilityPage } from "./reliability-page.ts";
import { computeSiteFacts } from "./site-facts.ts";
import { computeSourcesPage } from "./sources-page.ts";
import { computeStatusPage } from "./status-page.ts";
import type { PageVenue } from "./worked-example.ts";

export interface PageInput {
  endpoints: readonly Endpoint[];
  /** With its archives. */
  world: World;
  /** Every host that the documentation describes. */
  hosts: readonly Host[];
  options: SiteOptions;
  /** Ids of the hosts that the workflow of a fork publishes to by itself. */
  deployable?: readonly string[];
  /** What a copy of the project can change; absent where nobody passes it, which leaves the table out. */
  settings?: ForkPage["settings"];
  /** What the site comes to over time; absent where nobody passes it, which leaves the tables out. */
  limits?: LimitsInput;
  /** Exchanges whose books are aggregated; absent where nobody passes them, which leaves their trust out. */
  venues?: readonly PageVenue[];
}

/** World → what the templates read. Pure: the same world gives the same pages. */
export function computePageData({
  endpoints,
  world,
  hosts,
  options,
  deployable = [],
  settings = [],
  limits,
  venues = [],
}: PageInput): PageData {
  const site = computeSiteFacts(endpoints, world, options);
  const off = new Set(world.run.sources.flatMap(({ id, status }) => (status === "off" ? id : [])));
  const voting = venues.filter(({ id }) => !off.has(id));
  const exampleOf = (id: string) => site.endpoints.find((endpoint) => endpoint.id === id)?.example ?? null;
  return {
    site,
    home: computeHomePage(endpoints, world),
    market: computeMarketPage(endpoints, world),
    coins: listCoinPages(endpoints, world),
    exchanges: computeExchangesPage(endpoints, world, voting),
    defi: computeDefiPage(endpoints, world),
    news: computeNewsPage(endpoints, world),
    fearGreed: computeFearGreedPage(endpoints, world),
    exchangeRates: computeExchangeRatesPage(endpoints, world),
    hosts: hosts.map((host) => computeHostPage(host, deployable.includes(host.id))),
    fork: { settings },
    limits: limits === undefined ? null : computeLimitsPage(limits),
    errors: listErrorTexts(),
    archives: computeArchivesPage(endpoints, world),
    bench: computeBenchPage(),
    changelog: listChangelog(),
    api: computeApiPage(endpoints, world),
    methodology: computeMethodologyPage(world, voting),
    reliability: computeReliabilityPage(),
    status: computeStatusPage(endpoints, world, exampleOf),
    sources: computeSourcesPage(world),
  };
}

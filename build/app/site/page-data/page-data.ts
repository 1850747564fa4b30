import { listErrorTexts } from "../../../crypto/api/errors.ts";
import { layout } from "../../../crypto/api/layout.ts";
import { CORRECTED_DATASETS } from "../../../crypto/corrections/corrected-datasets.ts";
import { KEPT_PER_YEAR } from "../../../crypto/corrections/correction-log.ts";
import { HOURLY_KEPT_MS } from "../../../crypto/history/kept-hours.ts";
import { DENSE_KEPT_MS, SAMPLES_KEPT_MS } from "../../../crypto/history/retain.ts";
import { METHODOLOGY_VERSION } from "../../../crypto/market/rules/methodology-version.ts";
import { buildErrorBody, NO_SUCH_FILE } from "../../../kit/api/error-body.ts";
import type { Host } from "../../../kit/hosts/host.ts";
import { COPY_RELEASE, FIRST_RELEASE, listPlainServers, SWITCH_RELEASE } from "../../../kit/hosts/plain-servers.ts";
import type { DeploymentNeeds } from "../../../kit/publish/deploy-command.ts";
import type { PreviousAnswers } from "../../../kit/render/responses.ts";
import { oncePer } from "../../../lib/once-per.ts";
import { tools } from "../../mcp/tools/registry.ts";
import { computeApiPage } from "./api-page.ts";
import { computeArchivesPage } from "./archives-page.ts";
import { computeBenchPage } from "./bench-page.ts";
import { computeChangelogPage } from "./changelog.ts";
import { type CoinPagesInput, listCoins } from "./coin-page.ts";
import { type Built, findExample, shareAnswers } from "./data-page.ts";
import { computeDefiPage, computeExchangeRatesPage, computeExchangesPage, computeNewsPage } from "./dataset-pages.ts";
import { computeEnginesPage } from "./engines.ts";
import { listExchangePages } from "./exchange-pages.ts";
import { listGlobalPages } from "./global-pages.ts";
import { computeHomePage, computeMarketPage } from "./home-page.ts";
import { computeHostPage } from "./host-page.ts";
import { computeLimitsPage, type LimitsInput } from "./limits-page.ts";
import { computeMethodologyPage } from "./methodology-page.ts";
import { computeMoversPages } from "./movers-page.ts";
import { computeQuickStartPage } from "./quick-start-page.ts";
import { computeRecipePages } from "./recipes.ts";
import { computeSiteFacts, type SiteOptions } from "./site-facts.ts";
import { computeSourcesPage } from "./sources-page.ts";
import { computeSqlPage } from "./sql-page.ts";
import { computeReliabilityPage, computeStatusPage } from "./status-page.ts";
import { computeStoresPage } from "./stores-page.ts";
import type { PageVenue } from "./worked-example.ts";

/** A published file below `/api` that is not the answer of an endpoint. */
export interface PageDocument {
  path: string;
  title: string;
  mediaType: string;
}

export interface PageInput extends CoinPagesInput {
  /** What the last build left. Absent: everything is rendered. */
  previous?: PreviousAnswers | undefined;
  /** Absent: no page lists them. */
  documents?: readonly PageDocument[];
  /** The hosts in the documentation. */
  hosts: readonly Host[];
  /** The hosts that the site is built for. Absent: unknown. */
  builtFor?: readonly Host[];
  options: SiteOptions;
  /** What the workflow of a fork needs, by the id of each host that it can publish to. */
  deployable?: Readonly<Record<string, DeploymentNeeds>>;
  /** The settings of a fork, in the order of the configuration. */
  settings?: readonly { name: string; value: string; about: string }[];
  /** Size and requests over time. Absent: no tables. */
  limits?: LimitsInput;
  /** The aggregated exchanges. Absent: pages show no trust scores. */
  venues?: readonly PageVenue[];
}

/** Everything that the templates read. */
export type PageData = ReturnType<typeof computePageData>;

/** Few pages read them, and they are most of the work. */
const readApiPage = oncePer(computeApiPage);
const readStatusPage = oncePer(computeStatusPage);

/** World → the data of the templates. Pure. */
export function computePageData(input: PageInput) {
  const {
    world,
    hosts,
    options,
    deployable = {},
    settings = [],
    limits,
    venues = [],
    documents = [],
    builtFor = [],
  } = input;
  const site = computeSiteFacts(input, options);
  const off = new Set(world.run.sources.flatMap(({ id, status }) => (status === "off" ? id : [])));
  const voting = venues.filter(({ id }) => !off.has(id));
  return {
    site,
    tools: tools.map(({ name, description, input }) => ({ name, description, fields: Object.keys(input.shape) })),
    documents: documents.map(({ path, ...document }) => ({ ...document, path: `api/${path}` })),
    answer: shareAnswers(input),
    home: computeHomePage(input),
    market: computeMarketPage(input),
    movers: computeMoversPages(input),
    coins: listCoins(world),
    exchanges: computeExchangesPage(input, voting),
    globalPages: listGlobalPages(input),
    exchangePages: listExchangePages(input, voting),
    defi: computeDefiPage(input),
    news: computeNewsPage(input),
    exchangeRates: computeExchangeRatesPage(input),
    hosts: hosts.map((host) => computeHostPage(host, deployable[host.id])),
    builtFor: builtFor.map(({ name, level, ranges, unanswerable }) => ({ name, level, ranges, unanswerable })),
    fork: { settings },
    servers: { list: listPlainServers(layout), copy: COPY_RELEASE, first: FIRST_RELEASE, replace: SWITCH_RELEASE },
    stores: computeStoresPage(),
    limits: limits === undefined ? null : computeLimitsPage(limits),
    errors: listErrorTexts(),
    notFound: buildErrorBody("not_found", NO_SUCH_FILE),
    archives: computeArchivesPage(input, site),
    correctedDatasets: CORRECTED_DATASETS,
    sql: computeSqlPage(input),
    bench: computeBenchPage(),
    get api() {
      return readApiPage(input);
    },
    methodology: computeMethodologyPage(world, voting),
    policy: {
      version: METHODOLOGY_VERSION,
      correctionsPerYear: KEPT_PER_YEAR,
      samplesKeptMs: SAMPLES_KEPT_MS,
      denseKeptMs: DENSE_KEPT_MS,
      hourlyKeptMs: HOURLY_KEPT_MS,
    },
    reliability: computeReliabilityPage(),
    get status() {
      return readStatusPage(input);
    },
    sources: computeSourcesPage(world),
    quickStart: computeQuickStartPage(input, site.currencies),
    currencies: computeCurrenciesPage(input),
    recipes: computeRecipePages(world),
    outgrown: computeEnginesPage(world),
    changelog: computeChangelogPage(world.market.asOfMs),
  };
}

/** Of the endpoint whose response the page of currencies shows: a coin in another currency. */
const SHOWN_IN_CURRENCY = "in-coin";

/** A published response in another currency, with the members that explain it, or `null`. */
function computeCurrenciesPage(built: Built) {
  const coin = findExample<{ id: string; current_price: number | null }>(built, SHOWN_IN_CURRENCY);
  return {
    shown: SHOWN_IN_CURRENCY,
    response: coin && {
      data: { id: coin.data.id, current_price: coin.data.current_price },
      meta: { currency: coin.meta["currency"], updated_at: coin.meta.updated_at },
    },
  };
}

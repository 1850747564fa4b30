import type { Envelope } from "../../api/envelope.ts";
import type { ErrorText } from "../../api/errors.ts";
import type { ApiPage } from "./api-page.ts";
import type { ArchivesPage } from "./archives-page.ts";
import type { BenchPage } from "./bench-page.ts";
import type { ChangelogPage } from "./changelog-page.ts";
import type { CoinPage } from "./coin-page.ts";
import type { DefiPage } from "./defi-page.ts";
import type { ExchangeRatesPage } from "./exchange-rates-page.ts";
import type { ExchangesPage } from "./exchanges-page.ts";
import type { FearGreedPage } from "./fear-greed-page.ts";
import type { ForkPage } from "./fork-page.ts";
import type { HomePage } from "./home-page.ts";
import type { HostPage } from "./host-page.ts";
import type { LimitsPage } from "./limits-page.ts";
import type { MarketPage } from "./market-page.ts";
import type { MethodologyPage } from "./methodology-page.ts";
import type { NewsPage } from "./news-page.ts";
import type { ReliabilityPage } from "./reliability-page.ts";
import type { SourcesPage } from "./sources-page.ts";
import type { StatusPage } from "./status-page.ts";

/** Everything that templates read: plain data, so that they need nothing of the program. */
export interface PageData {
  site: SiteFacts;
  home: HomePage;
  market: MarketPage;
  /** In the market's order. */
  coins: readonly CoinPage[];
  /** Pages of a dataset are `null` where no source ever answered. */
  exchanges: ExchangesPage | null;
  defi: DefiPage | null;
  news: NewsPage | null;
  fearGreed: FearGreedPage | null;
  exchangeRates: ExchangeRatesPage | null;
  hosts: readonly HostPage[];
  fork: ForkPage;
  /** `null` where nobody passes the settings. */
  limits: LimitsPage | null;
  errors: readonly ErrorText[];
  api: ApiPage;
  archives: ArchivesPage;
  bench: BenchPage;
  changelog: ChangelogPage;
  methodology: MethodologyPage;
  reliability: ReliabilityPage;
  status: StatusPage;
  sources: SourcesPage;
}

export interface SiteFacts {
  name: string;
  /** What it is, in one sentence. */
  claim: string;
  /** Ends with a slash; `null` where the site does not know its address. */
  baseUrl: string | null;
  /** The page of the program's source; `null` where it is not known. */
  repository: string | null;
  /** The content security policy that a page can state itself. */
  policy: string;
  /** The data is invented. */
  sample: boolean;
  /** There are headlines, and feeds of them. */
  hasNews: boolean;
  freshness: PageFreshness;
  sources: readonly SourceCredit[];
  endpoints: readonly EndpointSummary[];
}

/** As `meta` says it, ISO 8601 in UTC. */
export interface PageFreshness {
  updated_at: string;
  expires_at: string;
  /** When newer data should be here; absent where that is half way to `expires_at`. */
  next_at?: string;
  stale: boolean;
}

export interface SourceCredit {
  id: string;
  name: string;
  url: string;
  license: string;
  terms_url: string;
  attribution: string | null;
}

export interface EndpointSummary {
  id: string;
  /** `api/coins/{symbol}`, relative to the site's root. */
  path: string;
  title: string;
  description: string;
  /** A file that exists, relative to the site's root; `null` where there is no data. */
  example: string | null;
}

/** An answer as it is published. */
export interface PageAnswer<Data> {
  data: Data;
  meta: Envelope["meta"] & PageFreshness;
}

import type { Endpoint, World } from "../../api/endpoint.ts";
import { computeEnvelope } from "../../api/envelope.ts";
import { fileOf } from "../../api/query.ts";
import { PAGE_POLICY } from "../../hosts/kit/headers.ts";

/** What a fork decides about its pages. */
export interface SiteOptions {
  /**
   * The absolute URL of the site's root, with a slash at the end. The sitemap, link previews and
   * the 404 page use it, which appears at any depth. Absent: they have no absolute URLs.
   */
  baseUrl?: string | undefined;
  /** URL of the source code; `null`: no page links to it. */
  repository: string | null;
}

/** What every page shows. */
export interface SiteFacts {
  name: string;
  /** The description of the project in one sentence. */
  claim: string;
  /** Ends with a slash; `null` if it is not set. */
  baseUrl: string | null;
  repository: string | null;
  /** The content security policy for the `meta` element. */
  policy: string;
  /** Built from the demo market. */
  sample: boolean;
  /** There are headlines and feeds. */
  hasNews: boolean;
  freshness: PageFreshness;
  sources: readonly SourceCredit[];
  endpoints: readonly EndpointSummary[];
}

/** The fields of `meta`, ISO 8601 in UTC. */
export interface PageFreshness {
  updated_at: string;
  expires_at: string;
  /** When newer data is due; absent: half way to `expires_at`. */
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
  /** The endpoint's first file, relative to the site's root; `null` without data. */
  example: string | null;
}

type SourceReport = World["run"]["sources"][number];

const NAME = "Open Crypto Data";
const CLAIM =
  "Free crypto market data as plain JSON and CSV files: verifiable prices, no key, no account, no rate limits.";
/** Browsers ignore this directive in a page and log a warning; hosts send it as a header. */
const HEADERS_ONLY = /;? *frame-ancestors [^;]*/;

export function computeSiteFacts(endpoints: readonly Endpoint[], world: World, options: SiteOptions): SiteFacts {
  return {
    name: NAME,
    claim: CLAIM,
    baseUrl: options.baseUrl ?? null,
    repository: options.repository,
    policy: PAGE_POLICY.replace(HEADERS_ONLY, ""),
    sample: world.sample,
    hasNews: world.market.articles.length > 0,
    freshness: computePageFreshness(endpoints, world),
    sources: listUsedSources(world.run).map(buildCredit),
    endpoints: endpoints.map((endpoint) => buildSummary(endpoint, world)),
  };
}

/** The sources that have data on the site. A reserve source that was not requested has none. */
export function listUsedSources({ sources }: World["run"]): SourceReport[] {
  return sources.filter(({ status, fetchedAtMs }) => (status === "ok" || status === "stale") && fetchedAtMs !== null);
}

export function buildCredit({ id, name, homepage, license, termsUrl, attribution }: SourceReport): SourceCredit {
  return { id, name, url: homepage, license, terms_url: termsUrl, attribution };
}

/** The freshness of the coin list: its newest price is the newest value on the site. */
function computePageFreshness(endpoints: readonly Endpoint[], world: World): PageFreshness {
  const coins = endpoints.find(({ id }) => id === "coins");
  if (coins === undefined) throw new Error("There is no list of coins");
  const { updated_at, expires_at, stale } = computeEnvelope(coins, world, {}).meta as unknown as PageFreshness;
  return { updated_at, expires_at, stale };
}

function buildSummary(endpoint: Endpoint, world: World): EndpointSummary {
  const { id, path, title, description, parameters, download } = endpoint;
  let example: string | null = null;
  for (const params of endpoint.variants(world)) {
    example = `api/${fileOf(path, parameters, params, download ? "" : ".json")}`;
    break;
  }
  return { id, path: `api${path}`, title, description, example };
}

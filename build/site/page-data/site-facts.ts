import type { Endpoint, World } from "../../api/endpoint.ts";
import { computeEnvelope } from "../../api/envelope.ts";
import { fileOf } from "../../api/query.ts";
import { PAGE_POLICY } from "../../hosts/kit/headers.ts";
import type { SiteOptions } from "../site-options.ts";
import type { EndpointSummary, PageFreshness, SiteFacts } from "./page-data.ts";
import { listUsedSources } from "./used-sources.ts";

const NAME = "Open Crypto Data";
const CLAIM =
  "Free crypto market data as plain JSON and CSV files: prices you can check, no key, no account, no rate limit of ours.";
/** Browsers ignore these in a page and say so; hosts send them as headers. */
const HEADERS_ONLY = /;? *frame-ancestors [^;]*/;

/** What every page needs to know. */
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
    sources: listUsedSources(world.run).map(({ id, name, homepage, license, termsUrl, attribution }) => ({
      id,
      name,
      url: homepage,
      license,
      terms_url: termsUrl,
      attribution,
    })),
    endpoints: endpoints.map((endpoint) => summariseEndpoint(endpoint, world)),
  };
}

/** That of the list of coins, which every page rests on: its newest price is the newest thing on the site. */
function computePageFreshness(endpoints: readonly Endpoint[], world: World): PageFreshness {
  const coins = endpoints.find(({ id }) => id === "coins");
  if (coins === undefined) throw new Error("There is no list of coins");
  const { updated_at, expires_at, stale } = computeEnvelope(coins, world, {}).meta as unknown as PageFreshness;
  return { updated_at, expires_at, stale };
}

function summariseEndpoint(endpoint: Endpoint, world: World): EndpointSummary {
  const { id, path, title, description, parameters, download } = endpoint;
  let example: string | null = null;
  for (const params of endpoint.variants(world)) {
    example = `api/${fileOf(path, parameters, params, download ? "" : ".json")}`;
    break;
  }
  return { id, path: `api${path}`, title, description, example };
}

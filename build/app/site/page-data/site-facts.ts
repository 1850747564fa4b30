import { capitalise } from "../../../../public/js/format.js";
import { computeRates } from "../../../crypto/api/endpoints/price.ts";
import { placeFile } from "../../../crypto/api/place-file.ts";
import type { Endpoint, World } from "../../../crypto/api/world.ts";
import { extensionOf } from "../../../kit/api/endpoint.ts";
import { computeEnvelope } from "../../../kit/api/envelope.ts";
import { NOT_INCLUDED } from "../../../kit/api/error-body.ts";
import { fileOf } from "../../../kit/api/query.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import { isExcluded } from "../../../kit/api/world.ts";
import { PAGE_POLICY } from "../../../kit/hosts/kit/headers.ts";
import { oncePer } from "../../../lib/once-per.ts";
import { type Built, buildCredit, type PageFreshness } from "./data-page.ts";

/** What a fork decides about its pages. */
export interface SiteOptions {
  /**
   * The absolute URL of the site's root, with a slash at the end. The sitemap, link previews and
   * the 404 page use it, which appears at any depth. Absent: they have no absolute URLs.
   */
  baseUrl?: string | undefined;
  /** The absolute URL of a copy of the site on another host. */
  mirrorUrl?: string | null;
  /** URL of the source code; `null`: no page links to it. */
  repository: string | null;
  /** Live runs replace prices between two builds. Absent: they do not. */
  live?: boolean;
}

/** What every page shows. */
export type SiteFacts = ReturnType<typeof computeSiteFacts>;

const NAME = "Open Crypto Data";
const CLAIM =
  "Free crypto market data as plain JSON and CSV files: verifiable prices, no key, no account, no rate limits.";
/** Browsers ignore this directive in a page and log a warning; hosts send it as a header. */
const HEADERS_ONLY = /;? *frame-ancestors [^;]*/;

export function computeSiteFacts(built: Built, options: SiteOptions) {
  const { endpoints, world } = built;
  return {
    name: NAME,
    claim: CLAIM,
    baseUrl: options.baseUrl ?? null,
    mirrorUrl: options.mirrorUrl ?? null,
    repository: options.repository,
    live: options.live === true,
    /** For the `meta` element. */
    policy: PAGE_POLICY.replace(HEADERS_ONLY, ""),
    sample: world.sample,
    hasNews: world.market.articles.length > 0,
    freshness: computePageFreshness(endpoints, world),
    ...computeCurrencies(endpoints, world),
    // Also those in reserve, so that the pages of an hour are the same whether they were requested.
    sources: world.run.sources.filter(({ status }) => status !== "off").map(buildCredit),
    get endpoints() {
      return listSummaries(built);
    },
  };
}

/** The endpoints for lists. Few pages have one, and each endpoint tries its first answer. */
export const listSummaries = oncePer(({ endpoints, world }: Built) =>
  endpoints.map((endpoint) => buildSummary(endpoint, world)),
);

/**
 * The currencies of the pages besides USD, as lower-case codes, sorted. `currencies`: the site
 * publishes answers in them. `converted`: pages convert answers with the rates of each day.
 * `convertedNow`: without past rates, so pages convert current amounts only. `rates`: a file with
 * a price in all of them, relative to the root. The build may leave out these trees.
 */
function computeCurrencies(endpoints: readonly Endpoint[], world: World) {
  const { market } = world;
  const quoted = endpoints.find(({ id }) => id === "in-coins")?.parameters["currency"]?.enum ?? [];
  const known = new Set(computeRates(market).map(([code]) => code));
  const priced = market.coins.find(({ price }) => price !== null);
  const past = new Set(
    [...(endpoints.find(({ id }) => id === "currency-history")?.variants(world) ?? [])].map(({ code }) => code),
  );
  const others = Object.keys(market.exchangeRates?.rates ?? {})
    .map((code) => code.toLowerCase())
    .filter((code) => code !== BASE_CURRENCY && !quoted.includes(code))
    .sort();
  const hasPrices = priced !== undefined && endpoints.some(({ id }) => id === "price");
  return {
    hasPrices,
    currencies: hasPrices ? quoted.filter((code) => known.has(code)) : [],
    converted: hasPrices ? others.filter((code) => past.has(code)) : [],
    convertedNow: hasPrices ? others.filter((code) => !past.has(code)) : [],
    rates: hasPrices ? `api/price/${priced.key}.json` : null,
  };
}

/** The freshness of the coin list: its newest price is the newest value on the site. */
function computePageFreshness(endpoints: readonly Endpoint[], world: World): PageFreshness {
  const coins = endpoints.find(({ id }) => id === "coins");
  if (coins === undefined) throw new Error("There is no list of coins");
  const { updated_at, expires_at, stale } = computeEnvelope(coins, world, {}).meta;
  return { updated_at, expires_at, stale };
}

/**
 * Paths are relative to the site's root. `example`: the first file; `null` without data, and
 * `absence` says why.
 */
function buildSummary(endpoint: Endpoint, world: World) {
  const { id, path, docs, parameters, variants } = endpoint;
  const [params] = variants(world);
  const file = params && fileOf(path, parameters, params, extensionOf(endpoint));
  return {
    id,
    path: placeFile(path.slice(1)),
    title: docs.title,
    description: docs.description,
    example: file === undefined ? null : placeFile(file),
    absence: file === undefined ? describeAbsence(endpoint, world) : null,
  };
}

/** Why an endpoint has no data, as a sentence. */
export function describeAbsence(endpoint: Pick<Endpoint, "kinds">, { run }: World): string {
  const reason = isExcluded(endpoint, run) ? NOT_INCLUDED : "no source has answered yet";
  return `${capitalise(reason)}.`;
}

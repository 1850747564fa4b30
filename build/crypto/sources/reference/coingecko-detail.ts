import { z } from "zod";
import { cleanText } from "../../../lib/plain-text.ts";
import { DAY_MS, findDay, HOUR_MS } from "../../../lib/time.ts";
import { findWebUrl } from "../../../lib/web-url.ts";
import type { CoinDetail } from "../../normalise/record.ts";
import { identifier, maybeText } from "../kit/schema.ts";
import type { RequestContext, RequestFailure } from "../source.ts";

const texts = z
  .unknown()
  .optional()
  .transform((value) => (Array.isArray(value) ? value : [value]).filter(isText));
const maybeObject = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "object" && value !== null ? value : {}));

const Links = maybeObject.pipe(
  z.object({
    homepage: texts,
    whitepaper: texts,
    blockchain_site: texts,
    twitter_screen_name: texts,
    subreddit_url: texts,
    repos_url: maybeObject.pipe(z.object({ github: texts, bitbucket: texts })),
  }),
);

/** The part of `/coins/{id}` without market data. Lists contain empty texts and `null`. */
export const CoingeckoDetail = z.object({
  id: identifier,
  categories: texts,
  platforms: maybeObject,
  genesis_date: maybeText,
  links: Links,
});
export type CoingeckoDetail = z.infer<typeof CoingeckoDetail>;

/** Texts and links as they may be shown; malformed ones are left out. */
export function normaliseCoingeckoDetail(row: CoingeckoDetail): CoinDetail {
  const { links } = row;
  const contracts = Object.entries(row.platforms).filter(([chain, contract]) => chain !== "" && isText(contract));
  return {
    id: row.id,
    categories: [...new Set(row.categories.map(cleanText))],
    homepage: findFirstUrl(links.homepage),
    explorer: findFirstUrl(links.blockchain_site),
    sourceCode: findFirstUrl([...links.repos_url.github, ...links.repos_url.bitbucket]),
    whitepaper: findFirstUrl(links.whitepaper),
    twitter: findTwitterUrl(links.twitter_screen_name),
    reddit: findRedditUrl(links.subreddit_url),
    platforms: Object.fromEntries(
      contracts.map(([chain, contract]) => [cleanText(chain), cleanText(String(contract))]),
    ),
    genesisDate:
      typeof row.genesis_date === "string" && findDay(row.genesis_date) !== undefined ? row.genesis_date : null,
  };
}

/** The wait after a failed page; it doubles with each failure. */
const FIRST_WAIT_MS = HOUR_MS;
const LONGEST_WAIT_MS = 30 * DAY_MS;

/**
 * The ids whose page is due: never fetched ones by market cap, then the oldest, at most
 * `context.detailsPerBuild`.
 */
export function chooseDetails(context: RequestContext): string[] {
  const fetchedAt = new Map(
    context.lastGood("details", "coin-detail").map(({ record, fetchedAtMs }) => [record.id, fetchedAtMs]),
  );
  const isWaiting = (id: string): boolean => {
    const failure = context.failures.get(id);
    return failure !== undefined && context.now - failure.atMs < computeWait(failure);
  };
  const ids = [...new Set(context.records("markets", "coin").map((coin) => coin.id))].filter((id) => !isWaiting(id));
  const age = (id: string) => fetchedAt.get(id) ?? Number.NEGATIVE_INFINITY;
  // The sort is stable: equal ages stay in the order of market cap.
  return ids.sort((a, b) => (age(a) === age(b) ? 0 : age(a) - age(b))).slice(0, context.detailsPerBuild);
}

function computeWait({ inARow }: RequestFailure): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (inARow - 1), LONGEST_WAIT_MS);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && cleanText(value) !== "";
}

function findFirstUrl(candidates: readonly string[]): string | null {
  return candidates.map((text) => findWebUrl(text)?.href).find((href) => href !== undefined) ?? null;
}

function findTwitterUrl(names: readonly string[]): string | null {
  const name = names.find((text) => /^\w{1,15}$/.test(text));
  return name === undefined ? null : `https://x.com/${name}`;
}

/** A coin without a subreddit links to the front page of Reddit. */
function findRedditUrl(candidates: readonly string[]): string | null {
  return findFirstUrl(candidates.filter((text) => (findWebUrl(text)?.pathname ?? "/") !== "/"));
}

import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import { z } from "zod";
import { METHODOLOGY_VERSION } from "../../../crypto/market/rules/methodology-version.ts";
import type { PriceCheck } from "../../../crypto/verify/price-check.ts";
import { NO_BOOKS, type PublishedCoin } from "../../../crypto/verify/published-coin.ts";
import { recomputePrice } from "../../../crypto/verify/recompute-price.ts";
import { isKnownVersion } from "../../../crypto/verify/verify-answer.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import {
  createFindings,
  type PublishedFile,
  type ReadFile,
  readPublished,
  readPublishedManifest,
  type Verdict,
} from "../../../kit/verify/read-published.ts";
import { OperationalError } from "../../../lib/operational-error.ts";

const LIST = "api/coins/limit/all.json";
/** The response to a request without parameters: the first rows of the list. */
const FIRST_ROWS = "api/coins.json";
/** The folder of the files of single coins, in USD. */
const COINS = "api/coins/";
const EXCHANGES = "api/exchanges/";
const CONCURRENCY = 8;

/** Real coins have some fifty pairs on some fifteen exchanges; hostile ones could take minutes. */
const MOST_PAIRS = 2_000;
const MOST_VENUES = 200;

const amount = z.number().nullable();
/** Why a pair does not count. */
const reason = z.string().nullable();

/** What prices are recomputed from; each row has further fields. */
const stated = {
  id: z.string(),
  symbol: z.string(),
  current_price: amount,
  price_low: amount,
  price_high: amount,
  price_source: z.enum(["aggregated", "reference", "stale"]),
  exchanges: z.number(),
};

const coinList = z.object({ data: z.array(z.looseObject({ ...stated, path: z.string() })) });

/** The fields in use: another version of the program may publish more. */
const coinDetail = z.object({
  data: z.looseObject({
    ...stated,
    price_evidence: z.object({
      method: z.string(),
      spread_percentage: amount,
      venues: z
        .array(
          z.object({
            exchange: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
            trust: z.number(),
            tickers: z.number(),
            price_usd: amount,
            counted_volume_usd: amount,
          }),
        )
        .max(MOST_VENUES),
      tickers: z
        .array(
          z.object({
            exchange: z.string(),
            pair: z.string(),
            price_usd: amount,
            volume_24h_usd: amount,
            quality: amount,
            freshness: amount,
            weight: z.number(),
            included: z.boolean(),
            reason,
          }),
        )
        .max(MOST_PAIRS),
    }),
  }) satisfies z.ZodType<PublishedCoin>,
  meta: z.object({ methodology_version: z.string(), currency: z.literal(BASE_CURRENCY).optional() }),
});

const exchangeDetail = z.object({
  data: z.object({
    trust: z.number(),
    status: z.string(),
    tickers: z.array(
      z.object({
        pair: z.string(),
        coin_id: z.string().nullable(),
        price_usd: amount,
        volume_24h_usd: amount,
        included: z.boolean(),
        reason,
      }),
    ),
  }),
});

export interface PriceVerification {
  /** Prices that were recomputed, with and without problems. */
  recomputed: number;
  /** Coins without a price of this build's exchanges. */
  others: number;
  problems: readonly string[];
}

/**
 * Recomputes every aggregated price of a site, and compares the list of coins, their details, the
 * manifest and the pages of exchanges with each other. Throws an OperationalError if the site
 * follows other rules than this program, or publishes no prices of exchanges.
 */
export async function verifyPrices(
  readFile: ReadFile,
  progress?: (done: number, total: number) => void,
): Promise<PriceVerification> {
  const findings = createFindings();
  const list = await readPublished(readFile, LIST, coinList, findings);
  const rows = list?.data ?? [];
  findings.check(new Set(rows.map(({ id }) => id)).size === rows.length, `${LIST}: a coin is listed twice`);
  await verifyFirstRows(readFile, rows, findings);
  const manifest = await readPublishedManifest(readFile, findings);
  const files = manifest?.files ?? new Map<string, PublishedFile>();
  verifyCompleteness(files, rows, findings);
  const limit = pLimit(CONCURRENCY);
  const books = createBooks();
  let done = 0;
  const verifyOne = async (row: ListedCoin): Promise<PriceCheck | undefined> => {
    const path = `api/${row.path}`;
    const document = await readPublished(readFile, path, coinDetail, findings);
    progress?.(++done, rows.length);
    if (document === undefined) return undefined;
    refuseOtherRules(document.meta.methodology_version);
    const { data } = document;
    for (const [field, value] of Object.entries(row)) {
      const own = field === "path" ? value : data[field];
      findings.check(isDeepStrictEqual(value, own), `${path}: ${field} is ${own}, in the list ${value}`);
    }
    books.add(path, data, findings);
    const found = recomputePrice(data);
    for (const problem of found.problems) findings.check(false, `${path}: ${problem}`);
    return found;
  };
  const found = await Promise.all(rows.map((row) => limit(verifyOne, row)));
  const checks = found.flatMap((one) => one ?? []);
  const recomputed = checks.filter(({ reason }) => reason === null).length;
  const hidden = checks.filter(({ reason }) => reason === NO_BOOKS);
  if (hidden.length > 0 && recomputed === 0) {
    throw new OperationalError(
      'The site publishes no prices of exchanges, so its prices cannot be recomputed: it is built with `evidence: "computed"`.',
    );
  }
  for (const { coin } of hidden) findings.check(false, `${coin}: has no prices of exchanges, while other coins have`);
  await books.compare(readFile, listChildren(files, EXCHANGES), findings);
  // Nothing was proved: a site without a single price is no sound one.
  findings.check(recomputed > 0, `${LIST}: no coin has a price of exchanges`);
  return { recomputed, others: checks.length - recomputed, problems: findings.problems };
}

type ListedCoin = z.infer<typeof coinList>["data"][number];
type CoinDetail = z.infer<typeof coinDetail>["data"];

async function verifyFirstRows(readFile: ReadFile, rows: readonly ListedCoin[], verdict: Verdict): Promise<void> {
  const first = (await readPublished(readFile, FIRST_ROWS, coinList, verdict))?.data ?? [];
  for (const [at, row] of first.entries())
    verdict.check(isDeepStrictEqual(row, rows[at]), `${FIRST_ROWS}: row ${at + 1} is not the one of ${LIST}`);
}

/**
 * A list that leaves out coins would hide their prices: each file of a coin belongs to a row, and
 * has the symbol of its coin or its id as its name.
 */
function verifyCompleteness(
  files: ReadonlyMap<string, PublishedFile>,
  rows: readonly ListedCoin[],
  verdict: Verdict,
): void {
  const listed = new Set<string | undefined>();
  for (const { path, id, symbol } of rows) {
    const file = files.get(`api/${path}`);
    verdict.check(file !== undefined, `api/${path}: is not in the manifest`);
    listed.add(file?.sha256);
    const isOwn = [symbol.toLowerCase(), id].some((name) => path === `coins/${name}.json`);
    verdict.check(isOwn, `${LIST}: ${id} has the file of another coin, ${path}`);
  }
  // Second names of a file have its content.
  for (const path of listChildren(files, COINS))
    verdict.check(listed.has(files.get(path)?.sha256), `${path}: its coin is not in ${LIST}`);
}

/** The files of a folder itself; some hosts have the list of a folder as its index, too. */
function listChildren(files: ReadonlyMap<string, PublishedFile>, folder: string): string[] {
  return [...files.keys()].filter(
    (path) =>
      path.startsWith(folder) && /^[^/]+\.json$/.test(path.slice(folder.length)) && !path.endsWith("/index.json"),
  );
}

function refuseOtherRules(version: string): void {
  if (isKnownVersion(version)) return;
  throw new OperationalError(
    `The site follows version ${version} of the methodology, and this program knows version ` +
      `${METHODOLOGY_VERSION}. Use the version of the program that built the site.`,
  );
}

/** The order books of all coins by exchange, to compare them with the pages of the exchanges. */
function createBooks() {
  const trusts = new Map<string, number>();
  /** Exchange → coin and pair → what both the coin and the exchange state of it. */
  const pairs = new Map<string, Map<string, string>>();
  const nameBook = (coin: string, pair: string) => `${pair} of ${coin}`;

  return {
    add(path: string, { id, price_evidence: { venues, tickers } }: CoinDetail, verdict: Verdict): void {
      for (const { exchange, trust } of venues) {
        const known = trusts.get(exchange) ?? trust;
        trusts.set(exchange, known);
        verdict.check(trust === known, `${path}: the trust of ${exchange} is ${trust}, in another coin ${known}`);
      }
      for (const row of tickers) {
        const own = pairs.get(row.exchange) ?? new Map<string, string>();
        pairs.set(row.exchange, own.set(nameBook(id, row.pair), describeBook(row)));
      }
    },
    /** `pages`: the paths of exchanges, all or none. Without them, such pairs are not seen. */
    async compare(readFile: ReadFile, pages: readonly string[], verdict: Verdict): Promise<void> {
      if (pages.length === 0) return;
      const named = new Set(pages);
      for (const exchange of new Set([...trusts.keys(), ...pairs.keys()]))
        verdict.check(named.has(namePage(exchange)), `${exchange} is in the evidence of coins, and has no page`);
      for (const path of pages) {
        const page = (await readPublished(readFile, path, exchangeDetail, verdict))?.data;
        if (page === undefined) continue;
        const exchange = path.slice(EXCHANGES.length, -".json".length);
        const trust = trusts.get(exchange);
        if (trust !== undefined)
          verdict.check(page.trust === trust, `${path}: states the trust ${page.trust}, the coins ${trust}`);
        const own = pairs.get(exchange) ?? new Map<string, string>();
        // An exchange that did not respond shows its last pairs, which are in no evidence.
        const isAbsent = own.size === 0 && page.status !== "ok" && page.tickers.every(({ included }) => !included);
        if (isAbsent) continue;
        const shown = new Map(
          page.tickers.flatMap((row) =>
            row.coin_id === null || row.price_usd === null
              ? []
              : [[nameBook(row.coin_id, row.pair), describeBook(row)] as const],
          ),
        );
        for (const book of new Set([...shown.keys(), ...own.keys()]))
          verdict.check(
            own.get(book) === shown.get(book),
            `${path}: ${book} is not the same in the evidence of the coin`,
          );
      }
    },
  };
}

type PageRow = z.infer<typeof exchangeDetail>["data"]["tickers"][number];

function describeBook({ price_usd, volume_24h_usd, included, reason }: Omit<PageRow, "pair" | "coin_id">): string {
  return `${price_usd} ${volume_24h_usd} ${included} ${reason}`;
}

function namePage(exchange: string): string {
  return `${EXCHANGES}${exchange}.json`;
}

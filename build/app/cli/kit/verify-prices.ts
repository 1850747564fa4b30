import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import { z } from "zod";
import { METHODOLOGY_VERSION } from "../../../crypto/market/rules/methodology-version.ts";
import type { PriceCheck } from "../../../crypto/verify/price-check.ts";
import { NO_BOOKS, type PublishedCoin } from "../../../crypto/verify/published-coin.ts";
import { recomputePrice } from "../../../crypto/verify/recompute-price.ts";
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
/** The endpoint and the folder of the files of single coins, in USD. */
const COIN = "coin";
const COINS = "api/coins/";
const CONCURRENCY = 8;

/** Real coins have some fifty pairs on some fifteen exchanges; hostile ones could take minutes. */
const MOST_PAIRS = 2_000;
const MOST_VENUES = 200;

const amount = z.number().nullable();

/** What prices are recomputed from; each row has further fields. */
const stated = {
  id: z.string(),
  current_price: amount,
  price_low: amount,
  price_high: amount,
  price_source: z.string(),
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
          }),
        )
        .max(MOST_PAIRS),
    }),
  }) satisfies z.ZodType<PublishedCoin>,
  meta: z.object({ methodology_version: z.string() }),
});

const exchangeDetail = z.object({
  data: z.object({
    trust: z.number(),
    tickers: z.array(
      z.object({ pair: z.string(), coin_id: z.string().nullable(), price_usd: amount, included: z.boolean() }),
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
  await verifyCompleteness(readFile, rows, findings);
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
  await books.compare(readFile, findings);
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

/** A list that leaves out coins would hide their prices: each file of a coin belongs to a row. */
async function verifyCompleteness(readFile: ReadFile, rows: readonly ListedCoin[], verdict: Verdict): Promise<void> {
  const manifest = await readPublishedManifest(readFile, verdict);
  const files = manifest?.files ?? new Map<string, PublishedFile>();
  // Second names of a file have its content.
  const listed = new Set(rows.map(({ path }) => files.get(`api/${path}`)?.sha256));
  for (const { path, endpoint, sha256 } of files.values())
    if (endpoint === COIN && path.startsWith(COINS))
      verdict.check(listed.has(sha256), `${path}: its coin is not in ${LIST}`);
}

function refuseOtherRules(version: string): void {
  const [own, theirs] = [METHODOLOGY_VERSION, version].map((one) => one.split(".", 2).join("."));
  if (own === theirs) return;
  throw new OperationalError(
    `The site follows version ${version} of the methodology, and this program knows version ` +
      `${METHODOLOGY_VERSION}. Use the version of the program that built the site.`,
  );
}

/** The order books of all coins by exchange, to compare them with the pages of the exchanges. */
function createBooks() {
  const trusts = new Map<string, number>();
  /** Exchange → coin and pair → its price, and whether that of the coin includes it. */
  const pairs = new Map<string, Map<string, string>>();
  const nameBook = (coin: string, pair: string) => `${pair} of ${coin}`;

  return {
    add(path: string, { id, price_evidence: { venues, tickers } }: CoinDetail, verdict: Verdict): void {
      for (const { exchange, trust } of venues) {
        const known = trusts.get(exchange) ?? trust;
        trusts.set(exchange, known);
        verdict.check(trust === known, `${path}: the trust of ${exchange} is ${trust}, in another coin ${known}`);
      }
      for (const { exchange, pair, price_usd: price, included } of tickers) {
        const own = pairs.get(exchange) ?? new Map<string, string>();
        pairs.set(exchange, own.set(nameBook(id, pair), `${price} ${included}`));
      }
    },
    /** The pages are optional: without them a pair that does not count can be left out unseen. */
    async compare(readFile: ReadFile, verdict: Verdict): Promise<void> {
      for (const [exchange, trust] of trusts) {
        const path = `api/exchanges/${exchange}.json`;
        const page = await readOptional(readFile, path, verdict);
        if (page === undefined) continue;
        verdict.check(page.trust === trust, `${path}: states the trust ${page.trust}, the coins ${trust}`);
        const own = pairs.get(exchange) ?? new Map<string, string>();
        const shown = new Map(
          page.tickers.flatMap(({ pair, coin_id: coin, price_usd: price, included }) =>
            coin === null || price === null ? [] : [[nameBook(coin, pair), `${price} ${included}`] as const],
          ),
        );
        for (const [book, state] of shown)
          verdict.check(own.get(book) === state, `${path}: ${book} is not the same in the evidence of the coin`);
      }
    },
  };
}

async function readOptional(readFile: ReadFile, path: string, verdict: Verdict) {
  const exists = await readFile(path).then(
    (body) => body !== undefined,
    // `readPublished` reports it.
    () => true,
  );
  return exists ? (await readPublished(readFile, path, exchangeDetail, verdict))?.data : undefined;
}

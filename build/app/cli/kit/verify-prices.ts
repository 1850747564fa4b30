import pLimit from "p-limit";
import { z } from "zod";
import { METHODOLOGY_VERSION } from "../../../crypto/market/rules/methodology-version.ts";
import type { PriceCheck } from "../../../crypto/verify/price-check.ts";
import { NO_BOOKS, type PublishedCoin } from "../../../crypto/verify/published-coin.ts";
import { recomputePrice } from "../../../crypto/verify/recompute-price.ts";
import { createFindings, type ReadFile, readPublished, type Verdict } from "../../../kit/verify/read-published.ts";
import { OperationalError } from "../../../lib/operational-error.ts";

const LIST = "api/coins/limit/all.json";
const CONCURRENCY = 8;

const coinList = z.object({ data: z.array(z.object({ path: z.string() })) });

const amount = z.number().nullable();

/** The fields in use: another version of the program may publish more. */
const coinDetail = z.object({
  data: z.object({
    id: z.string(),
    current_price: amount,
    price_source: z.string(),
    exchanges: z.number(),
    price_evidence: z.object({
      venues: z.array(
        z.object({
          exchange: z.string(),
          trust: z.number(),
          tickers: z.number(),
          price_usd: amount,
          counted_volume_usd: amount,
        }),
      ),
      tickers: z.array(
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
      ),
    }),
  }) satisfies z.ZodType<PublishedCoin>,
  meta: z.object({ methodology_version: z.string() }),
});

const exchangeDetail = z.object({ data: z.object({ trust: z.number() }) });

export interface PriceVerification {
  /** Prices that were recomputed, with and without problems. */
  recomputed: number;
  /** Coins without a price of this build's exchanges. */
  others: number;
  problems: readonly string[];
}

/**
 * Recomputes every aggregated price of a site. Throws an OperationalError if the site follows other
 * rules than this program, or publishes no prices of exchanges.
 */
export async function verifyPrices(
  readFile: ReadFile,
  progress?: (done: number, total: number) => void,
): Promise<PriceVerification> {
  const findings = createFindings();
  const list = await readPublished(readFile, LIST, coinList, findings);
  const paths = list?.data.map(({ path }) => `api/${path}`) ?? [];
  const limit = pLimit(CONCURRENCY);
  const trusts = new Map<string, number>();
  let done = 0;
  const verifyOne = async (path: string): Promise<PriceCheck | undefined> => {
    const document = await readPublished(readFile, path, coinDetail, findings);
    progress?.(++done, paths.length);
    if (document === undefined) return undefined;
    refuseOtherRules(document.meta.methodology_version);
    for (const { exchange, trust } of document.data.price_evidence.venues) {
      const known = trusts.get(exchange) ?? trust;
      trusts.set(exchange, known);
      findings.check(trust === known, `${path}: the trust of ${exchange} is ${trust}, in another coin ${known}`);
    }
    const found = recomputePrice(document.data);
    for (const problem of found.problems) findings.check(false, `${path}: ${problem}`);
    return found;
  };
  const found = await Promise.all(paths.map((path) => limit(verifyOne, path)));
  const checks = found.flatMap((one) => one ?? []);
  if (checks.some(({ reason }) => reason === NO_BOOKS)) {
    throw new OperationalError(
      'The site publishes no prices of exchanges, so its prices cannot be recomputed: it is built with `evidence: "computed"`.',
    );
  }
  await verifyTrusts(readFile, trusts, findings);
  const recomputed = checks.filter(({ reason }) => reason === null).length;
  // Nothing was proved: a site without a single price is no sound one.
  findings.check(recomputed > 0, `${LIST}: no coin has a price of exchanges`);
  return { recomputed, others: checks.length - recomputed, problems: findings.problems };
}

function refuseOtherRules(version: string): void {
  const [own, theirs] = [METHODOLOGY_VERSION, version].map((one) => one.split(".", 2).join("."));
  if (own === theirs) return;
  throw new OperationalError(
    `The site follows version ${version} of the methodology, and this program knows version ` +
      `${METHODOLOGY_VERSION}. Use the version of the program that built the site.`,
  );
}

/** The pages of exchanges are optional: a site without them states the trust in its coins only. */
async function verifyTrusts(readFile: ReadFile, trusts: ReadonlyMap<string, number>, verdict: Verdict): Promise<void> {
  for (const [exchange, trust] of trusts) {
    const path = `api/exchanges/${exchange}.json`;
    if ((await readFile(path)) === undefined) continue;
    const stated = (await readPublished(readFile, path, exchangeDetail, verdict))?.data.trust;
    verdict.check(stated === undefined || stated === trust, `${path}: states the trust ${stated}, the coins ${trust}`);
  }
}

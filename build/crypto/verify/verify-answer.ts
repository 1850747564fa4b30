import { METHODOLOGY_VERSION } from "../market/rules/methodology-version.ts";
import type { PriceCheck } from "./price-check.ts";
import type { PublishedCoin } from "./published-coin.ts";
import { recomputePrice } from "./recompute-price.ts";

/* Part of `client.js`: no dependencies. */

/** The response of `coins/{symbol}` in USD, as far as it is read here. */
export interface CoinAnswer {
  data: PublishedCoin & { symbol: string; path: string };
  meta: { methodology_version: string; currency?: string };
}

/** Whether prices of a version of the methodology follow the rules that this program knows. */
export function isKnownVersion(version: string): boolean {
  const [own, theirs] = [METHODOLOGY_VERSION, version].map((one) => one.split(".", 2).join("."));
  return own === theirs;
}

/**
 * The check of one response to a request for `coin`, a symbol, an id or a key in any case. Throws
 * for a response of another form.
 */
export function verifyAnswer(coin: string, answer: unknown): PriceCheck {
  if (!isCoinAnswer(answer)) throw new Error(`The response about ${coin} does not have the published form`);
  const { data, meta } = answer;
  if (!isKnownVersion(meta.methodology_version)) {
    const reason = `the site follows version ${meta.methodology_version} of the methodology, and this program knows version ${METHODOLOGY_VERSION}`;
    return { coin: data.id, published: data.current_price, recomputed: null, reason, problems: [] };
  }
  const check = recomputePrice(data);
  // The key may differ from both: it may come from an earlier id, and leaves out characters that
  // paths escape.
  const key = data.path.replace(/^coins\/(.*)\.json$/, "$1");
  const isOwn = [data.id, data.symbol, key].some((name) => name.toLowerCase() === coin.toLowerCase());
  return isOwn ? check : { ...check, problems: [`the response is about ${data.id}`, ...check.problems] };
}

function isCoinAnswer(answer: unknown): answer is CoinAnswer {
  const { data, meta } = (answer ?? {}) as Partial<CoinAnswer>;
  const { id, symbol, path, current_price: price, price_evidence: evidence } = data ?? {};
  const isEvidence = [evidence?.venues, evidence?.tickers].every(
    (rows) => Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null),
  );
  return (
    [id, symbol, path, meta?.methodology_version].every((text) => typeof text === "string") &&
    (price === null || typeof price === "number") &&
    (meta?.currency ?? "usd") === "usd" &&
    isEvidence
  );
}

import type { DerivedRequest, Need } from "../../../kit/api/derived.ts";
import { quoteAnswer } from "../quote/quote-answer.ts";
import type { CoinRow } from "../rows/coin-row.ts";
import { currencyOf, findWorth, ratesOf } from "./currency.ts";
import { round } from "./open-row.ts";
import { type SparklinesAnswer, sparklines } from "./published.ts";

/* The prices of the last 7 days, on request. No dependencies: it also runs in workers. */

/** The published answers that the lines are made from; none if the request asks for no lines. */
export function linesOf(request: DerivedRequest): Need<unknown>[] {
  if (request.values["sparkline"] !== "true") return [];
  // Lines in BTC and ETH need the coin's own line.
  return [sparklines, ...ratesOf(currencyOf(request), "sparklines")];
}

/**
 * The known prices of each row's line. CoinGecko's lines have no times and no gaps: steps without a
 * price are left out, and values of restricted sources, too. `answers`: those of `linesOf`.
 */
export function drawLines(
  rows: readonly Pick<CoinRow, "symbol" | "path">[],
  [answer, ...references]: readonly unknown[],
  request: DerivedRequest,
): number[][] | undefined {
  const worth = findWorth(currencyOf(request), references, "sparklines");
  if (answer === undefined || worth === undefined) return undefined;
  const { data, meta } = answer as SparklinesAnswer;
  const entries = rows.map(({ symbol, path }) => {
    const key = path.replace(/^coins\/|\.json$/g, "");
    const name = key === symbol.toLowerCase() ? symbol : key;
    const restricted = (Object.hasOwn(meta.restricted, name) ? meta.restricted[name] : undefined) ?? [];
    return [name, (data[name] ?? []).map((value, at) => (restricted.includes(at) ? null : value))] as const;
  });
  const own = { data: Object.fromEntries(entries), meta };
  const quoted = worth === null ? own : quoteAnswer("sparklines", own, worth, () => []);
  const lines = quoted.data as SparklinesAnswer["data"];
  return entries.map(([name]) => (lines[name] ?? []).flatMap((value) => round(value) ?? []));
}

import { percentageChange } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import type { Dataset } from "../normalise/record.ts";
import type { ExchangeRates } from "./market.ts";

/** Central bank first, then its mirror, which has the same numbers: where the bank did not answer, the mirror is newer. */
const CENTRAL_BANK: readonly string[] = ["ecb", "frankfurter"];
/** A collection whose rate for a currency lies this far (percent) from the central bank's is not believed for that day. */
const MAX_DISAGREEMENT_PERCENTAGE = 5;

export interface MergedRates {
  rates: ExchangeRates | null;
  used: readonly Dataset<"rate">[];
}

/** One table of fiat rates with base USD out of sources with bases of their own. 1 USD = `rates[code]` of the currency. */
export function mergeRates(datasets: readonly Dataset<"rate">[]): MergedRates {
  const ordered = [...datasets].sort((a, b) => priorityOf(a) - priorityOf(b) || (a.source < b.source ? -1 : 1));
  const rates = new Map<string, number>([["USD", 1]]);
  const used: Dataset<"rate">[] = [];
  let date = "";
  for (const dataset of ordered) {
    const perUsd = rebase(dataset);
    if (perUsd === undefined || disagrees(perUsd, rates)) continue;
    let contributed = false;
    for (const [code, rate] of perUsd) {
      if (rates.has(code)) continue;
      rates.set(code, rate);
      contributed = true;
    }
    if (!contributed) continue;
    used.push(dataset);
    for (const record of dataset.records) if (record.date > date) date = record.date;
  }
  if (used.length === 0) return { rates: null, used };
  const sorted = [...rates].sort(([a], [b]) => (a < b ? -1 : 1));
  return { rates: { date, rates: Object.fromEntries(sorted), observedAtMs: Date.parse(`${date}T00:00:00Z`) }, used };
}

/** USD per unit of each currency, for the quote graph; too old a table is better than none, a week is too old. */
export function usdPerUnit(rates: ExchangeRates | null, now: number): Map<string, number> {
  const values = new Map<string, number>([["USD", 1]]);
  if (rates === null || now - rates.observedAtMs > 7 * DAY_MS) return values;
  for (const [code, rate] of Object.entries(rates.rates)) values.set(code, 1 / rate);
  return values;
}

/** The first that knows a currency wins; collections come after everything of the central bank. */
function priorityOf({ source, stale }: Dataset): number {
  const index = CENTRAL_BANK.indexOf(source);
  if (index === -1) return 2 * CENTRAL_BANK.length;
  return stale ? index + CENTRAL_BANK.length : index;
}

function rebase({ records }: Dataset<"rate">): Map<string, number> | undefined {
  const base = records[0]?.base;
  const own = new Map(records.map(({ quote, rate }) => [quote, rate]));
  if (base === undefined) return undefined;
  own.set(base, 1);
  const usd = own.get("USD");
  if (usd === undefined) return undefined;
  return new Map([...own].map(([code, rate]) => [code, rate / usd]));
}

function disagrees(candidate: ReadonlyMap<string, number>, accepted: ReadonlyMap<string, number>): boolean {
  const distances = [...candidate].flatMap(([code, rate]) => {
    const change = code === "USD" ? null : percentageChange(accepted.get(code) ?? null, rate);
    return change === null ? [] : [Math.abs(change)];
  });
  distances.sort((a, b) => a - b);
  const median = distances[Math.floor(distances.length / 2)];
  return median !== undefined && median > MAX_DISAGREEMENT_PERCENTAGE;
}

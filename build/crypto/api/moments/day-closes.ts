import { defineConversion, type Need, Refusal } from "../../../kit/api/derived.ts";
import { findRows } from "../../../kit/api/find-rows.ts";
import { renderQuery } from "../../../kit/api/query.ts";
import { roundNumber } from "../../../lib/json/significant-digits.ts";
import { DAY_MS, findDay, renderTime } from "../../../lib/time.ts";
import { nameCurrencyFolder } from "../place-file.ts";
import { COIN_CURRENCIES } from "../quote/currencies.ts";
import { type AnswerMeta, findQuote, listReferences, type Quotable, readReferences } from "../quote/quote.ts";
import { bySymbol } from "../rows/find-coin.ts";

/** The prices of all coins on one day, of those of its month. It also runs in workers. */

export interface MonthAnswer {
  data: {
    dates: readonly string[];
    coins: Readonly<Record<string, readonly (number | null)[]>>;
    sources: readonly (readonly string[])[];
  };
  meta: AnswerMeta;
}

interface CoinNames {
  data: readonly { id: string; symbol: string; path: string }[];
}

const DAY_ALLOWED = "a closed UTC day such as 2026-09-01";

/** Gaps of a day are filled until then. Later changes are corrections. */
export const FINAL_AFTER_MS = 2 * DAY_MS;
/** Final answers have no next value: they do not expire in this century. */
export const NEVER_MS = 100 * 365 * DAY_MS;

const monthOf = (date: string): Need<MonthAnswer> => ({
  endpoint: "month-prices",
  values: { month: date.slice(0, 7) },
  optional: true,
});

/** In another currency: what it was worth. A coin's own closes are in the month. */
function listRates(currency: string): Need<Quotable | undefined>[] {
  if (currency === "usd" || currency in COIN_CURRENCIES) return [];
  return listReferences("rows", currency, {});
}

export const dayCloses = defineConversion({
  needs({ currency, values }) {
    const rows: Need<CoinNames> = { endpoint: "coins", values: { limit: "all" }, optional: true };
    const needs: Need[] = [monthOf(String(values["date"])), ...(values["symbols"] === undefined ? [] : [rows])];
    return [...needs, ...listRates(currency)];
  },
  convert(answers, { currency, values }) {
    const month = answers[0] as MonthAnswer | undefined;
    const date = String(values["date"]);
    const dayMs = findDay(date);
    if (dayMs === undefined) return new Refusal("invalid_parameter", `date must be ${DAY_ALLOWED}`);
    const at = month?.data.dates.indexOf(date) ?? -1;
    if (month === undefined || at === -1)
      return new Refusal("not_found", `There are no prices of a closed day ${date}`);
    const symbols = values["symbols"];
    const rate = findRate(currency, dayMs, month.data.coins, at, answers.slice(symbols === undefined ? 1 : 2));
    if (rate === undefined) return null;
    if (rate === null) return new Refusal("not_found", describeNoRateOfDay(date, currency));
    const all = new Map<string, number>();
    for (const [id, closes] of Object.entries(month.data.coins)) {
      const close = closes[at];
      if (close != null) all.set(id, currency === "usd" ? close : roundNumber(roundNumber(close) * rate.value));
    }
    const picked =
      symbols === undefined ? undefined : pickCoins(all, answers[1] as CoinNames | undefined, `${symbols}`);
    const endMs = dayMs + DAY_MS;
    const isFinal =
      month.meta["final"] === true || endMs + FINAL_AFTER_MS <= Date.parse(String(month.meta["updated_at"]));
    return {
      data: { date, coins: Object.fromEntries(picked?.coins ?? all) },
      meta: {
        schema_version: month.meta["schema_version"],
        self: describeSelf(currency, date, symbols),
        updated_at: renderTime(endMs),
        expires_at: renderTime(endMs + (isFinal ? NEVER_MS : FINAL_AFTER_MS + DAY_MS)),
        stale: false,
        sources: [...new Set([...(month.data.sources[at] ?? []), ...rate.sources])].sort(),
        currency,
        final: isFinal,
        symbols: picked === undefined ? null : [...picked.coins.keys()],
        missing: picked?.missing ?? [],
        ...(month.meta["sample"] === true && { sample: true }),
      },
    };
  },
});

interface Rate {
  /** Units for one USD on the day. */
  value: number;
  sources: readonly string[];
}

/** `undefined`: there are no past rates of the currency. `null`: there is none of the day. */
function findRate(
  currency: string,
  dayMs: number,
  coins: MonthAnswer["data"]["coins"],
  at: number,
  references: readonly unknown[],
): Rate | null | undefined {
  if (currency === "usd") return { value: 1, sources: [] };
  const coin = COIN_CURRENCIES[currency];
  if (coin !== undefined) {
    const price = coins[coin.id]?.[at];
    return price == null || price <= 0 ? null : { value: 1 / roundNumber(price), sources: [] };
  }
  const answers = readReferences(references);
  const quote = findQuote("rows", currency, answers);
  const past = answers[1];
  if (quote === undefined || past === undefined) return undefined;
  const value = quote.onDay(dayMs);
  // The current rates may have further sources.
  return value === null ? null : { value, sources: past.meta.sources };
}

function describeNoRateOfDay(date: string, currency: string): string {
  return `There are no prices of ${date} in ${currency.toUpperCase()}: no exchange rate of that day is known`;
}

/** The coins that the texts mean in paths, and former coins, which have their id alone. */
function pickCoins(all: ReadonlyMap<string, number>, names: CoinNames | undefined, symbols: string) {
  const texts = symbols.split(",");
  const rows = findRows(names?.data ?? [], bySymbol, new Set(texts.map((text) => text.toLowerCase())));
  const ids = new Map([...all.keys()].map((id) => [id.toLowerCase(), id]));
  const coins = new Map<string, number>();
  const missing: string[] = [];
  for (const text of texts) {
    const known = text.toLowerCase();
    const id = rows.get(known)?.id ?? ids.get(known) ?? "";
    const price = all.get(id);
    if (price === undefined) missing.push(text);
    else coins.set(id, price);
  }
  return { coins, missing };
}

function describeSelf(currency: string, date: string, symbols: string | number | undefined): string {
  const path = `${nameCurrencyFolder(currency)}prices/${date}`;
  return symbols === undefined ? `${path}.json` : `${path}${renderQuery([["symbols", symbols]])}`;
}

import { type Built, findAnswer, findExample } from "./data-page.ts";

interface Price {
  symbol: string;
  prices: Record<string, number>;
}

interface DayPrices {
  date: string;
  coins: Record<string, number>;
}

/** Coins in the shortened prices of a day. */
const COINS = 3;

/**
 * Published responses that the quick start shows, with the members that a reader needs first;
 * `null` without data. `currencies`: those of the site.
 */
export function computeQuickStartPage(built: Built, currencies: readonly string[]) {
  const currency = currencies.find((code) => code.length === 3 && code !== "btc" && code !== "eth") ?? null;
  const price = findExample<Price>(built, "price");
  const day = findExample<DayPrices>(built, "day-prices");
  return {
    /** Code of a currency with answers of its own; `null` if there is none. */
    currency,
    price: price && {
      data: { symbol: price.data.symbol, prices: pick(price.data.prices, ["usd", currency ?? "btc"]) },
      meta: { updated_at: price.meta.updated_at, expires_at: price.meta.expires_at, stale: price.meta.stale },
    },
    day: day && { data: { date: day.data.date, coins: pick(day.data.coins, listLargest(built)) } },
  };
}

function listLargest(built: Built): string[] {
  const coins = findAnswer<{ id: string }[]>(built, "coins")?.data ?? [];
  return coins.slice(0, COINS).map(({ id }) => id);
}

function pick(object: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = object[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import type { DemoBook, DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import { DEMO_VENUES } from "../../../build/crypto/demo/demo-venues.ts";
import { DAY_MS, MINUTE_MS } from "../../../build/lib/time.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const VENUES = DEMO_VENUES.map(({ id }) => id);
const demo = createDemoMarket({ seed: 1, coins: 250, now: NOW });
const books = VENUES.flatMap((venue) => demo.books(venue));
const spot = books.filter((book) => book.type === "spot");

const digest = ({ coins, books: booksOf }: DemoMarket) =>
  JSON.stringify([coins, VENUES.map((venue) => booksOf(venue))]);
const price = (id: string, timeMs = NOW) => demo.priceUsd(id, timeMs)!;
const findCoin = (id: string) => demo.coins.find((coin) => coin.id === id)!;
function group<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
const tradesAt = (id: string) => spot.filter((book) => book.coinId === id && book.trading);

describe("the demo market", () => {
  it("is equal for equal arguments and differs with the seed and with time", () => {
    const again = { seed: 1, coins: 120, now: NOW };
    const first = digest(createDemoMarket(again));
    expect(digest(createDemoMarket(again))).toBe(first);
    expect(digest(createDemoMarket({ ...again, seed: 2 }))).not.toBe(first);
    expect(digest(createDemoMarket({ ...again, now: NOW + 5 * MINUTE_MS }))).not.toBe(first);
  });

  it("has exactly as many coins as asked for, with unique ids, by market cap", () => {
    for (const count of [1, 12, 250, 1500]) {
      const { coins, priceUsd } = createDemoMarket({ seed: 3, coins: count, now: NOW });
      expect(coins).toHaveLength(count);
      expect(new Set(coins.map(({ id }) => id)).size).toBe(count);
      const caps = coins.map((coin) => priceUsd(coin.id, NOW)! * coin.circulatingSupply);
      expect(caps).toEqual(caps.toSorted((a, b) => b - a));
    }
  });

  it("refuses a number of coins of zero or above the number that exists", () => {
    expect(() => createDemoMarket({ seed: 1, coins: 0, now: NOW })).toThrow(RangeError);
    expect(() => createDemoMarket({ seed: 1, coins: 90_000, now: Date.UTC(2016, 0, 1) })).toThrow(
      "coins exist by then",
    );
  });

  it("gives the same price for a time in markets of any size and moment", () => {
    const later = createDemoMarket({ seed: 1, coins: 40, now: NOW + 90 * DAY_MS });
    for (const id of ["bitcoin", "ethereum", "tether"]) expect(later.priceUsd(id, NOW)).toBe(price(id));
    expect(later.quoteUsd("EUR", NOW)).toBe(demo.quoteUsd("EUR", NOW));
  });

  it("knows any time from a coin's launch to the far future, and nothing before the launch", () => {
    for (const coin of demo.coins) {
      expect(demo.priceUsd(coin.id, coin.launchedMs - 1)).toBeNull();
      for (const time of [coin.launchedMs, NOW, NOW + 4000 * DAY_MS]) expect(price(coin.id, time)).toBeGreaterThan(0);
    }
    expect(() => demo.priceUsd("no-such-coin", NOW)).toThrow(RangeError);
  });

  it("moves in small steps: little in five minutes, some percent in a day", () => {
    const floating = demo.coins.filter(({ marks }) => !marks.has("stable"));
    const moves = (ms: number) => floating.map((coin) => Math.abs(price(coin.id) / price(coin.id, NOW - ms) - 1));
    expect(Math.max(...moves(5 * MINUTE_MS))).toBeLessThan(0.01);
    expect(Math.max(...moves(DAY_MS))).toBeLessThan(0.3);
    const days = Array.from({ length: 200 }, (_, day) =>
      Math.abs(price("solana", NOW - day * DAY_MS) / price("solana", NOW - (day + 1) * DAY_MS) - 1),
    );
    const average = days.reduce((sum, move) => sum + move, 0) / days.length;
    expect(average).toBeGreaterThan(0.008);
    expect(average).toBeLessThan(0.06);
  });

  it("keeps stablecoins near a dollar, except one that lost its peg on every venue", () => {
    for (const coin of demo.coins.filter(({ marks, id }) => marks.has("stable") && id !== "usdd")) {
      expect(Math.abs(price(coin.id) - 1), coin.id).toBeLessThan(0.01);
    }
    expect(price("usdd")).toBeGreaterThan(0.92);
    expect(price("usdd")).toBeLessThan(0.94);
    const direct = spot.filter((book) => book.coinId === "usdd" && book.quote === "USD" && book.trades > 0);
    const quoted = spot.filter((book) => book.coinId === "bitcoin" && book.quote === "USDD" && book.trades > 0);
    expect(new Set(direct.map(({ venue }) => venue)).size).toBeGreaterThanOrEqual(2);
    expect(new Set(quoted.map(({ venue }) => venue)).size).toBeGreaterThanOrEqual(2);
    for (const { last } of direct) expect(Math.abs(last / price("usdd") - 1)).toBeLessThan(0.005);
    for (const { last } of quoted) expect(Math.abs(price("bitcoin") / last / price("usdd") - 1)).toBeLessThan(0.005);
  });

  it("lets extremes enclose the price, and come after the launch", () => {
    for (const coin of demo.coins) {
      expect(coin.athUsd).toBeGreaterThanOrEqual(price(coin.id));
      expect(coin.atlUsd).toBeLessThanOrEqual(price(coin.id));
      for (const time of [coin.athTimeMs, coin.atlTimeMs]) expect(time).toBeLessThanOrEqual(NOW);
      expect(Math.min(coin.athTimeMs, coin.atlTimeMs)).toBeGreaterThanOrEqual(coin.launchedMs);
    }
  });

  it("has tickers that several traded coins share, at different prices except for one pair", () => {
    const shared = group(demo.coins, ({ symbol }) => symbol);
    const groups = [...shared.values()].filter((coins) => coins.length > 1);
    expect(groups.length).toBeGreaterThanOrEqual(6);
    expect(groups.some((coins) => coins.length === 3)).toBe(true);
    const ratio = (coins: typeof demo.coins) => {
      const prices = coins.map(({ id }) => price(id)).toSorted((a, b) => a - b);
      return prices[1]! / prices[0]!;
    };
    expect(groups.filter((coins) => ratio(coins) < 1.25).map((coins) => coins[0]!.symbol)).toEqual(["MOON"]);
    const traded = groups.filter((coins) => coins.filter(({ id }) => tradesAt(id).length > 0).length > 1);
    expect(traded.length).toBeGreaterThanOrEqual(6);
  });

  it("gives every code of a venue one coin only", () => {
    const coinsOf = group(spot, (book) => `${book.venue}:${book.base}`);
    for (const [code, own] of coinsOf) expect(new Set(own.map(({ coinId }) => coinId)).size, code).toBe(1);
    const names = books.map((book) => `${book.venue}:${book.base}/${book.quote}:${book.type}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("lists about a third of the coins on no venue, and marks exactly those", () => {
    const share = demo.coins.filter(({ referenceOnly }) => referenceOnly).length / demo.coins.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.45);
    for (const coin of demo.coins) {
      const listed = spot.some((book) => book.coinId === coin.id);
      expect(listed, coin.id).toBe(!coin.referenceOnly);
    }
  });

  it("has coins of a single venue, trusted ones and others, and coins that cost next to nothing", () => {
    const single = demo.coins
      .map(({ id }) => new Set(tradesAt(id).map(({ venue }) => venue)))
      .filter(({ size }) => size === 1);
    const venues = new Set(single.flatMap((own) => [...own]));
    expect(["coinbase", "kraken", "okx", "binance"].some((venue) => venues.has(venue))).toBe(true);
    expect(["mexc", "htx", "gate"].some((venue) => venues.has(venue))).toBe(true);
    expect(demo.coins.filter(({ id, referenceOnly }) => price(id) < 1e-10 && !referenceOnly).length).toBeGreaterThan(0);
  });

  it("trades some coins in lots and under codes of the venue's own", () => {
    const find = (venue: string, base: string) => spot.find((book) => book.venue === venue && book.base === base)!;
    expect(find("binance", "1000SATS").coinId).toBe("sats-ordinals");
    expect(find("binance", "1000SATS").last).toBeCloseTo(
      (1000 * price("sats-ordinals")) / demo.quoteUsd("USDT", NOW),
      6,
    );
    expect(find("kraken", "XBT").coinId).toBe("bitcoin");
    expect(find("kraken", "XDG").coinId).toBe("dogecoin");
    expect(find("kucoin", "BCHSV").coinId).toBe("bitcoin-cash-sv");
    expect(find("bitfinex", "DSH").coinId).toBe("dash");
    expect(find("mexc", "GAS").coinId).toBe("gas-dao");
  });

  it("has tickers that cannot be file names", () => {
    const symbols = new Set(demo.coins.map(({ symbol }) => symbol));
    for (const symbol of ["$ANRX", "🦴", "CON", "币安人生", "A/B", ".COM", "INDEX", "SEARCH"])
      expect(symbols).toContain(symbol);
    expect(findCoin("harrypotterobamasonic10in").symbol.toLowerCase()).toBe(findCoin("bitcoin").id);
  });

  it("has books that are halted, idle, frozen or never traded, and wide ones on one venue's small coins", () => {
    const count = (match: (book: DemoBook) => boolean) => spot.filter(match).length;
    expect(count((book) => !book.trading && book.trades === 0)).toBeGreaterThan(20);
    expect(count((book) => !book.trading && book.trades > 0 && book.venue === "binance")).toBeGreaterThan(3);
    expect(count((book) => book.trading && book.trades === 0 && book.last > 0)).toBeGreaterThan(10);
    expect(count((book) => book.trading && book.last === 0)).toBeGreaterThan(3);
    expect(count((book) => book.trades > 0 && NOW - book.lastTradeMs > 3_600_000 && book.trading)).toBeGreaterThan(5);
    const wide = spot.filter((book) => book.trades > 0 && book.bid !== null && book.ask! / book.bid > 1.1);
    expect(wide.length).toBeGreaterThan(3);
    expect(new Set(wide.map(({ venue }) => venue))).toEqual(new Set(["kraken"]));
  });

  it("offers fiat crosses near the fiat rates and plausible volumes", () => {
    const cross = demo.books("kraken").find((book) => book.base === "USD" && book.quote === "JPY")!;
    expect(Math.abs(cross.last * demo.quoteUsd("JPY", NOW) - 1)).toBeLessThan(0.002);
    const largest = demo.books("binance").find((book) => book.base === "BTC" && book.quote === "USDT")!;
    expect(largest.quoteVolume).toBeGreaterThan(2e8);
    expect(largest.quoteVolume).toBeLessThan(5e9);
  });

  it("keeps the numbers of every book in order", () => {
    for (const book of books) {
      const name = `${book.venue}:${book.base}/${book.quote}`;
      expect(
        Object.values(book).every((value) => typeof value !== "number" || Number.isFinite(value)),
        name,
      ).toBe(true);
      if (book.trades === 0) continue;
      if (book.bid !== null) expect(book.ask, name).toBeGreaterThanOrEqual(book.bid);
      expect(Math.abs(book.quoteVolume / book.baseVolume / book.vwap - 1), name).toBeLessThan(1e-9);
      expect(book.lastTradeMs, name).toBeLessThanOrEqual(NOW);
    }
  });
});

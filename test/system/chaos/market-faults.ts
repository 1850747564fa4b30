import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import type { DemoBook, DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import type { Draw, Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;
const PRICES = ["last", "bid", "ask", "open24h", "vwap"] as const;

export const MARKET_FAULTS: readonly Fault[] = [
  scaled("price-times-10", "every price multiplied by 10", 10),
  scaled("price-by-1000", "every price divided by 1,000", 1 / 1_000),
  {
    id: "one-price-times-3",
    what: "the price of one coin multiplied by 3",
    level: "market",
    lies: true,
    lens(world, draw) {
      const { id } = world.coins[Math.floor(draw("coin") * world.coins.length)]!;
      return reprice(world, (coinId) => (coinId === id ? 3 : 1));
    },
  },
  {
    id: "base-quote-swapped",
    what: "base and quote swapped: inverted prices, swapped volumes",
    lies: true,
    level: "market",
    lens: (world) => ({
      ...world,
      books: (venue) => world.books(venue).map(invert),
      priceUsd: (coinId, timeMs) => mapPrice(world.priceUsd(coinId, timeMs), (price) => 1 / price),
    }),
  },
  {
    id: "other-coin",
    what: "another coin's price under a known ticker",
    level: "market",
    lies: true,
    lens: exchangeCoins,
  },
  {
    id: "old-answer",
    what: "the whole response from two days ago, with its times",
    level: "market",
    lies: true,
    lens: (world) => goBack(world, 48 * HOUR_MS),
  },
  {
    id: "stale-timestamps",
    what: "current prices with times from two days ago",
    level: "market",
    lies: true,
    lens: (world) => ({
      ...world,
      books: (venue) => world.books(venue).map((book) => ({ ...book, lastTradeMs: book.lastTradeMs - 48 * HOUR_MS })),
    }),
  },
  {
    id: "future-timestamps",
    what: "times in the future (tomorrow)",
    level: "market",
    lies: true,
    lens: (world) => ({
      ...world,
      books: (venue) => world.books(venue).map((book) => ({ ...book, lastTradeMs: book.lastTradeMs + 24 * HOUR_MS })),
    }),
  },
  {
    id: "false-depeg",
    what: "a stablecoin falsely reported at 0.90 USD",
    level: "market",
    lies: true,
    lens: (world) => depegMarket(world, "tether", "USDT", 0.9),
  },
];

/** The market itself changes: a stablecoin loses value in every pair and list. */
export function depegMarket(world: DemoMarket, coinId: string, code: string, factor: number): DemoMarket {
  return {
    ...world,
    books: (venue) =>
      world.books(venue).map((book) => {
        if (book.base === code || book.coinId === coinId) return scaleBook(book, factor);
        return book.quote === code ? scaleBook(book, 1 / factor) : book;
      }),
    priceUsd: (id, timeMs) => mapPrice(world.priceUsd(id, timeMs), (price) => (id === coinId ? price * factor : price)),
    quoteUsd: (quote, timeMs) => world.quoteUsd(quote, timeMs) * (quote === code ? factor : 1),
  };
}

function scaled(id: string, what: string, factor: number): Fault {
  return { id, what, level: "market", lies: true, lens: (world) => reprice(world, () => factor) };
}

/** All books and true prices of a coin by a factor. */
export function reprice(world: DemoMarket, factorOf: (coinId: string | null) => number): DemoMarket {
  return {
    ...world,
    books: (venue) => world.books(venue).map((book) => scaleBook(book, factorOf(book.coinId))),
    priceUsd: (coinId, timeMs) => mapPrice(world.priceUsd(coinId, timeMs), (price) => price * factorOf(coinId)),
  };
}

function scaleBook(book: DemoBook, factor: number): DemoBook {
  const scaled: DemoBook = { ...book, quoteVolume: book.quoteVolume * factor };
  for (const field of PRICES) scaled[field] = mapPrice(book[field], (price) => price * factor) as number;
  return scaled;
}

function invert(book: DemoBook): DemoBook {
  const turned: DemoBook = { ...book, baseVolume: book.quoteVolume, quoteVolume: book.baseVolume };
  for (const field of PRICES) turned[field] = mapPrice(book[field], turn) as number;
  return { ...turned, bid: mapPrice(book.ask, turn), ask: mapPrice(book.bid, turn) };
}

const turn = (price: number): number => (price === 0 ? 0 : 1 / price);

function mapPrice(price: number | null, change: (price: number) => number): number | null {
  return price === null ? null : change(price);
}

/** Two of the largest coins with each other: their codes at a venue, their prices in a list. */
function exchangeCoins(world: DemoMarket, draw: Draw): DemoMarket {
  const first = Math.floor(draw("first") * world.coins.length);
  const second = (first + 1 + Math.floor(draw("second") * (world.coins.length - 1))) % world.coins.length;
  const a = world.coins[first]!;
  const b = world.coins[second]!;
  const other = (id: string | null) => (id === a.id ? b.id : id === b.id ? a.id : id);
  return {
    ...world,
    books(venue) {
      const books = world.books(venue);
      const codes = new Map(books.flatMap(({ coinId, base }) => (coinId === null ? [] : [[coinId, base] as const])));
      const codeA = codes.get(a.id);
      const codeB = codes.get(b.id);
      if (codeA === undefined || codeB === undefined) return books;
      const swapped = (code: string) => (code === codeA ? codeB : code === codeB ? codeA : code);
      const names = new Set<string>();
      return books.flatMap((book) => {
        const base = book.type === "spot" ? swapped(book.base) : book.base;
        // A venue lists a pair once, and no coin against itself.
        const name = `${base}/${book.quote}/${book.type}`;
        if (base === book.quote || names.has(name)) return [];
        names.add(name);
        return { ...book, base };
      });
    },
    priceUsd: (coinId, timeMs) => world.priceUsd(other(coinId)!, timeMs),
  };
}

function goBack(world: DemoMarket, ms: number): DemoMarket {
  return createDemoMarket({ seed: world.seed, coins: world.coins.length, now: world.now - ms });
}

import { DAY_MS } from "../../lib/time.ts";
import type { DemoBook } from "./demo-market.ts";
import type { BookInput } from "./make-book.ts";
import { hashText, smoothNoise, toUnit } from "./noise.ts";

/** Books that are no spot market of a coin: what a venue's all-ticker call mixes in with them. */
export interface OddBook {
  identity: BookInput["identity"];
  /** In quote per base at a time. */
  priceAt(timeMs: number): number;
  usdVolume: number;
}

const LEVERAGED = "BTC ETH SOL XRP DOGE ADA AVAX LINK LTC SUI PEPE SHIB TRX DOT UNI AAVE".split(" ");
const STOCKS: readonly (readonly [string, number])[] = [
  ...([
    ["AAPL", 268],
    ["TSLA", 412],
    ["NVDA", 187],
    ["MSFT", 505],
    ["AMZN", 228],
    ["META", 640],
  ] as const),
  ...([
    ["GOOGL", 291],
    ["SPY", 668],
    ["QQQ", 602],
    ["COIN", 290],
    ["MSTR", 206],
    ["HOOD", 121],
  ] as const),
];
const PERPETUALS = 60;
const DUPLICATED = "BTC ETH SOL XRP DOGE ADA AVAX LINK LTC SUI TRX DOT UNI AAVE HBAR XLM ZEC BCH SHIB USDC".split(" ");

/** `ownBooks`: the venue's spot books, which derivatives and duplicates are made after. */
export function listOddBooks(venue: string, ownBooks: readonly DemoBook[], seed: number): OddBook[] {
  const wander = (name: string, price: number, amplitude: number) => {
    const key = hashText(`${venue}/${name}`, seed);
    return (timeMs: number) => price * Math.exp(amplitude * smoothNoise(key, timeMs / (3 * DAY_MS)));
  };
  const odd = (base: string, quote: string, type: DemoBook["type"], price: number, usdVolume: number): OddBook => ({
    identity: { venue, coinId: null, base, quote, type },
    priceAt: wander(`${base}/${quote}`, price, type === "leveraged" ? 0.3 : 0.04),
    usdVolume,
  });
  const bases = new Set(ownBooks.map((book) => book.base));
  const leveraged = (suffixes: readonly string[]) =>
    LEVERAGED.filter((symbol) => bases.has(symbol)).flatMap((symbol) =>
      suffixes.map((suffix) => {
        const price = 0.02 + 4 * toUnit(hashText(`${symbol}${suffix}`, seed));
        return odd(symbol + suffix, "USDT", "leveraged", price, 40_000);
      }),
    );
  const stocks = (suffix: string, quote: string, count: number) =>
    STOCKS.slice(0, count).map(([symbol, price]) => odd(symbol + suffix, quote, "tokenised", price, 900_000));
  const like = (book: DemoBook, type: DemoBook["type"], premium: number): OddBook => ({
    identity: { venue, coinId: type === "duplicate" ? book.coinId : null, base: book.base, quote: book.quote, type },
    priceAt: wander(`${book.base}/${book.quote}/${type}`, book.last * premium, 0.001),
    usdVolume: type === "derivative" ? 3e7 : 20_000,
  });
  const inUsd = ownBooks.filter(
    (book) => book.type === "spot" && book.trading && book.quote === "USD" && book.last > 0,
  );
  switch (venue) {
    case "binance":
      return leveraged(["UP", "DOWN"]);
    case "kucoin":
    case "mexc":
      return leveraged(["3L", "3S"]);
    case "gate":
      return leveraged(["3L", "3S", "5L", "5S"]);
    case "htx":
      return leveraged(["3L", "3S"]).slice(0, 16);
    case "okx":
      return [...stocks("X", "USDT", 3), odd("TESTOK", "USDT", "test", 1, 10)];
    case "bitget":
      return stocks("ON", "USDT", 12);
    case "bybit":
      return stocks("X", "USDT", 8);
    case "bitfinex":
      return [odd("TESTBTC", "TESTUSD", "test", 30_000, 500), odd("TESTBTC", "TESTUSDT", "test", 30_010, 500)];
    case "crypto-com":
      return inUsd.slice(0, PERPETUALS).map((book) => like(book, "derivative", 1.0008));
    case "kraken": {
      const twins = inUsd.filter(
        (book) => DUPLICATED.includes(book.base) || book.base === "XBT" || book.base === "XDG",
      );
      return twins.map((book) => like(book, "duplicate", 0.9985));
    }
    default:
      return [];
  }
}

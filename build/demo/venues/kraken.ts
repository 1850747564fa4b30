import { MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import { renderDecimal, renderFixed } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import { isFiat } from "../fiat-rates.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { isActive, priceAt, restingSize, startOfDay } from "../venue-book.ts";
import { buildNewestCandles } from "../venue-candles.ts";

/** Written with the old code in `wsname`, with the usual one everywhere else when `assetVersion=1` is asked for. */
const PUBLIC: Readonly<Record<string, string>> = { XBT: "BTC", XDG: "DOGE" };
const WEBSOCKET: Readonly<Record<string, string>> = { BTC: "XBT", DOGE: "XDG" };
/** Assets of the first years carry an X before their code in classic names, currencies a Z. */
const PREFIXED = new Set("XBT ETH LTC XRP XDG ZEC XMR XLM ETC".split(" "));

const publicCode = (code: string) => PUBLIC[code] ?? code;
const websocketCode = (code: string) => WEBSOCKET[code] ?? code;

function publicName(book: SampleBook): string {
  const pair = `${publicCode(book.base)}/${publicCode(book.quote)}`;
  return book.type === "duplicate" ? `${pair}:BTNL` : pair;
}

function classicCode(code: string): string {
  const old = websocketCode(code);
  if (PREFIXED.has(old)) return `X${old}`;
  return isFiat(old) ? `Z${old}` : old;
}

/** `XXBTZUSD` where the base is of the first years, `SOLUSD` otherwise. */
function classicName(book: SampleBook): string {
  const [base, quote] = [websocketCode(book.base), websocketCode(book.quote)];
  const pair = PREFIXED.has(base) ? classicCode(base) + classicCode(quote) : base + quote;
  return book.type === "duplicate" ? `${pair}:BTNL` : pair;
}

/** Pairs of `[today, last 24 hours]`, text but for the counts; `o` is the open of the UTC day. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const today = (world.now - startOfDay(world)) / 86_400_000;
  const idle = !isActive(book);
  const text = (value: number) => (idle ? "0.00000000" : renderDecimal(value));
  const volume = (value: number) => renderFixed(idle ? 0 : value, 8);
  const side = (price: number | null, label: string) => {
    const size = restingSize(world, book, label);
    return [price === null ? "0.00000" : renderDecimal(price), String(Math.floor(size)), renderFixed(size, 3)];
  };
  return {
    a: side(book.ask, "ask"),
    b: side(book.bid, "bid"),
    c: [text(book.last), volume(restingSize(world, book, "last"))],
    v: [volume(book.baseVolume * today), volume(book.baseVolume)],
    p: [text(book.vwap), text(book.vwap)],
    t: [Math.floor(book.trades * today), book.trades],
    l: [text(book.low24h), text(book.low24h)],
    h: [text(book.high24h), text(book.high24h)],
    o: text(priceAt(world, book, startOfDay(world))),
  };
}

function renderPair(book: SampleBook, modern: boolean) {
  const fees = [
    [0, 0.4],
    [10_000, 0.35],
    [50_000, 0.24],
  ];
  return {
    altname: websocketCode(book.base) + websocketCode(book.quote),
    wsname: `${websocketCode(book.base)}/${websocketCode(book.quote)}`,
    aclass_base: book.type === "tokenised" ? "tokenized_asset" : "currency",
    base: modern ? publicCode(book.base) : classicCode(book.base),
    aclass_quote: "currency",
    quote: modern ? publicCode(book.quote) : classicCode(book.quote),
    lot: "unit",
    cost_decimals: 5,
    pair_decimals: 8,
    lot_decimals: 8,
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees,
    fees_maker: fees,
    fee_volume_currency: "ZUSD",
    margin_call: 80,
    margin_stop: 40,
    ordermin: "0.0001",
    costmin: "0.5",
    tick_size: "0.00000001",
    status: book.trading ? "online" : "cancel_only",
  };
}

/** Entries that can be had at all, the running one included. */
const MAX_CANDLES = 720;

/** A pair goes by any of its names in the question and by its classic one in the answer; nothing older than the newest 720. */
function answerOhlc(query: URLSearchParams, world: SampleWorld): SimulatedAnswer {
  const pair = query.get("pair");
  const book = world
    .books("kraken")
    .find((candidate) =>
      [
        websocketCode(candidate.base) + websocketCode(candidate.quote),
        classicName(candidate),
        publicName(candidate),
      ].includes(pair ?? ""),
    );
  if (book === undefined) return { body: { error: ["EQuery:Unknown asset pair"] } };
  const intervalMs = Number(query.get("interval") ?? "1") * MINUTE_MS;
  const sinceMs = Number(query.get("since") ?? "0") * SECOND_MS;
  const candles = buildNewestCandles(world, book, intervalMs, MAX_CANDLES);
  const rows = candles
    .filter(({ timeMs }, index) => timeMs > sinceMs || index === candles.length - 1)
    .map(({ timeMs, open, high, low, close, average, baseVolume, trades }) => {
      return [timeMs / SECOND_MS, open, high, low, close, average, baseVolume, trades];
    });
  return { body: { error: [], result: { [classicName(book)]: rows, last: rows.at(-2)?.[0] ?? 0 } } };
}

export const krakenSimulator: Simulator = {
  source: "kraken",
  hosts: ["api.kraken.com"],
  answer({ url }, world) {
    const modern = url.searchParams.get("assetVersion") === "1";
    const name = modern ? publicName : classicName;
    const answer = (parameter: string, render: (book: SampleBook) => unknown) => {
      const tokenised = url.searchParams.get(parameter) === "tokenized_asset";
      const books = world.books("kraken").filter((book) => (book.type === "tokenised") === tokenised);
      return { body: { error: [], result: Object.fromEntries(books.map((book) => [name(book), render(book)])) } };
    };
    switch (url.pathname) {
      case "/0/public/Ticker":
        return answer("asset_class", (book) => renderTicker(book, world));
      case "/0/public/AssetPairs":
        return answer("aclass_base", (book) => renderPair(book, modern));
      case "/0/public/OHLC":
        return answerOhlc(url.searchParams, world);
      default:
        return undefined;
    }
  },
};

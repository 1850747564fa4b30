import { type AnswerTime, EACH_ROW, type FlatVenue } from "../../sources/venue.ts";
import type { DemoBook, DemoMarket } from "../demo-market.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { isActive, renderDecimal, renderFixed, trimNumber, wrapRows } from "../venue-book.ts";
import { findTicker } from "../venue-codes.ts";
import { answerCandles } from "./candles.ts";

/** What a venue does that its declaration does not say. */
export interface FlatHabits {
  /** What is sent for a price that there is not: `0` or `"0"` where absent. */
  empty?: "" | null;
  /** Significant digits of volumes in text. */
  volumeDigits?: number;
  /** Prices and volumes in text have exactly so many decimals. */
  decimals?: number;
  /** The ticker call also has the markets that do not trade. */
  listsAll?: true;
  /** Market names keep the code from before a rename. */
  keepsOldNames?: true;
  /** What is sent of a market without trades: everything (absent), no sides and open, or zeros. */
  idle?: "no sides" | "zeros";
  /** Never answers: why, in a few words, and what it sends instead. */
  outage?: { reason: string; answer: SimulatedAnswer };
  nameOf?(book: DemoBook): string | undefined;
  /** Further or other fields of a row. */
  listing?(book: DemoBook): Record<string, unknown>;
  ticker?(book: DemoBook, demo: DemoMarket): Record<string, unknown>;
}

/** The simulator of a venue that follows from its source's declaration. */
export function simulateFlatVenue(id: string, flat: FlatVenue, habits: FlatHabits = {}): Simulator {
  const listingUrl = new URL(flat.listing.url);
  const tickersUrl = new URL(flat.tickers.url);
  return {
    source: id,
    hosts: [...new Set([listingUrl.host, tickersUrl.host])],
    ...(habits.outage === undefined ? {} : { outage: habits.outage.reason }),
    answer({ url }, demo) {
      if (habits.outage !== undefined) return habits.outage.answer;
      const books = demo.books(id);
      if (url.pathname === listingUrl.pathname) {
        const names = new Map(demo.coins.map((coin) => [coin.id, coin.name]));
        // Without a status, the listing has only what trades.
        const listed = Object.keys(flat.listing.trading).length > 0 ? books : books.filter(({ trading }) => trading);
        const rows = listed.map((book) => renderMarket(id, flat, habits, book, names));
        return { body: wrapRows(flat.status, flat.listing, rows) };
      }
      if (url.pathname !== tickersUrl.pathname) {
        return answerCandles(id, url, demo, (book) => getName(flat.form, habits, book));
      }
      const listed = habits.listsAll === true ? books : books.filter(({ trading, type }) => trading && type !== "test");
      const rows = listed.map((book) => renderTicker(flat, habits, book, demo));
      const body = wrapRows(flat.status, flat.tickers, rows);
      return { body: flat.tickers.madeAt === undefined ? body : addTime(body, flat, flat.tickers.madeAt, demo.now) };
    },
  };
}

function getName(form: string, habits: FlatHabits, book: DemoBook): string {
  const parts = { base: book.base.toLowerCase(), quote: book.quote.toLowerCase(), BASE: book.base, QUOTE: book.quote };
  return habits.nameOf?.(book) ?? form.replace(/\{(\w+)\}/g, (_, part: keyof typeof parts) => parts[part]);
}

function renderMarket(
  id: string,
  { listing, form }: FlatVenue,
  habits: FlatHabits,
  book: DemoBook,
  names: ReadonlyMap<string, string>,
): object {
  const flags = Object.entries(listing.trading).map(([field, [open]]) => {
    return [field, book.trading ? open : open === true ? false : "offline"] as const;
  });
  const spell = (code: string) => (form.includes("{base}") ? code.toLowerCase() : code);
  const base = habits.keepsOldNames === true ? findTicker(id, book.base) : book.base;
  return {
    [listing.market]: getName(form, habits, book),
    ...(listing.base === undefined ? {} : { [listing.base]: spell(base) }),
    ...(listing.quote === undefined ? {} : { [listing.quote]: spell(book.quote) }),
    ...(listing.baseName === undefined ? {} : { [listing.baseName]: names.get(book.coinId ?? "") ?? book.base }),
    ...Object.fromEntries(flags),
    ...habits.listing?.(book),
  };
}

function renderTicker(flat: FlatVenue, habits: FlatHabits, book: DemoBook, demo: DemoMarket): object {
  const { numbers, tickers } = flat;
  const { volumeDigits = 16, decimals, idle } = habits;
  const active = isActive(book) && (idle !== "zeros" || book.type === "spot");
  const zero = numbers === "number" ? 0 : decimals === undefined ? "0" : renderFixed(0, decimals);
  const empty = habits.empty === undefined ? zero : habits.empty;
  const price = (value: number | null, none: unknown) => {
    if (value === null || value === 0) return none;
    if (numbers === "number") return trimNumber(value);
    return decimals === undefined ? renderDecimal(value) : renderFixed(value, decimals);
  };
  const volume = (value: number) => {
    if (numbers === "number") return value;
    return decimals === undefined ? renderDecimal(value, volumeDigits) : renderFixed(value, decimals);
  };
  const shown = idle === undefined || active;
  const values: Record<string, unknown> = {
    last: idle === "zeros" && !active ? zero : price(book.last, tickers.mayLackLast === true ? empty : zero),
    bid: shown ? price(book.bid, empty) : empty,
    ask: shown ? price(book.ask, empty) : empty,
    open24h: shown ? price(book.open24h, empty) : empty,
    vwap: shown ? price(book.vwap, empty) : empty,
    baseVolume: volume(active ? book.baseVolume : 0),
    quoteVolume: volume(active ? book.quoteVolume : 0),
    usdVolume: renderFixed(book.quoteVolume * demo.quoteUsd(book.quote, demo.now), 2),
    tradeTimeMs: isActive(book) ? book.lastTradeMs : 0,
    trades: active ? book.trades : 0,
  };
  const { market, ...fields } = tickers.fields;
  const row = {
    [market]: getName(flat.form, habits, book),
    ...Object.fromEntries(Object.entries(fields).map(([key, field]) => [field, values[key]])),
    ...(tickers.change === undefined
      ? {}
      : { [tickers.change.field]: shown ? renderChange(tickers.change.unit, book) : empty }),
    ...habits.ticker?.(book, demo),
  };
  // Places that the source does not read are `null` in JSON.
  return /^\d+$/.test(market) ? Object.assign([], row) : row;
}

/** States when the answer is made, in the body or in each row. */
function addTime(body: unknown, { numbers }: FlatVenue, { path, unitMs }: AnswerTime, now: number): unknown {
  const count = Math.floor(now / unitMs);
  const isText = path.includes(EACH_ROW) && numbers === "text";
  const add = (value: unknown, [key = "", ...rest]: readonly string[]): unknown => {
    if (key === EACH_ROW) return (value as unknown[]).map((row) => add(row, rest));
    const fields = value as Readonly<Record<string, unknown>>;
    if (rest.length > 0) return { ...fields, [key]: add(fields[key], rest) };
    const own = { [key]: isText ? String(count) : count };
    return Array.isArray(value) ? Object.assign([...value], own) : { ...own, ...fields };
  };
  return add(body, path.split("."));
}

function renderChange(unit: "percent" | "ratio" | "price", book: DemoBook): string {
  if (!isActive(book)) return "0";
  if (unit === "price") return renderDecimal(book.last - book.open24h);
  const ratio = book.last / book.open24h - 1;
  return unit === "percent" ? renderDecimal(Number((100 * ratio).toFixed(2))) : ratio.toFixed(4);
}

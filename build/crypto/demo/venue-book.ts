import { DAY_MS } from "../../lib/time.ts";
import { BY_MARKET, type FlatVenue } from "../sources/venue.ts";
import type { DemoBook, DemoMarket } from "./demo-market.ts";

/** The price of a book at times of the last days, from the true prices of both assets. */
export function createPriceReader(demo: DemoMarket, book: DemoBook): (timeMs: number) => number {
  if (book.type !== "spot" || !isActive(book)) return () => book.open24h;
  const before = getTruth(demo, book, demo.now - DAY_MS);
  return (timeMs) => book.open24h * (getTruth(demo, book, timeMs) / before);
}

/** Whether it traded in the last 24 hours. */
export function isActive(book: DemoBook): boolean {
  return book.trades > 0;
}

function getTruth(demo: DemoMarket, book: DemoBook, timeMs: number): number {
  const base = book.coinId === null ? null : demo.priceUsd(book.coinId, timeMs);
  const baseUsd = base ?? (book.coinId === null ? demo.quoteUsd(book.base, timeMs) : 1);
  return baseUsd / demo.quoteUsd(book.quote, timeMs);
}

/** Enough digits for any price to come back within a millionth. */
const SIGNIFICANT = 8;
const MAX_DECIMALS = 40;

/** A number as venues write it in text: plain decimals, never an exponent, no trailing zeros. */
export function renderDecimal(value: number, significant = SIGNIFICANT): string {
  if (value === 0) return "0";
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(Math.max(significant - 1 - exponent, 0), MAX_DECIMALS);
  const text = Math.abs(value) < 1e21 ? value.toFixed(decimals) : BigInt(value).toString();
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The same with a fixed number of decimals, trailing zeros kept. */
export function renderFixed(value: number, decimals: number): string {
  return Math.abs(value) < 1e21 ? value.toFixed(decimals) : BigInt(value).toString();
}

/** A number with only so many significant digits, as venues that send numbers send them. */
export function trimNumber(value: number, significant = SIGNIFICANT): number {
  return Number(value.toPrecision(significant));
}

/** A row by the name of its market. */
function nameRow(row: object): [name: string, fields: object] {
  const fields = Object.entries(row).filter(([field]) => field !== BY_MARKET);
  return [String(Reflect.get(row, BY_MARKET)), Object.fromEntries(fields)];
}

/** The body around rows that lie at a path, below the status. */
export function wrapRows(
  status: FlatVenue["status"],
  { rows: path, beside }: { rows?: string; beside?: object },
  rows: readonly object[],
): unknown {
  const keys = path?.split(".") ?? [];
  const isByMarket = keys.at(-1) === BY_MARKET;
  if (isByMarket) keys.pop();
  const content = isByMarket ? Object.fromEntries(rows.map(nameRow)) : rows;
  if (keys.length === 0) return content;
  const inner = keys.reduceRight<unknown>(
    (body, key, depth) => ({ ...(depth === keys.length - 1 ? beside : {}), [key]: body }),
    content,
  );
  return { ...(status === undefined ? {} : { [status.field]: status.ok }), ...(inner as object) };
}

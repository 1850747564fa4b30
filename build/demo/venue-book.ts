import { DAY_MS, floorTo, HOUR_MS } from "../lib/time.ts";
import type { DemoBook, DemoMarket } from "./demo-market.ts";

/** The price of a book at a time of the last days, from the true prices of both assets. */
export function priceAt(demo: DemoMarket, book: DemoBook, timeMs: number): number {
  if (book.type !== "spot" || !isActive(book)) return book.open24h;
  const since = demo.now - DAY_MS;
  return book.open24h * (getTruth(demo, book, timeMs) / getTruth(demo, book, since));
}

/** The start of the running UTC day, or of a day that begins so many hours later. */
export function startOfDay(demo: DemoMarket, offsetHours = 0): number {
  const offset = offsetHours * HOUR_MS;
  return floorTo(demo.now - offset, DAY_MS) + offset;
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

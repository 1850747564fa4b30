import { DAY_MS, floorTo, HOUR_MS } from "../lib/time.ts";
import type { SampleBook, SampleWorld } from "./demo-world.ts";

/** The price of a book at any time of the last days, in quote per base, following the true prices of both assets. */
export function priceAt(world: SampleWorld, book: SampleBook, timeMs: number): number {
  if (book.type !== "spot" || !isActive(book)) return book.open24h;
  const since = world.now - DAY_MS;
  return book.open24h * (getTruth(world, book, timeMs) / getTruth(world, book, since));
}

/** The start of the running UTC day, or of a day that begins so many hours later. */
export function startOfDay(world: SampleWorld, offsetHours = 0): number {
  const offset = offsetHours * HOUR_MS;
  return floorTo(world.now - offset, DAY_MS) + offset;
}

/** Whether it traded in the last 24 hours. */
export function isActive(book: SampleBook): boolean {
  return book.trades > 0;
}

/** A quantity resting at the best price, as a share of the day's volume. */
export function restingSize(world: SampleWorld, book: SampleBook, side: string): number {
  return book.baseVolume * 0.001 * world.noise(`${book.venue}:${book.base}/${book.quote}:${side}`) + 0.01;
}

function getTruth(world: SampleWorld, book: SampleBook, timeMs: number): number {
  const base = book.coinId === null ? null : world.priceUsd(book.coinId, timeMs);
  const baseUsd = base ?? (book.coinId === null ? world.quoteUsd(book.base, timeMs) : 1);
  return baseUsd / world.quoteUsd(book.quote, timeMs);
}

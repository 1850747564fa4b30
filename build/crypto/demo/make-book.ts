import { addUp } from "../../lib/stats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import type { DemoBook } from "./demo-market.ts";
import { mix, toUnit } from "./noise.ts";

/**
 * `live` trades; `stale` had no trade in the last hour; `dead` had none for days; `never` had none
 * at all; `halted` was taken down; `frozen` was taken down and still shows its last day.
 */
export type BookState = "live" | "stale" | "dead" | "never" | "halted" | "frozen";

export interface BookInput {
  identity: Pick<DemoBook, "venue" | "coinId" | "base" | "quote" | "type">;
  state: BookState;
  now: number;
  /** A hash of the book's own, for its noise. */
  key: number;
  rank: number;
  /** Prices over the last 24 hours in equal steps, oldest first. */
  window: readonly number[];
  /** The price in quote per base at an earlier time. */
  priceAt(timeMs: number): number;
  /** What it would trade in 24 hours in USD if it is live. */
  usdVolume: number;
  /** USD per quote. */
  quoteUsd: number;
  /** Half of the spread as a share of the price. */
  halfSpread: number;
  /** The moment at which a frozen book stopped. */
  frozenMs: number;
}

/** Builds one book. Live prices lie a few basis points around the true price. */
export function makeBook(input: BookInput): DemoBook {
  const { state, now, window } = input;
  const draw = (salt: number) => toUnit(mix(input.key + Math.imul(salt, 0x9e3779b1)));
  const base = { ...input.identity, trading: state !== "halted" && state !== "frozen" };
  const truth = window.at(-1)!;
  if (state === "never") return { ...base, ...makeEmpty(), bid: truth * 0.05, ask: truth * 2.4 };
  if (state === "dead" || state === "halted") {
    const lastTradeMs = now - Math.round((state === "dead" ? 2 + 38 * draw(1) : 60 + 140 * draw(1)) * DAY_MS);
    const last = input.priceAt(lastTradeMs);
    const sides = state === "dead" ? { bid: truth * 0.93, ask: truth * 1.09 } : { bid: null, ask: null };
    return { ...base, ...makeEmpty(), ...sides, last, open24h: last, lastTradeMs };
  }
  if (state === "frozen") {
    const last = input.priceAt(input.frozenMs);
    const traded = makeVolume(input.usdVolume * 0.02, last, last * 1.002, input.quoteUsd, draw(2));
    const range = { open24h: last * 0.97, vwap: last * 1.002 };
    return { ...base, last, bid: null, ask: null, ...range, ...traded, lastTradeMs: input.frozenMs };
  }
  const stale = state === "stale";
  const lastTradeMs = now - Math.round(stale ? (70 + 900 * draw(1)) * MINUTE_MS : idleMs(input.usdVolume, draw(1)));
  const wobble = toUnit(mix(input.key ^ Math.floor(now / MINUTE_MS))) * 2 - 1;
  const noise = wobble * Math.min(0.0003 + input.rank * 2e-6, 0.0015);
  const middle = truth * (1 + noise / 2);
  const half = stale ? Math.max(input.halfSpread, 0.02) : input.halfSpread;
  const last = stale ? input.priceAt(lastTradeMs) : truth * (1 + noise);
  const open24h = window[0]! * (1 + (draw(3) - 0.5) * 0.0006);
  const vwap = addUp(window) / window.length;
  return {
    ...base,
    last,
    bid: middle * (1 - half),
    ask: middle * (1 + half),
    open24h,
    vwap,
    ...makeVolume(stale ? input.usdVolume * 0.05 : input.usdVolume, last, vwap, input.quoteUsd, draw(2)),
    lastTradeMs,
  };
}

function makeEmpty() {
  return { last: 0, open24h: 0, vwap: 0, baseVolume: 0, quoteVolume: 0, trades: 0, lastTradeMs: 0 };
}

function makeVolume(usd: number, last: number, vwap: number, quoteUsd: number, draw: number) {
  const baseVolume = usd / (last * quoteUsd);
  return { baseVolume, quoteVolume: baseVolume * vwap, trades: 1 + Math.floor(usd / (150 + 700 * draw)) };
}

/** The busier a book, the younger its last trade; ten minutes at most. */
function idleMs(usdVolume: number, draw: number): number {
  const average = (24 * HOUR_MS * 300) / Math.max(usdVolume, 1);
  return Math.min(draw * average, 9 * MINUTE_MS) + draw * SECOND_MS;
}

import { cleanText } from "../../lib/plain-text.ts";
import { renderAge } from "../../lib/text-layout.ts";
import type { Read } from "./published-site.ts";

/** Names of upstreams are text of others: they stay short and on one line. */
const MAX_NAME = 80;

/** `Bitcoin (BTC)`. */
export function nameCoin({ name, symbol }: { name: string; symbol: string }): string {
  return `${cutName(name)} (${cutName(symbol)})`;
}

/** A name of an upstream, cleaned and cut to a length that a sentence can hold. */
export function cutName(text: string): string {
  return cleanText(text.slice(0, MAX_NAME));
}

/** `95,123.4 USD`; "unknown" without a value. The values beside the text have all digits. */
export function sayAmount(value: number | null, currency = "usd"): string {
  if (value === null) return "unknown";
  return `${value.toLocaleString("en-US", { maximumSignificantDigits: 8 })} ${cutName(currency).toUpperCase()}`;
}

/** `+1.25 %`; "unknown" without a value. */
export function sayPercent(value: number | null): string {
  if (value === null) return "unknown";
  return `${value > 0 ? "+" : ""}${value.toLocaleString("en-US", { maximumFractionDigits: 2 })} %`;
}

/** A share from 0 to 1: `12.5 %`. */
export function sayShare(value: number): string {
  return `${(value * 100).toLocaleString("en-US", { maximumFractionDigits: 2 })} %`;
}

/** What a reader must know of every answer: how old it is, and whether it is invented. */
export function sayAge({ meta, readAtMs }: Read<unknown>): string {
  const { updated_at, expires_at, stale, sample = false } = meta;
  const lateMs = readAtMs - Date.parse(expires_at);
  return [
    `Observed ${cutName(updated_at)}.`,
    ...(lateMs > 0 ? [`It expired ${renderAge(lateMs)} ago: this data is old, or the site is late.`] : []),
    ...(stale ? ["A source of it is represented by an earlier response."] : []),
    ...(sample ? ["This is invented demo data."] : []),
  ].join(" ");
}

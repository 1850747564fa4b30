import type { StateStore } from "../../kit/platform/platform.ts";
import { sortByName } from "../../lib/entries.ts";
import { isObject, isPositiveInteger } from "../../lib/shape.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import type { CandleStep } from "./step.ts";

/** When a source is asked again for a series whose missing steps it did not have. */
export interface Retry {
  /** Unix milliseconds. */
  retryAt: number;
  /** Requests in a row that brought nothing; at least 1. */
  failures: number;
}

/** By `<coin id> <step> <source>`. A source without an entry can be asked at once. */
export type RetryMemory = Map<string, Retry>;

/** The document in the state. An older form, `{ coins }`, has no `retries` and reads as empty. */
export interface BackfillDocument {
  retries?: Record<string, Retry>;
}

/** The name of the document in the state. */
export const BACKFILL = "backfill";
/** Delay after the first failure; it doubles with each further one. */
const FIRST_DELAY_MS = 6 * HOUR_MS;
const MAX_DELAY_MS = 48 * DAY_MS;

/**
 * `candles`: of the highs and lows of a closed day; `past`: of the hours of a month; `absent`: no
 * request, because the source did not list the coin.
 */
export function nameRetry(coinId: string, step: CandleStep | "candles" | "past" | "absent", source: string): string {
  return `${coinId} ${step} ${source}`;
}

/** Also documents of earlier versions, which `readRetries` converts. */
export function isBackfillDocument(value: unknown): value is BackfillDocument {
  if (!isObject(value)) return false;
  const { retries, coins } = value;
  if (isObject(retries)) return Object.values(retries).every(isRetry);
  return isObject(coins) && Object.values(coins).every((coin) => isObject(coin) && isPositiveInteger(coin["attempts"]));
}

/** Empty if nothing has failed yet. */
export async function readRetries(state: StateStore): Promise<RetryMemory> {
  return parseRetries(await state.read<BackfillDocument>(BACKFILL));
}

/** The document without the requests to these sources; itself if it has none. */
export function removeRetries(document: BackfillDocument, { sources }: { sources: ReadonlySet<string> }) {
  const memory = parseRetries(document);
  const kept = [...memory].filter(([key]) => !sources.has(key.slice(key.lastIndexOf(" ") + 1)));
  return kept.length < memory.size ? renderRetries(new Map(kept)) : document;
}

/** Writes the memory without expired entries of coins that have left the list. */
export function writeRetries(
  state: StateStore,
  memory: RetryMemory,
  listed: ReadonlySet<string>,
  asOfMs: number,
): void {
  const isListed = (key: string) => listed.has(key.split(" ").slice(0, -2).join(" "));
  const kept = new Map([...memory].filter(([key, { retryAt }]) => retryAt > asOfMs || isListed(key)));
  state.write(BACKFILL, renderRetries(kept), { rows: kept.size, closed: false, reopen: "history was filled" });
}

/** Joins the memories of two states, entry by entry: the later time wins, then the larger count. */
export function mergeBackfillDocuments(a: BackfillDocument, b: BackfillDocument): Required<BackfillDocument> {
  const merged = parseRetries(a);
  for (const [key, retry] of parseRetries(b)) {
    const other = merged.get(key);
    const isLater =
      other === undefined ||
      retry.retryAt - other.retryAt > 0 ||
      (retry.retryAt === other.retryAt && retry.failures > other.failures);
    if (isLater) merged.set(key, retry);
  }
  return renderRetries(merged);
}

/** When the request was made that led to this entry. */
export function findAskedAt({ retryAt, failures }: Retry): number {
  return retryAt - computeDelayMs(failures);
}

/** `complete`: the window has no gap left; `partial`: some steps were filled; `none`: none was. */
export type Outcome = "complete" | "partial" | "none";

/** Records the outcome of a request at `asOfMs`. */
export function recordOutcome(memory: RetryMemory, key: string, outcome: Outcome, asOfMs: number): void {
  const before = memory.get(key);
  const isWaiting = before !== undefined && before.retryAt > asOfMs;
  const set = (failures: number) => memory.set(key, { retryAt: asOfMs + computeDelayMs(failures), failures });
  if (outcome === "none") {
    // Several failures in one build count once: a host that is down fails all its requests.
    if (before !== undefined && isWaiting && findAskedAt(before) === asOfMs) return;
    set((before?.failures ?? 0) + 1);
    return;
  }
  // The request was about steps that are newer than the entry: older ones still have to wait.
  if (isWaiting) return;
  if (outcome === "partial") set(1);
  else memory.delete(key);
}

function computeDelayMs(failures: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
}

function parseRetries(document: BackfillDocument | undefined): RetryMemory {
  const entries = Object.entries(document?.retries ?? {});
  return new Map(entries.filter(([, retry]) => isRetry(retry)));
}

/** In the order of their keys, so that equal memories are equal bytes. */
function renderRetries(memory: RetryMemory): Required<BackfillDocument> {
  return { retries: Object.fromEntries(sortByName(memory)) };
}

function isRetry(value: unknown): boolean {
  return isObject(value) && isPositiveInteger(value["retryAt"]) && isPositiveInteger(value["failures"]);
}

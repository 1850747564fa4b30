import { OperationalError } from "../lib/operational-error.ts";
import { median } from "../lib/stats.ts";
import { DAY_MS } from "../lib/time.ts";
import type { FlatTickers } from "../sources/venue.ts";
import { findField, NAMES, normaliseName, type Row, readNumber } from "./venue-body.ts";

/** Two numbers agree when they differ by less. */
const TOLERANCE = 0.1;

/** A few rows may be out of date. */
const INSIDE_SHARE = 0.9;

type TickerFields = Pick<FlatTickers, "fields" | "change" | "mayLackLast">;

export function inferTickerFields(all: readonly Row[], market: string, questions: Map<string, string>): TickerFields {
  const bounds = { low: findField(all, NAMES.low), high: findField(all, NAMES.high) };
  const last = findField(all, NAMES.last, (field) => isBetween(all, field, bounds));
  if (last === undefined) {
    const advice =
      "Are --listing and --tickers swapped? Otherwise read this venue with defineVenue, as kraken.ts does.";
    throw new OperationalError(`No field of the tickers looks like the last price. ${advice}`);
  }
  const rows = all.filter((row) => readNumber(row[last]) > 0);
  const fields: Record<string, string> = { market, last };
  const add = (key: string, field: string | undefined) => {
    if (field !== undefined) fields[key] = field;
  };
  add("bid", findField(rows, NAMES.bid));
  add("ask", findField(rows, NAMES.ask));
  Object.assign(fields, inferVolumes(rows, last, questions));
  add("vwap", findField(rows, NAMES.vwap));
  const open = findField(rows, NAMES.open);
  add("open24h", open);
  const change = open === undefined ? inferChange(rows, { last, ...bounds }, questions) : undefined;
  const times = findTimes(rows);
  if (open !== undefined && !/24/.test(open) && !spansDay(rows, times)) {
    questions.set("open24h", `Is ${open} the price 24 hours ago? Remove the line if it is the open of a calendar day.`);
  }
  const trade = times.filter((field) => new Set(rows.map((row) => row[field])).size > 1).at(-1);
  if (trade !== undefined) {
    fields["tradeTimeMs"] = trade;
    questions.set(
      "tradeTimeMs",
      `Is ${trade} the time of the last trade? Remove the line if it is that of the answer.`,
    );
  }
  add("trades", findField(rows, NAMES.trades));
  const lacksLast = all.some((row) => (row[last] ?? "") === "");
  return {
    fields: fields as FlatTickers["fields"],
    ...(change === undefined ? {} : { change }),
    ...(lacksLast ? { mayLackLast: true as const } : {}),
  };
}

/** The quote volume is the base volume times the price, in most rows. */
function inferVolumes(rows: readonly Row[], last: string, questions: Map<string, string>): Record<string, string> {
  const numeric = Object.keys(rows[0] ?? {}).filter((field) => rows.some((row) => readNumber(row[field]) > 0));
  const names = numeric.filter((field) => NAMES.volume.test(normaliseName(field)));
  const pairs = names.flatMap((baseVolume) => {
    return numeric.map((quoteVolume) => {
      const agreeing = rows.filter((row) => {
        const expected = readNumber(row[baseVolume]) * readNumber(row[last]);
        return expected > 0 && Math.abs(readNumber(row[quoteVolume]) / expected - 1) < TOLERANCE;
      });
      return { baseVolume, quoteVolume, agreeing: baseVolume === quoteVolume ? 0 : agreeing.length };
    });
  });
  const [best] = pairs.sort((a, b) => b.agreeing - a.agreeing);
  if (best !== undefined && best.agreeing > rows.length / 2) {
    return { baseVolume: best.baseVolume, quoteVolume: best.quoteVolume };
  }
  const [only] = names;
  if (only === undefined) {
    questions.set("last", "No field looks like a volume. A venue without volumes has no weight.");
    return {};
  }
  const key = /quote|turnover|value/.test(normaliseName(only)) ? "quoteVolume" : "baseVolume";
  questions.set(
    key,
    `Is ${only} in units of the ${key === "quoteVolume" ? "quote" : "base"}, and of the last 24 hours?`,
  );
  return { [key]: only };
}

/**
 * The unit of a change is the one whose price 24 hours ago lies between the low and the high; of
 * several, the one with the largest changes.
 */
function inferChange(
  rows: readonly Row[],
  { last, low, high }: Bounds & { last: string },
  questions: Map<string, string>,
): FlatTickers["change"] {
  const field = Object.keys(rows[0] ?? {}).find((name) => NAMES.change.test(normaliseName(name)));
  if (field === undefined) return undefined;
  const opens = {
    percent: (price: number, change: number) => price / (1 + change / 100),
    ratio: (price: number, change: number) => price / (1 + change),
    price: (price: number, change: number) => price - change,
  };
  const moved = rows.filter((row) => readNumber(row[field]) !== 0);
  const units = (Object.keys(opens) as (keyof typeof opens)[]).flatMap((unit) => {
    const found = moved.map((row) => ({ row, open: opens[unit](readNumber(row[last]), readNumber(row[field])) }));
    const inside = found.filter(({ row, open }) => {
      return open >= 0.999 * readNumber(row[low ?? ""]) && open <= 1.001 * readNumber(row[high ?? ""]);
    });
    if (inside.length === 0 || inside.length < INSIDE_SHARE * found.length) return [];
    return [{ unit, change: median(inside.map(({ row, open }) => Math.abs(open / readNumber(row[last]) - 1))) }];
  });
  const [best] = units.sort((a, b) => b.change - a.change);
  if (best === undefined)
    questions.set("change", `Is ${field} a change in percent, as a ratio, or in units of the price?`);
  return { field, unit: best?.unit ?? "percent" };
}

/** Fields with unix milliseconds. */
function findTimes(rows: readonly Row[]): string[] {
  const isTime = (value: unknown) => {
    const number = readNumber(value);
    return number > 1.4e12 && number < 4e12 && Number.isInteger(number);
  };
  return Object.keys(rows[0] ?? {}).filter((field) => {
    return (
      /time|^ts$|^at$/.test(normaliseName(field)) && rows.filter((row) => isTime(row[field])).length > rows.length / 2
    );
  });
}

/** Whether two times of a row are one day apart: its values are of the last 24 hours. */
function spansDay(rows: readonly Row[], times: readonly string[]): boolean {
  return times.some((start) => {
    return times.some((end) => {
      const spans = rows.map((row) => readNumber(row[end]) - readNumber(row[start])).filter(Number.isFinite);
      return spans.length > 0 && Math.abs(median(spans) / DAY_MS - 1) < 0.01;
    });
  });
}

interface Bounds {
  low: string | undefined;
  high: string | undefined;
}

/** Whether a price lies between the day's low and high in most rows that have them. */
function isBetween(rows: readonly Row[], field: string, { low, high }: Bounds): boolean {
  if (low === undefined || high === undefined) return true;
  const traded = rows.filter((row) => readNumber(row[high]) > 0);
  const inside = traded.filter((row) => {
    const price = readNumber(row[field]);
    return price >= readNumber(row[low]) && price <= readNumber(row[high]);
  });
  return inside.length >= traded.length / 2;
}

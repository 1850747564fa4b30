import type { FlatTickers } from "../../crypto/sources/venue.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { findField, NAMES, normaliseName, type Row, readNumber } from "./venue-body.ts";

/** Two numbers agree when they differ by less. */
const TOLERANCE = 0.1;

type TickerFields = Pick<FlatTickers, "fields" | "change" | "mayLackLast">;

/** The fields of a ticker by their names. What a name leaves open is a question. */
export function inferTickerFields(all: readonly Row[], market: string, questions: Map<string, string>): TickerFields {
  const isPrice = (field: string) => isBetween(all, field, findField(all, NAMES.low), findField(all, NAMES.high));
  const last = findField(all, NAMES.last, isPrice);
  if (last === undefined) {
    const advice =
      "Are --listing and --tickers swapped? Otherwise read this venue with defineVenue, as kraken.ts does.";
    throw new OperationalError(`No field of the tickers looks like the last price. ${advice}`);
  }
  const rows = all.filter((row) => readNumber(row[last]) > 0);
  const open = findField(rows, NAMES.open);
  const change = open === undefined ? inferChange(rows, questions) : undefined;
  if (open !== undefined && !/24/.test(open)) {
    questions.set("open24h", `Is ${open} the price 24 hours ago? Remove the line if it is a day's open.`);
  }
  const trade = findField(rows, NAMES.tradeTime, (field) => isTime(rows, field));
  if (trade !== undefined) {
    const question = `Is ${trade} the time of the last trade? Remove the line if it is that of the answer.`;
    questions.set("tradeTimeMs", question);
  }
  const found = {
    market,
    last,
    bid: findField(rows, NAMES.bid),
    ask: findField(rows, NAMES.ask),
    ...inferVolumes(rows, last, questions),
    vwap: findField(rows, NAMES.vwap),
    open24h: open,
    tradeTimeMs: trade,
    trades: findField(rows, NAMES.trades),
  };
  const fields = Object.fromEntries(Object.entries(found).filter(([, field]) => field !== undefined));
  const lacksLast = all.some((row) => (row[last] ?? "") === "");
  return {
    fields: fields as FlatTickers["fields"],
    ...(change === undefined ? {} : { change }),
    ...(lacksLast ? { mayLackLast: true as const } : {}),
  };
}

/** Two volumes are certain where one is the other times the price, in most rows. */
function inferVolumes(
  rows: readonly Row[],
  last: string,
  questions: Map<string, string>,
): { baseVolume?: string; quoteVolume?: string } {
  const all = Object.keys(rows[0] ?? {});
  const names = all.filter((field) => NAMES.volume.test(normaliseName(field)));
  const isProduct = (baseVolume: string, quoteVolume: string) => {
    const agreeing = rows.filter((row) => {
      const expected = readNumber(row[baseVolume]) * readNumber(row[last]);
      return expected > 0 && Math.abs(readNumber(row[quoteVolume]) / expected - 1) < TOLERANCE;
    });
    return agreeing.length > rows.length / 2;
  };
  for (const baseVolume of names) {
    const quoteVolume = all.find((other) => other !== baseVolume && isProduct(baseVolume, other));
    if (quoteVolume !== undefined) return { baseVolume, quoteVolume };
  }
  const [only] = names;
  if (only === undefined) {
    questions.set("last", "No field looks like a volume. A venue without volumes has no weight.");
    return {};
  }
  const unit = /quote|turnover|value/.test(normaliseName(only)) ? "quote" : "base";
  questions.set(`${unit}Volume`, `Is ${only} in units of the ${unit}, and of the last 24 hours?`);
  return { [`${unit}Volume`]: only };
}

/** No name tells the unit of a change: price24hPcnt of Bybit is a ratio. */
function inferChange(rows: readonly Row[], questions: Map<string, string>): FlatTickers["change"] {
  const field = Object.keys(rows[0] ?? {}).find((name) => NAMES.change.test(normaliseName(name)));
  if (field === undefined) return undefined;
  questions.set("change", `Is ${field} a change in percent, as a ratio, or in units of the price?`);
  return { field, unit: "percent" };
}

/** Whether a field holds unix milliseconds that differ from row to row. */
function isTime(rows: readonly Row[], field: string): boolean {
  const times = rows.map((row) => readNumber(row[field])).filter((time) => time > 1.4e12 && time < 4e12);
  return times.length > rows.length / 2 && new Set(times).size > 1;
}

/** Whether a price lies between the day's low and high in most rows that have them. */
function isBetween(rows: readonly Row[], field: string, low: string | undefined, high: string | undefined): boolean {
  if (low === undefined || high === undefined) return true;
  const traded = rows.filter((row) => readNumber(row[high]) > 0);
  const inside = traded.filter((row) => {
    const price = readNumber(row[field]);
    return price >= readNumber(row[low]) && price <= readNumber(row[high]);
  });
  return inside.length >= traded.length / 2;
}

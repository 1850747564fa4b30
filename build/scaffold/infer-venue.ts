import { OperationalError } from "../lib/operational-error.ts";
import { median } from "../lib/stats.ts";
import { DAY_MS } from "../lib/time.ts";
import { isLeveragedCode } from "../sources/kit/venue-feeds.ts";
import type { FlatListing, FlatTickers, FlatVenue } from "../sources/source.ts";

type Row = Readonly<Record<string, unknown>>;

/** The two bodies of a venue, and where they come from. */
export interface VenueBodies {
  listing: { url: string; body: unknown };
  tickers: { url: string; body: unknown };
}

export interface InferredVenue {
  flat: FlatVenue;
  /** What the bodies do not tell, by the field of the declaration: a question to a person. */
  questions: ReadonlyMap<string, string>;
}

/** Names of fields, without case and punctuation; the first one that a row has is taken. */
const NAMES = {
  base: ["base", "basecurrency", "baseasset", "basecoin", "baseccy", "basecurrencyid", "bc"],
  quote: ["quote", "quotecurrency", "quoteasset", "quotecoin", "quoteccy", "countercurrency", "qc"],
  baseName: ["basename", "englishname", "basecurrencyname", "fullname"],
  last: ["last", "lastprice", "lastpr", "lasttradedprice", "tradeprice", "price", "close", "c", "a"],
  bid: ["bid", "bidprice", "bestbid", "bestbidprice", "bidpr", "bidpx", "bid1price", "highestbid", "buy", "b"],
  ask: ["ask", "askprice", "bestask", "bestaskprice", "askpr", "askpx", "ask1price", "lowestask", "sell", "k"],
  open: ["open24h", "open24", "openprice", "openingprice", "prevprice24h", "open", "o"],
  high: ["high", "high24h", "highprice", "highprice24h", "h"],
  low: ["low", "low24h", "lowprice", "lowprice24h", "l"],
  vwap: ["vwap", "weightedavgprice", "averageprice"],
  trades: ["count", "trades", "tradecount", "numtrades"],
  change: /^(chg|change|pricechange|price24hpcnt|riserate|changerate|daychange)/,
  volume: /vol|turnover|^amount|^v$|^q$/,
  state: /stat|trad|enabl|active|online|listed/,
  status: ["code", "retcode", "status", "errorcode", "success"],
  words: /msg|message|error|description/,
} as const;

/** Values of a state that say that a market trades. */
const OPEN = /^(true|1|trading|tradable|online|live|open|opened|active|enabled|normal|listed)$/i;

/** Two numbers agree when they differ by less. */
const TOLERANCE = 0.1;

/**
 * The declaration of a flat venue, derived from one body of its listing and one of its tickers.
 * What the names do not say is decided by the numbers: the quote volume is the base volume times
 * the price; the price 24 hours ago lies between the low and the high. Throws where base and quote
 * cannot be told apart: such a venue needs `defineVenue`.
 */
export function inferVenue({ listing, tickers }: VenueBodies): InferredVenue {
  const questions = new Map<string, string>();
  const listed = findRows(listing.body);
  const priced = findRows(tickers.body);
  const names = inferNames(listed.rows, priced.rows);
  const fields = inferTickerFields(priced.rows, names.ticker, questions);
  const trading = inferTrading(listed.rows, questions);
  const status = inferStatus(listing.body, listed.path, questions);
  const bases = listed.rows.map((row) => splitRow(row, names).base);
  const leveraged = bases.find((base) => isLeveragedCode(base));
  if (leveraged !== undefined) {
    questions.set("findType", `${leveraged} looks like a leveraged token: which field or code tells the type?`);
  }
  const baseName = findField(listed.rows, NAMES.baseName);
  const ignoreCase = !priced.rows.some((row) => names.markets.has(String(row[names.ticker])));
  return {
    questions,
    flat: {
      form: names.form,
      ...(ignoreCase ? { ignoreCase: true } : {}),
      numbers: typeof priced.rows[0]?.[fields.fields.last] === "number" ? "number" : "text",
      ...(status === undefined ? {} : { status }),
      listing: {
        url: listing.url,
        ...(listed.path === "" ? {} : { rows: listed.path }),
        market: names.market,
        ...(names.base === undefined ? {} : { base: names.base }),
        ...(names.quote === undefined ? {} : { quote: names.quote }),
        ...(baseName === undefined ? {} : { baseName }),
        trading,
      } satisfies FlatListing,
      tickers: { url: tickers.url, ...(priced.path === "" ? {} : { rows: priced.path }), ...fields },
    },
  };
}

/** The longest array of objects in a body, and the path to it. */
function findRows(body: unknown, path = ""): { path: string; rows: readonly Row[] } {
  if (Array.isArray(body) && body.length > 0 && body.every(isRow)) return { path, rows: body };
  if (!isRow(body)) return { path, rows: [] };
  const found = Object.entries(body).map(([key, value]) => findRows(value, path === "" ? key : `${path}.${key}`));
  const longest = found.reduce((best, each) => (each.rows.length > best.rows.length ? each : best), {
    path,
    rows: [] as readonly Row[],
  });
  if (longest.rows.length === 0 && path === "") {
    throw new OperationalError("A body has no list of rows: read this venue with defineVenue, as kraken.ts does.");
  }
  return longest;
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Names {
  market: string;
  ticker: string;
  base: string | undefined;
  quote: string | undefined;
  form: string;
  markets: ReadonlySet<string>;
}

/** Which fields hold the market's name and codes, and how the name is made of the codes. */
function inferNames(listed: readonly Row[], priced: readonly Row[]): Names {
  const base = findField(listed, NAMES.base);
  const quote = findField(listed, NAMES.quote);
  const lowerCase = (row: Row, field: string) => String(row[field]).toLowerCase();
  const shared = Object.keys(listed[0] ?? {}).flatMap((market) => {
    const markets = new Set(listed.map((row) => lowerCase(row, market)));
    if (markets.size < listed.length) return [];
    const hits = Object.keys(priced[0] ?? {}).map((ticker) => {
      return { market, ticker, count: priced.filter((row) => markets.has(lowerCase(row, ticker))).length };
    });
    return hits.filter(({ count }) => count > 0);
  });
  const [best] = shared.sort((a, b) => b.count - a.count);
  if (best === undefined) throw new OperationalError("No field of the tickers names a market of the listing.");
  const markets = new Set(listed.map((row) => String(row[best.market])));
  const codes = base !== undefined && quote !== undefined ? { base, quote } : { base: undefined, quote: undefined };
  return { market: best.market, ticker: best.ticker, ...codes, markets, form: inferForm(listed, best.market, codes) };
}

type CodeFields = Pick<Names, "base" | "quote">;

function inferForm(listed: readonly Row[], market: string, { base, quote }: CodeFields): string {
  if (base !== undefined && quote !== undefined) {
    const forms = listed.map((row) => describeForm(String(row[market]), String(row[base]), String(row[quote])));
    return findMostFrequent(forms) ?? "{BASE}{QUOTE}";
  }
  const pairs = listed.map((row) => /^(\w+?)([-_/:])(\w+)$/.exec(String(row[market])));
  if (pairs.some((pair) => pair === null)) {
    throw new OperationalError("Neither fields nor the names tell base from quote: read this venue with defineVenue.");
  }
  const sides = [1, 3].map((side) => new Set(pairs.map((pair) => pair?.[side])).size) as [number, number];
  const separator = pairs[0]?.[2] ?? "";
  // There are fewer quotes than bases.
  const form = sides[0] < sides[1] ? ["QUOTE", "BASE"] : ["BASE", "QUOTE"];
  const spell = pairs[0]?.[0] === pairs[0]?.[0].toLowerCase() ? (part: string) => part.toLowerCase() : String;
  return form.map((part) => `{${spell(part)}}`).join(separator);
}

/** `BTC-EUR` of BTC and EUR is `{BASE}-{QUOTE}`; `btceur` is `{base}{quote}`. */
function describeForm(name: string, base: string, quote: string): string | undefined {
  const parts = name === name.toLowerCase() ? ["{base}", "{quote}"] : ["{BASE}", "{QUOTE}"];
  for (const [first, second, form] of [
    [base, quote, parts],
    [quote, base, [...parts].reverse()],
  ] as const) {
    const separator = name.slice(first.length, name.length - second.length);
    if (separator.length > 1) continue;
    if (name.toLowerCase() === `${first}${separator}${second}`.toLowerCase()) return form.join(separator);
  }
  return undefined;
}

function splitRow(row: Row, { base, form, market }: Names): { base: string } {
  if (base !== undefined) return { base: String(row[base]) };
  const [first = "", second = ""] = String(row[market]).split(/[-_/:]/);
  return { base: form.toUpperCase().startsWith("{BASE}") ? first : second };
}

function inferTrading(listed: readonly Row[], questions: Map<string, string>): Record<string, readonly unknown[]> {
  const trading: Record<string, readonly unknown[]> = {};
  for (const field of Object.keys(listed[0] ?? {})) {
    if (!NAMES.state.test(normaliseName(field))) continue;
    const values = new Set(listed.map((row) => row[field]));
    const open = [...values].filter((value) => OPEN.test(String(value)));
    if (values.size <= 8 && open.length > 0) trading[field] = open;
  }
  if (Object.keys(trading).length === 0) {
    questions.set("trading", "No field says whether a market trades. Does the listing have only those that do?");
  }
  return trading;
}

/** The field beside the rows that tells an error, and those of its message. */
function inferStatus(body: unknown, path: string, questions: Map<string, string>): FlatVenue["status"] {
  if (path === "" || !isRow(body)) return undefined;
  const field = NAMES.status.map((name) => Object.keys(body).find((key) => normaliseName(key) === name)).find(Boolean);
  const ok = field === undefined ? undefined : body[field];
  if (field === undefined || (typeof ok !== "string" && typeof ok !== "number")) return undefined;
  const words = Object.keys(body).filter((key) => NAMES.words.test(normaliseName(key)));
  if (words.length === 0) questions.set("status", "Which field carries the message of an error?");
  return { field, ok, words: [field, ...words] };
}

type TickerFields = Pick<FlatTickers, "fields" | "change">;

function inferTickerFields(all: readonly Row[], market: string, questions: Map<string, string>): TickerFields {
  const bounds = { low: findField(all, NAMES.low), high: findField(all, NAMES.high) };
  const last = findField(all, NAMES.last, (field) => isBetween(all, field, bounds));
  if (last === undefined) throw new OperationalError("No field of the tickers looks like the last price.");
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
  return { fields: fields as FlatTickers["fields"], ...(change === undefined ? {} : { change }) };
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

/** The unit of a change is the one whose price 24 hours ago lies between the low and the high. */
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
  const units = (Object.keys(opens) as (keyof typeof opens)[]).map((unit) => {
    const inside = moved.filter((row) => {
      const open = opens[unit](readNumber(row[last]), readNumber(row[field]));
      return open >= 0.999 * readNumber(row[low ?? ""]) && open <= 1.001 * readNumber(row[high ?? ""]);
    });
    return { unit, inside: inside.length };
  });
  const [best, next] = units.sort((a, b) => b.inside - a.inside) as [(typeof units)[0], (typeof units)[0]];
  if (best.inside < moved.length / 2 || best.inside === next.inside) {
    questions.set("change", `Is ${field} a change in percent, as a ratio, or in units of the price?`);
  }
  return { field, unit: best.unit };
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

/** The first of the names that the rows have, if its values are as expected. */
function findField(
  rows: readonly Row[],
  names: readonly string[],
  fits: (field: string) => boolean = () => true,
): string | undefined {
  const fields = [...new Set(rows.slice(0, 20).flatMap((row) => Object.keys(row)))];
  return names.flatMap((name) => fields.filter((field) => normaliseName(field) === name)).find(fits);
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

function normaliseName(field: string): string {
  return field.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function readNumber(value: unknown): number {
  return typeof value === "number" || (typeof value === "string" && value !== "") ? Number(value) : Number.NaN;
}

function findMostFrequent(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

import { type ZodType, z } from "zod";
import { isObject } from "../../../lib/shape.ts";
import { type Dropped, ignored, rejected } from "../../normalise/record.ts";
import type { Feed, Source } from "../source.ts";
import { BY_MARKET, type FlatListing, type FlatMarket, type FlatTickers, type FlatVenue } from "../venue.ts";
import { describeErrorBody, findField } from "./error-body.ts";
import { amount, isDropped, maybeAmount, maybeNumeric, maybePositive, maybeText, rows } from "./schema.ts";
import { defineListingFeed, defineTickerFeed, defineVenue, type TickerValues, type VenueFacts } from "./venue-feeds.ts";

/** A venue whose rows only rename fields: both of its feeds follow from the declaration. */
export function defineFlatVenue(facts: VenueFacts, flat: FlatVenue): Source {
  const { status } = flat;
  const findError =
    status === undefined ? facts.findError : (body: unknown): string | undefined => findStatusError(body, status);
  return defineVenue({
    ...facts,
    ...(findError && { findError }),
    flat,
    feeds: [defineListing(flat), defineTickers(flat)],
  });
}

function findStatusError(body: unknown, { field, ok, words }: NonNullable<FlatVenue["status"]>): string | undefined {
  const value = findField(body, field);
  if (value === undefined || value === ok) return undefined;
  return describeErrorBody(...words.map((word) => findField(body, word))) || String(value);
}

function defineListing(flat: FlatVenue): Feed {
  const { listing, form } = flat;
  return defineListingFeed({
    ...pickCall(listing),
    schema: createBody(flat.status, listing, createListingRow(flat)),
    rows: (found) => {
      const bases = new Set(found.flatMap((row) => (isDropped(row) ? [] : [row.base.toUpperCase()])));
      return found.map((row) => (isDropped(row) ? row : { row, bases }));
    },
    read: ({ row, bases }) => {
      const { market, base, quote, baseName, fields } = row;
      if (base === "" || quote === "") return rejected(`a name that is not of the form ${form}`);
      return {
        market,
        base: base.toUpperCase(),
        quote: quote.toUpperCase(),
        trading: isTrading(listing.trading, fields),
        type: listing.findType?.(row, bases) ?? "spot",
        baseName,
      };
    },
  });
}

function isTrading(trading: FlatListing["trading"], fields: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(trading).every(([field, values]) => values.includes(fields[field]));
}

function defineTickers(flat: FlatVenue): Feed {
  const { tickers, unpricedQuotes = [] } = flat;
  return defineTickerFeed({
    ...pickCall(tickers),
    ...(tickers.madeAt && { madeAt: tickers.madeAt }),
    schema: createBody(flat.status, tickers, createTickerRow(flat)),
    rows: (found) => found,
    marketOf: ({ market }) => market,
    read({ trading, last, ...values }, { quote }): TickerValues | Dropped {
      if (!trading) return ignored("not trading");
      return last === null ? ignored("no last price") : { last, ...values, priced: !unpricedQuotes.includes(quote) };
    },
  });
}

function pickCall({ url, maxBytes }: FlatListing | FlatTickers) {
  return maxBytes === undefined ? { url } : { url, maxBytes };
}

/**
 * The schema of a body whose rows lie at a path (`result.list`), below the status. `*`: the one
 * field that is a list, whatever its name. `{market}` at the end: see `FlatListing`.
 */
export function createBody<Row>(
  status: FlatVenue["status"],
  { rows: path = "", beside = {} }: { rows?: string; beside?: Readonly<Record<string, string>> },
  row: ZodType<Row>,
): ZodType<(Row | Dropped)[]> {
  const keys = path === "" ? [] : path.split(".");
  const isByMarket = keys.at(-1) === BY_MARKET;
  if (isByMarket) keys.pop();
  const wrap = (inner: ZodType, depth: number): ZodType => {
    const key = keys[depth];
    if (key === undefined) return inner;
    if (key === "*") {
      const findList = (body: object): unknown => Object.values(body).find(Array.isArray);
      return z
        .looseObject({})
        .transform(findList)
        .pipe(wrap(inner, depth + 1));
    }
    const fixed = {
      ...(depth === 0 && status !== undefined ? { [status.field]: status.ok } : {}),
      ...(depth === keys.length - 1 ? beside : {}),
    };
    const literals = Object.entries(fixed).map(([field, value]) => [field, z.literal(value)] as const);
    return z
      .object({ ...Object.fromEntries(literals), [key]: wrap(inner, depth + 1) })
      .transform((body: Readonly<Record<string, unknown>>) => body[key]);
  };
  return wrap(isByMarket ? rowsByMarket(row) : rows(row), 0) as ZodType<(Row | Dropped)[]>;
}

/**
 * An object of rows by the name of their market, which becomes a field of each. An object without
 * one row, such as `{"success": false, "message": …}`, is no such list.
 */
function rowsByMarket<Row>(row: ZodType<Row>): ZodType<(Row | Dropped)[]> {
  const named = ([name, fields]: [string, unknown]) => (isObject(fields) ? { ...fields, [BY_MARKET]: name } : fields);
  return z
    .record(z.string(), z.unknown())
    .refine(
      (markets) => Object.keys(markets).length === 0 || Object.values(markets).some(isObject),
      "no rows by market",
    )
    .transform((markets): unknown => Object.entries(markets).map(named))
    .pipe(rows(row));
}

const text = z.string().min(1);
const code = z.string().trim().min(1);
const flag = z.union([z.string(), z.number(), z.boolean()]);

function createListingRow({ listing, form, ignoreCase }: FlatVenue): ZodType<FlatMarket> {
  const { market, base, quote, baseName, trading } = listing;
  const names: Record<string, ZodType> = {
    [market]: text,
    ...(base === undefined ? {} : { [base]: code }),
    ...(quote === undefined ? {} : { [quote]: code }),
    ...(baseName === undefined ? {} : { [baseName]: maybeText }),
  };
  return z.looseObject({ ...describeFlags(trading), ...names }).transform((fields): FlatMarket => {
    const read = (field: string | undefined) => (field === undefined ? undefined : (fields[field] as string | null));
    const name = read(market) ?? "";
    const codes = splitName(name, form);
    return {
      market: ignoreCase === true ? name.toUpperCase() : name,
      base: read(base) ?? codes.base,
      quote: read(quote) ?? codes.quote,
      baseName: read(baseName) ?? null,
      fields,
    };
  });
}

function describeFlags(trading: FlatListing["trading"]): Record<string, ZodType> {
  const flags = Object.entries(trading).map(
    ([field, values]) => [field, values.includes(undefined) ? flag.optional() : flag] as const,
  );
  return Object.fromEntries(flags);
}

/** The codes in a name such as `KRW-BTC`; empty where the name is not of the form. */
function splitName(name: string, form: string): { base: string; quote: string } {
  const pattern = new RegExp(`^${form.replace(/\{(base|quote)\}/gi, (_, part) => `(?<${part.toLowerCase()}>[^-]+)`)}$`);
  const { base = "", quote = "" } = pattern.exec(name)?.groups ?? {};
  return { base, quote };
}

function createTickerRow({ tickers: { fields, change, trading = {}, mayLackLast }, ignoreCase }: FlatVenue) {
  const schemas: Record<string, ZodType> = {
    ...describeFlags(trading),
    [fields.market]: z.string(),
    [fields.last]: mayLackLast === true ? maybeAmount : amount,
  };
  const add = (field: string | undefined, schema: ZodType) => {
    if (field !== undefined) schemas[field] = schema;
  };
  for (const field of [fields.bid, fields.ask, fields.open24h, fields.vwap, fields.tradeTimeMs]) {
    add(field, maybePositive);
  }
  for (const field of [fields.baseVolume, fields.quoteVolume, fields.usdVolume, fields.trades]) add(field, maybeAmount);
  add(change?.field, maybeNumeric);
  // A row may be a list, whose elements have their places as names.
  return z.preprocess(nameElements, z.object(schemas)).transform((row) => {
    const read = (field: string | undefined) => (field === undefined ? null : (row[field] as number | null));
    const market = String(row[fields.market]);
    const last = read(fields.last);
    return {
      market: ignoreCase === true ? market.toUpperCase() : market,
      trading: isTrading(trading, row),
      last,
      bid: read(fields.bid),
      ask: read(fields.ask),
      baseVolume: read(fields.baseVolume),
      quoteVolume: read(fields.quoteVolume),
      usdVolume: read(fields.usdVolume),
      vwap: read(fields.vwap),
      open24h: read(fields.open24h) ?? computeOpen(last, change, read(change?.field)),
      tradeTimeMs: read(fields.tradeTimeMs),
      trades: read(fields.trades),
    };
  });
}

function nameElements(row: unknown): unknown {
  return Array.isArray(row) ? { ...row } : row;
}

/** The price 24 hours ago from the change since; `null` where that gives no price above zero. */
function computeOpen(last: number | null, change: FlatTickers["change"], value: number | null): number | null {
  if (last === null || last === 0 || change === undefined || value === null) return null;
  if (change.unit === "price") return last > value ? last - value : null;
  const ratio = change.unit === "percent" ? value / 100 : value;
  return ratio > -1 ? last / (1 + ratio) : null;
}

import { isDeepStrictEqual } from "node:util";

/**
 * A naive reading of the interface's description: it shares no code with handler, rules or
 * renderer. It takes the numbers from the files of whole lists, and everything else from the text.
 */

/** One request before it is spelled as a URL. */
export interface Ask {
  kind: "coins" | "coin" | "history" | "protocols" | "sparklines" | "file" | "price" | "markets" | "missing";
  /** The currency in the path; `null`: USD, without one. */
  currency: string | null;
  /** A symbol, an id or a path. */
  name: string;
  /** Parameters in the order of the URL, decoded. */
  query: readonly (readonly [name: string, value: string])[];
}

/** `undefined`: the body is right; otherwise what is wrong with it. */
type Check = (body: Body) => string | undefined;
export interface Body {
  data?: unknown;
  meta?: Record<string, unknown>;
}

/** Errors that are right, or a check of the body with status 200. */
export type Reading = { errors: readonly (400 | 404)[] } | { check: Check };

interface Row {
  id: string;
  symbol: string;
  name: string;
  path: string;
  market_cap_rank: number | null;
  current_price: number | null;
}

const PERIODS = ["1h", "24h", "7d", "30d", "1y", "all"];
const INVALID: Reading = { errors: [400] };
const MISSING: Reading = { errors: [404] };

export interface Model {
  rows: readonly Row[];
  read(ask: Ask): Reading;
  /** Whether the response is to no list of symbols in particular. */
  isEveryCoin(body: Body): boolean;
}

/** @param readFile parses a file below `/`; `undefined` if there is none */
export function createReading(readFile: (path: string) => Body | undefined): Model {
  const get = (path: string): Body => {
    const found = readFile(path);
    if (found === undefined) throw new Error(`The tree has no ${path}`);
    return found;
  };
  const all = get("api/coins/limit/all.json");
  const rows = all.data as Row[];
  const protocols = get("api/defi/protocols/limit/all.json").data as Row[];
  const sparklines = get("api/sparklines.json").data as Record<string, unknown>;
  const rates = get("api/price/btc.json").data as { prices: Record<string, number> };
  /** How many units of a currency a dollar is. */
  const rateOf = (currency: string): number | undefined => {
    const own = rates.prices[currency];
    const usd = rates.prices["usd"];
    return own === undefined || usd === undefined ? undefined : own / usd;
  };

  /** "If several coins claim the same text, it means the coin with the best market cap rank." */
  const findCoin = (text: string): Row | undefined => {
    const wanted = text.toLowerCase();
    return rows.find(({ id, symbol }) => id.toLowerCase() === wanted || symbol.toLowerCase() === wanted);
  };

  /** The value of a parameter, trimmed; an absent or empty one has its default. */
  const readValue = ({ query }: Ask, name: string): string | undefined =>
    query.find(([key]) => key === name)?.[1].trim() || undefined;
  /** A list may be repeated: its values are one list. */
  const readList = ({ query }: Ask, name: string): string[] =>
    query.flatMap(([key, value]) => (key === name ? value.split(",") : [])).map((one) => one.trim().toLowerCase());

  const wholeNumber = (text: string | undefined, usual: number, low: number, high: number): number | undefined => {
    if (text === undefined) return usual;
    if (!/^(0|[1-9][0-9]*)$/.test(text)) return undefined;
    // An offset is past the end of any list long before numbers lose their precision.
    const value = Math.min(Number(text), Number.MAX_SAFE_INTEGER);
    return value >= low && value <= high ? value : undefined;
  };

  const checkPage = (ask: Ask, list: readonly Row[], most: number, usual: number, paged: boolean): Reading => {
    const search = paged ? readValue(ask, "search") : undefined;
    const limit = wholeNumber(readValue(ask, "limit"), usual, 1, most);
    const offset = paged ? wholeNumber(readValue(ask, "offset"), 0, 0, Number.MAX_SAFE_INTEGER) : 0;
    if (limit === undefined || offset === undefined || [...(search ?? "")].length > 64) return INVALID;
    const found = search === undefined ? list : searchRows(list, search);
    const page = found.slice(offset, offset + limit);
    const rate = rateOf(ask.currency ?? "usd");
    return {
      check({ data, meta = {} }) {
        const served = data as Row[];
        if (ask.currency === null && !isDeepStrictEqual(served, page)) return `other rows: ${idsOf(served)}`;
        if (idsOf(served) !== idsOf(page)) return `rows ${idsOf(served)} instead of ${idsOf(page)}`;
        const priced = served.every((row, at) => isPrice(row.current_price, page[at]!.current_price, rate));
        if (ask.currency !== null && !priced) return "prices in another currency";
        const { next, previous, ...counts } = meta["pagination"] as Record<string, unknown>;
        const expected = { limit, offset, total: found.length, count: page.length };
        if (!isDeepStrictEqual(counts, expected)) return `pagination ${JSON.stringify(counts)}`;
        // Other currencies have no offset files, and a stored list must not lead to a query.
        const linked = paged && ask.currency === null;
        if ((next !== null) !== (linked && offset + limit < found.length)) return `next ${next}`;
        if ((previous !== null) !== (linked && offset > 0 && found.length > 0)) return `previous ${previous}`;
        const said = meta["search"] as string | null | undefined;
        if (paged && (said ?? undefined)?.toLowerCase() !== search?.toLowerCase()) return `search ${said}`;
        return checkCurrency(ask, meta);
      },
    };
  };

  const checkHistory = (ask: Ask): Reading => {
    const period = (readValue(ask, "period") ?? "7d").toLowerCase();
    const coin = findCoin(ask.name);
    const errors: (400 | 404)[] = [];
    if (!PERIODS.includes(period)) errors.push(400);
    if (coin === undefined) errors.push(404);
    if (errors.length > 0 || coin === undefined) return { errors };
    const file = get(`api/${coin.path.replace(/\.json$/, `/history/${period}.json`)}`);
    const points = (body: Body) => (body.data as { prices: [number, number][] }).prices;
    return {
      check({ data, meta = {} }) {
        const { id, period: served } = data as { id: string; period: string };
        if (id !== coin.id || served !== period) return `${served} of ${id}`;
        if (ask.currency === null) return isDeepStrictEqual(data, file.data) ? undefined : "other points";
        const own = points({ data });
        const usd = points(file);
        if (own.some(([time]) => !usd.some(([other]) => other === time))) return "a point that USD lacks";
        return checkCurrency(ask, meta);
      },
    };
  };

  const checkCoin = (ask: Ask): Reading => {
    const coin = findCoin(ask.name);
    if (coin === undefined) return MISSING;
    const file = get(`api/${coin.path}`);
    const rate = rateOf(ask.currency ?? "usd");
    return {
      check({ data, meta = {} }) {
        if (ask.currency === null) return isDeepStrictEqual({ data, meta }, file) ? undefined : "another body";
        const own = data as Row;
        if (own.id !== coin.id) return `the coin ${own.id} instead of ${coin.id}`;
        if (!isPrice(own.current_price, coin.current_price, rate)) return `the price ${own.current_price}`;
        return checkCurrency(ask, meta);
      },
    };
  };

  /** "trimmed, case-insensitive, de-duplicated, at most 250. Unknown ones are listed". */
  const checkSparklines = (ask: Ask): Reading => {
    const wanted = [...new Set(readList(ask, "symbols").filter((one) => one !== ""))];
    if (wanted.length === 0 || wanted.length > 250) return INVALID;
    const entries = new Map(
      wanted.flatMap((one) => {
        const coin = rows.find(({ path }) => path === `coins/${one}.json`);
        if (coin === undefined) return [];
        return [[coin.symbol.toLowerCase() === one ? coin.symbol : one, one] as const];
      }),
    );
    const known = new Set(entries.values());
    return {
      check({ data, meta = {} }) {
        const expected = Object.fromEntries([...entries.keys()].map((name) => [name, sparklines[name]]));
        if (!isDeepStrictEqual(data, expected)) return `entries ${Object.keys(data as object)}`;
        const missing = (meta["missing"] as string[]).map((one) => one.toLowerCase());
        const lacking = wanted.filter((one) => !known.has(one));
        return isDeepStrictEqual(new Set(missing), new Set(lacking)) ? undefined : `missing ${missing}`;
      },
    };
  };

  const checkPrice = (ask: Ask): Reading => {
    const coin = findCoin(ask.name);
    if (coin === undefined) return MISSING;
    return {
      check({ data }) {
        const { id, prices } = data as { id: string; prices: Record<string, number> };
        if (id !== coin.id) return `the coin ${id}`;
        const isRight = Object.keys(rates.prices).every((currency) =>
          isPrice(prices[currency] ?? null, coin.current_price, rateOf(currency)),
        );
        return isRight ? undefined : `prices ${JSON.stringify(prices)}`;
      },
    };
  };

  /** Any currency with a rate is answered in that currency; an unknown one is refused. */
  const checkMarkets = (ask: Ask): Reading => {
    const own = ask.currency ?? "usd";
    const vs = (readValue(ask, "vs_currency") ?? own).toLowerCase();
    const each = wholeNumber(readValue(ask, "per_page"), 100, 1, 250);
    const page = wholeNumber(readValue(ask, "page"), 1, 1, Number.MAX_SAFE_INTEGER);
    if (each === undefined || page === undefined || rateOf(vs) === undefined) return INVALID;
    // Coins that only a restricted source prices are absent.
    const listed = rows.filter(({ id }) => compatIds(own).includes(id));
    const ids = readList(ask, "ids").filter((one) => one !== "");
    const found = ids.length === 0 ? listed : listed.filter(({ id }) => ids.includes(id.toLowerCase()));
    const shown = found.slice((page - 1) * each, page * each);
    return {
      check(body) {
        const served = body as unknown as Row[];
        if (idsOf(served) !== idsOf(shown)) return `rows ${idsOf(served)} instead of ${idsOf(shown)}`;
        const isRight = served.every((row, at) => isPrice(row.current_price, shown[at]!.current_price, rateOf(vs)));
        return isRight ? undefined : "prices in another currency";
      },
    };
  };
  const compatIds = (currency: string): string[] => {
    const pages = [1, 2, 3, 4].map((page) => (page === 1 ? "" : `/page/${page}`));
    return pages.flatMap((page) => {
      const found = readFile(`compat/coingecko/${currency}/api/v3/coins/markets${page}.json`) ?? [];
      return (found as Row[]).map(({ id }) => id);
    });
  };

  const readers: Readonly<Record<Ask["kind"], (ask: Ask) => Reading>> = {
    coins: (ask) => checkPage(ask, rows, 1_000, 100, true),
    protocols: (ask) => checkPage(ask, protocols, 500, 20, false),
    coin: checkCoin,
    history: checkHistory,
    sparklines: checkSparklines,
    price: checkPrice,
    markets: checkMarkets,
    file: ({ name }) => {
      const file = get(`api/${name}.json`);
      return { check: (body) => (isDeepStrictEqual(body, file) ? undefined : "another body") };
    },
    missing: () => MISSING,
  };
  return {
    rows,
    read: (ask) => readers[ask.kind](ask),
    isEveryCoin: ({ data }) => isDeepStrictEqual(data, sparklines),
  };
}

/** Exact match of symbol, name or id; then a prefix of one; then anything else; each by rank. */
function searchRows(rows: readonly Row[], search: string): Row[] {
  const wanted = search.toLowerCase();
  const groups: Row[][] = [[], [], []];
  for (const row of rows) {
    const texts = [row.symbol, row.name, row.id].map((text) => text.toLowerCase());
    if (texts.some((text) => text === wanted)) groups[0]!.push(row);
    else if (texts.some((text) => text.startsWith(wanted))) groups[1]!.push(row);
    else if (texts.some((text) => text.includes(wanted))) groups[2]!.push(row);
  }
  return groups.flat();
}

function checkCurrency({ currency }: Ask, meta: Record<string, unknown>): string | undefined {
  const served = meta["currency"] ?? "usd";
  return currency === null || served === currency ? undefined : `the currency ${served}`;
}

function isPrice(price: number | null, usd: number | null, rate: number | undefined): boolean {
  if (price === null || usd === null || rate === undefined)
    return (price === null) === (usd === null || rate === undefined);
  // Prices have 12 significant digits, and so have both prices behind the rate.
  return Math.abs(price - usd * rate) <= 1e-10 * Math.abs(price);
}

function idsOf(rows: readonly { id: string }[]): string {
  return rows.map(({ id }) => id).join();
}

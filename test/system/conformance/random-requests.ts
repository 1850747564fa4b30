import type { Random } from "../../fixtures/random.ts";
import type { Ask } from "./random-reading.ts";
import { escapeBytes } from "./spell-url.ts";

/** One random request: what it means, how it is written, and how often a parameter is repeated. */
export interface RandomRequest {
  method: string;
  url: string;
  ask: Ask;
  /** Names as in the files, each parameter once, no escapes that a host need not read. */
  isPlain: boolean;
}

type Pair = readonly [name: string, value: string];

const NUMBERS = [
  ..."1 2 3 7 10 20 25 50 99 100 200 250 251 499 500 501 999 1000 1001 0 00 007 -1 -0 +7 1e2 0x10 1.5 .5".split(" "),
  ..."all abc NaN null undefined ٣ 10;20 1,000 9007199254740993 99999999999999999999 ' ½ 10% {} 1\u0000".split(" "),
];
const OFFSETS = ["0", "1", "9", "10", "20", "30", "100", "104", "105", "106", "200", "1000", "999999999999"];
const PERIODS = ["1h", "24h", "7d", "30d", "1y", "all", "2h", "1w", "7", "24", "ALL", "../1h", "7d.json", "1h,24h"];
const UNKNOWN_NAMES = ["x", "_", "utm_source", "Limit", "LIMIT", "limit[]", "Search", "__proto__", "toString", ""];
const BLANKS = ["", " ", "  ", "\t"];
const NO_COINS = "nope btc1 no-such-coin 😁 <script> btc,eth bitcoin2 coin-0x %62tc __proto__ constructorx".split(" ");
const FIXED = "global trending exchanges fear-greed defi/overview defi/chains news exchange-rates price".split(" ");
const NO_PATHS = `nope coinz coins/btc/nope coins/btc/history/2h globall defi defi/nope data/nope fear-greed/x
  in/jpy/coins in/jpy/coins/btc in/nope/global in/eur/news exchanges/nope exchanges/nope/x coins/limit/7.json
  coins/limit/0.json sparklines/nope.json price/nope api coins/btc.xml openapi.yaml`.split(/\s+/);
const KINDS: readonly (readonly [Ask["kind"], share: number])[] = [
  ...([["coins", 30] as const, ["coin", 14] as const, ["history", 14] as const, ["protocols", 8] as const] as const),
  ...([["sparklines", 12] as const, ["price", 6] as const, ["markets", 8] as const] as const),
  ...([["file", 4] as const, ["missing", 4] as const] as const),
];

export interface Names {
  texts: readonly string[];
  searchable: readonly string[];
}

/** Valid, boundary and wrong requests in many spellings; the same seed gives the same requests. */
export function createRequests(random: Random, { texts, searchable }: Names): () => RandomRequest {
  const { next, pick } = random;
  const chance = (share: number) => next() < share;
  const recase = (text: string) =>
    [...text].map((one) => (/[a-z]/i.test(one) && chance(0.5) ? one.toUpperCase() : one.toLowerCase())).join("");
  const cased = (text: string) =>
    pick([text.toLowerCase(), text.toLowerCase(), text.toUpperCase(), recase(text)].filter((one) => one.length > 0));
  const padded = (text: string) => (chance(0.85) ? text : pick(BLANKS) + text + pick(BLANKS));
  const nameCoin = () => cased(chance(0.85) ? pick(texts) : pick(NO_COINS));

  const writeSearch = (): string => {
    if (chance(0.05))
      return pick(["e".repeat(64), "e".repeat(65), "😀".repeat(64), "😀".repeat(65), " ", "%41", "zzzz"]);
    const characters = [...pick(searchable)];
    const begin = chance(0.5) ? 0 : Math.floor(next() * characters.length);
    const part = characters.slice(begin, begin + 1 + Math.floor(next() * 8)).join("");
    return cased(chance(0.3) ? characters.join("") : part);
  };
  const writeSymbols = (): string => {
    const count = chance(0.03) ? 249 + Math.floor(next() * 3) : Math.floor(next() * 6);
    const many =
      count > 200 ? Array.from({ length: count }, (_, at) => `no${at}`) : Array.from({ length: count }, nameListed);
    return many.map((one) => padded(one)).join(",");
  };
  const nameListed = () => {
    const name = nameCoin();
    return name.includes(",") ? "btc" : name;
  };
  const drawers: Readonly<Record<string, () => string>> = {
    limit: () => pick(NUMBERS),
    offset: () => (chance(0.7) ? pick(OFFSETS) : pick(NUMBERS)),
    search: writeSearch,
    period: () => cased(pick(PERIODS)),
    symbols: writeSymbols,
    per_page: () => pick(NUMBERS),
    page: () => (chance(0.7) ? pick(["1", "2", "3", "9"]) : pick(NUMBERS)),
    vs_currency: () => cased(pick(["usd", "eur", "btc", "gbp", "usd,eur"])),
    ids: () => Array.from({ length: 1 + Math.floor(next() * 3) }, nameListed).join(","),
  };
  const parameters: Readonly<Partial<Record<Ask["kind"], readonly string[]>>> = {
    coins: ["search", "limit", "offset"],
    protocols: ["limit"],
    history: ["period"],
    sparklines: ["symbols"],
    markets: ["per_page", "page", "vs_currency", "ids"],
  };
  const drawQuery = (kind: Ask["kind"]): Pair[] => {
    const set = (parameters[kind] ?? []).filter(() => chance(0.6));
    const query: Pair[] = set.map((name) => [name, padded(chance(0.05) ? "" : drawers[name]!())]);
    if (set.length > 0 && chance(0.08)) query.push([set[0]!, drawers[set[0]!]!()]);
    if (chance(0.15)) query.push([pick(UNKNOWN_NAMES), pick(NUMBERS)]);
    return query
      .map((pair) => ({ pair, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ pair }) => pair);
  };
  const spell = (text: string): string => {
    const usual = encodeURIComponent(text);
    if (chance(0.8)) return usual;
    return pick([
      escapeBytes(text),
      escapeBytes(text).toLowerCase(),
      usual.replaceAll("%2C", ","),
      usual.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase()),
    ]);
  };
  const escapeValue = (text: string) => (chance(0.3) ? spell(text).replaceAll("%20", "+") : spell(text));

  return () => {
    const kind = drawKind(next);
    const quoted = ["coins", "coin", "history", "markets"].includes(kind) && chance(0.3);
    const currency = quoted ? pick(["eur", "btc"]) : null;
    const name = kind === "file" ? pick(FIXED) : kind === "missing" ? pick(NO_PATHS) : nameCoin();
    const query = drawQuery(kind);
    const base = currency === null ? "/api" : `/api/in/${currency}`;
    const paths: Readonly<Record<Ask["kind"], () => string>> = {
      coins: () => `${base}/coins`,
      coin: () => `${base}/coins/${spell(name)}`,
      history: () => `${base}/coins/${spell(name)}/history`,
      protocols: () => "/api/defi/protocols",
      sparklines: () => "/api/sparklines",
      price: () => `/api/price/${spell(name)}`,
      markets: () => `/compat/coingecko/${currency ?? "usd"}/api/v3/coins/markets`,
      file: () => `/api/${name}${chance(0.5) ? ".json" : ""}`,
      missing: () => `/api/${name}`,
    };
    const path = paths[kind]();
    const pairs = query.map(([key, value]) => `${escapeValue(key)}=${escapeValue(value)}`);
    const url = pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
    const method = chance(0.85) ? "GET" : pick(["HEAD", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"]);
    const isPlain =
      /^[\w./?=&-]*$/.test(url) &&
      url === url.toLowerCase() &&
      new Set(query.map(([key]) => key)).size === query.length;
    return { method, url, ask: { kind, currency, name, query }, isPlain };
  };
}

function drawKind(next: () => number): Ask["kind"] {
  let left = next() * KINDS.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of KINDS) {
    left -= share;
    if (left < 0) return kind;
  }
  return "coins";
}

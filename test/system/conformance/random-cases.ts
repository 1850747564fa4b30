import { createRandom } from "../../fixtures/random.ts";
import type { Site } from "../../fixtures/site.ts";
import { readSeed, scale } from "../../seed.ts";
import type { ApiRequest, Case, Expected, Pair } from "./case.ts";
import { makeGround, shuffle } from "./ground.ts";
import { escapeBytes } from "./spell-url.ts";

const NUMBERS = [
  ..."1 2 3 7 10 20 25 50 99 100 200 250 251 499 500 501 999 1000 1001 0 00 007 -1 -0 +7 1e2 0x10 1.5 .5".split(" "),
  ..."all abc NaN null undefined ٣ 10;20 1,000 9007199254740993 99999999999999999999 ' ½ 10% {} 1\u0000".split(" "),
];
const OFFSETS = ["0", "1", "9", "10", "20", "30", "100", "104", "105", "106", "200", "1000", "999999999999"];
const PERIODS = ["1h", "24h", "7d", "30d", "1y", "all", "2h", "1w", "7", "24", "ALL", "../1h", "7d.json", "1h,24h"];
const UNKNOWN_NAMES = ["x", "_", "utm_source", "Limit", "LIMIT", "limit[]", "Search", "__proto__", "toString", ""];
const BLANKS = ["", " ", "  ", "\t"];
const NO_COINS = "nope btc1 no-such-coin 😁 <script> btc,eth bitcoin2 coin-0x %62tc __proto__ constructorx".split(" ");
const NO_PATHS = `nope coinz coins/btc/nope coins/btc/history/2h globall defi defi/nope data/nope fear-greed/x
  in/jpy/coins in/jpy/coins/btc in/nope/global in/eur/news exchanges/nope exchanges/nope/x coins/limit/7.json
  coins/limit/0.json sparklines/nope.json price/nope api coins/btc.xml openapi.yaml`.split(/\s+/);

/** An endpoint below `/api` that requests are drawn for. */
interface Target {
  endpoint: string;
  share: number;
  /** With a coin in its path. */
  named?: true;
  /** Also below `/api/in`. */
  quoted?: true;
  path(name: string): string;
  parameters: readonly string[];
}

const TARGETS: readonly Target[] = [
  { endpoint: "coins", share: 30, quoted: true, path: () => "/coins", parameters: ["search", "limit", "offset"] },
  { endpoint: "coin", share: 14, named: true, quoted: true, path: (name) => `/coins/${name}`, parameters: [] },
  {
    endpoint: "coin-history",
    share: 14,
    named: true,
    quoted: true,
    path: (name) => `/coins/${name}/history`,
    parameters: ["period"],
  },
  { endpoint: "defi-protocols", share: 8, path: () => "/defi/protocols", parameters: ["limit"] },
  { endpoint: "sparklines", share: 12, path: () => "/sparklines", parameters: ["symbols"] },
  { endpoint: "price", share: 6, named: true, path: (name) => `/price/${name}`, parameters: [] },
];
const SHARES = TARGETS.flatMap((target) => new Array<Target>(target.share).fill(target));
const NOT_FOUND: Expected = { status: 404, code: "not_found" };

/** L3: valid, boundary and wrong requests in many spellings; `SEED` and `COUNT` draw others. */
export function listRandomCases(site: Site): Case[] {
  const random = createRandom(readSeed());
  const ground = makeGround(site, random);
  const { reference, everyCoin } = ground;
  const { next, pick } = random;
  const { coins } = site.world.market;
  const chance = (share: number) => next() < share;
  // A segment of dots alone is another path, one with an extension is a file, and two
  // symbols are folders of the interface: `coins/search/history.json` is a search.
  const texts = coins
    .flatMap(({ id, symbol }) => [id, symbol])
    .filter((one) => !/^(?:\.+|.*\.json|search|limit)$/i.test(one));
  const searchable = coins.flatMap(({ id, symbol, name }) => [id, symbol, name]);
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
  };
  const drawQuery = (parameters: readonly string[]): Pair[] => {
    const set = parameters.filter(() => chance(0.6));
    const query: Pair[] = set.map((name) => [name, padded(chance(0.05) ? "" : drawers[name]!())]);
    if (set.length > 0 && chance(0.08)) query.push([set[0]!, drawers[set[0]!]!()]);
    if (chance(0.15)) query.push([pick(UNKNOWN_NAMES), pick(NUMBERS)]);
    return shuffle(random, query);
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

  const drawCase = (): Case => {
    if (chance(0.04)) return { url: `/api/${pick(NO_PATHS)}`, level: "L3", about: "random", expected: NOT_FOUND };
    const { endpoint, named, quoted, path, parameters } = pick(SHARES);
    const currency = quoted && chance(0.3) ? pick(["eur", "btc"]) : undefined;
    const name = named ? nameCoin() : undefined;
    const asked: ApiRequest = {
      endpoint: currency === undefined ? endpoint : `in-${currency}-${endpoint}`,
      query: drawQuery(parameters),
      ...(name !== undefined && { name }),
    };
    const base = currency === undefined ? "/api" : `/api/in/${currency}`;
    const pairs = asked.query.map(([key, value]) => `${escapeValue(key)}=${escapeValue(value)}`);
    const url = base + path(spell(name ?? "")) + (pairs.length === 0 ? "" : `?${pairs.join("&")}`);
    // Below the level a host may take one value of a repeated parameter: the first, or the last.
    const firstOf = (query: readonly Pair[]) =>
      query.filter(([key], at) => query.findIndex(([other]) => other === key) === at);
    const first = reference.answer({ ...asked, query: firstOf(asked.query) });
    const last = reference.answer({ ...asked, query: firstOf([...asked.query].reverse()) });
    return {
      url,
      level: "L3",
      about: "random",
      expected: reference.answer(asked),
      also: endpoint === "sparklines" ? [first, last, everyCoin] : [first, last],
      withoutQuery: ground.answerPath(asked),
    };
  };
  return Array.from({ length: scale(400) }, drawCase);
}

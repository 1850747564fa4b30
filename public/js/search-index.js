import { cutFacts, findNamedCoin, listNamingWords } from "./search-coin.js";
import { findDay } from "./search-day.js";
import { findJoinedPair, findPair } from "./search-pair.js";
import { isOneTypo, listWordings, normaliseWord } from "./search-words.js";

/** Kinds of entries with the group that shows them and their weight against the others. */
const KINDS = {
  coins: ["Coins", 1],
  pages: ["Pages", 1.6],
  sections: ["Pages", 0.8],
  endpoints: ["API", 1.4],
  variants: ["API", 0.6],
  fields: ["Parameters, fields and errors", 0.7],
  files: ["Files", 0.9],
  recipes: ["Recipes", 1],
  currencies: ["Currencies", 1],
  exchanges: ["Exchanges", 1],
};
const DAYS = "Price of a day";
const PAIRS = "Converter";
/**
 * An address on a chain, such as `0x1f98…`, `0x5d4b…::coin::COIN` or `ibc/2739…`: letters and
 * digits without spaces, with a part that is longer than the words of a path.
 */
const ADDRESS = /^(?=\S*\d)(?=\S*[a-z])(?=\S*[\w:-]{25})[\w:./-]+$/i;
/** The most results per group. */
const SHOWN = 5;

const AS_TYPED = { prefix: true, fuzzy: false };
/** The library counts an exchange of two letters as two errors. */
const WITH_TYPO = { prefix: true, fuzzy: (word) => (word.length < 4 ? false : word.length < 6 ? 1 : 2) };
/** Each is tried if those before find nothing: all words, then all with typing errors. */
const ALL_WORDS = [
  { combineWith: "AND", ...AS_TYPED },
  { combineWith: "AND", ...WITH_TYPO },
];
/** After those, any word. */
const ANY_WORD = [
  { combineWith: "OR", ...AS_TYPED },
  { combineWith: "OR", ...WITH_TYPO },
];

/**
 * The index of the search. `rows`: `search.json`, whose paths are relative to the site's root.
 * Coins come by market cap as `[name, symbol, id, path]`, all others as `[title, path, note, text,
 * words]`.
 */
export function createIndex(MiniSearch, { coins, ...others }) {
  const entries = [
    ...coins.map(([title, symbol, id, path], rank) => ({ kind: "coins", title, symbol, coin: id, path, rank })),
    ...Object.entries(others).flatMap(([kind, list]) =>
      list.map(([title, path, note = "", text = "", words = ""]) => ({ kind, title, path, note, text, words })),
    ),
  ].map((entry, id) => ({ ...entry, id }));
  const library = new MiniSearch({
    fields: ["title", "symbol", "coin", "note", "text", "words"],
    processTerm: normaliseWord,
    searchOptions: {
      boost: { title: 3, symbol: 3, words: 3 },
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  });
  library.addAll(entries);
  return { library, entries };
}

/**
 * Groups of the best entries for a text, the best group first: `{ heading, entries }`. `nowMs` says
 * which days are past. None for an empty text.
 */
export function findGroups(index, text, nowMs) {
  const wanted = text.trim();
  if (wanted === "") return [];
  const dated = findDay(wanted, nowMs);
  if (dated !== null)
    return [{ heading: DAYS, entries: listDays(index, dated) }, ...findGroups(index, dated.rest, nowMs)];
  const pair = findPair(wanted, index.entries);
  const groups = new Map(pair === null ? [] : [[PAIRS, [describePair(pair)]]]);
  for (const { entry } of findEntries(index, wanted)) {
    const [heading] = KINDS[entry.kind];
    const entries = groups.get(heading) ?? [];
    groups.set(heading, entries);
    if (entries.length < SHOWN) entries.push(entry);
  }
  return groups.size === 0
    ? listUnindexed(index, wanted)
    : [...groups].map(([heading, entries]) => ({ heading, entries }));
}

/** What the index does not contain: `btcusdt`, and contracts, which the page of ids searches. */
function listUnindexed({ entries }, wanted) {
  const pair = findJoinedPair(wanted, entries);
  if (pair !== null) return [{ heading: PAIRS, entries: [describePair(pair)] }];
  if (!ADDRESS.test(wanted)) return [];
  const path = `ids/?${new URLSearchParams({ search: wanted })}`;
  return [{ heading: "Ids and codes", entries: [{ title: "Search contracts for this address", path }] }];
}

/**
 * Best first. Coins keep their order by market cap, and come before everything else if one of them
 * has this symbol, name or id, up to a typing error. So does a coin that a text asks a fact of:
 * `btc price`.
 */
function findEntries(index, wanted) {
  // `coin` in an address means no entry with this word.
  const attempts = ADDRESS.test(wanted) ? ALL_WORDS : [...ALL_WORDS, ...ANY_WORD];
  const found = searchWords(index, listWordings(wanted), attempts, Object.keys(KINDS));
  const asked = findAskedCoins(index, wanted);
  const coins = [
    ...asked,
    ...sortCoins(found, wanted).filter(({ entry }) => asked.every((one) => one.entry !== entry)),
  ];
  const best = Math.max(0, ...coins.map(({ score }) => score));
  const isNamed = asked.length > 0 || (coins.length > 0 && distanceOf(coins[0].entry, wanted) < OTHER);
  const before = isNamed ? [] : found.filter(({ entry, score }) => entry.kind !== "coins" && score > best);
  const after = found.filter((one) => one.entry.kind !== "coins" && !before.includes(one));
  return [...before, ...coins, ...after];
}

/** The coins that the text names beside the fact that it asks for, the largest first. */
function findAskedCoins({ entries }, wanted) {
  const name = cutFacts(wanted);
  if (name === "") return [];
  const nameOf = (text) => listNamingWords(text).join(" ");
  const coins = entries
    .filter(({ kind }) => kind === "coins")
    .map((entry) => {
      const names = { title: nameOf(entry.title), symbol: nameOf(entry.symbol), coin: nameOf(entry.coin) };
      return { entry, score: 0, distance: distanceOf(names, name) };
    });
  const nearest = Math.min(OTHER - 1, ...coins.map(({ distance }) => distance));
  return coins.filter(({ distance }) => distance === nearest);
}

function sortCoins(found, wanted) {
  const coins = found.filter(({ entry }) => entry.kind === "coins");
  const distances = new Map(coins.map(({ entry }) => [entry, distanceOf(entry, wanted)]));
  return coins.sort((a, b) => distances.get(a.entry) - distances.get(b.entry) || a.entry.rank - b.entry.rank);
}

const OTHER = 2;

function distanceOf({ title, symbol, coin }, wanted) {
  const lower = wanted.toLowerCase();
  const names = [title, symbol, coin].map((text) => text.toLowerCase());
  if (names.includes(lower)) return 0;
  return lower.length > 3 && names.some((name) => isOneTypo(lower, name)) ? 1 : OTHER;
}

/** Entries with their scores. The first of the queries counts more than the others. */
function searchWords({ library, entries }, queries, attempts, kinds) {
  const filter = ({ id, queryTerms, terms }) =>
    kinds.includes(entries[id].kind) &&
    queryTerms.every((typed) => terms.some((term) => term.startsWith(typed) || isOneTypo(typed, term)));
  for (const attempt of attempts) {
    const wordings = queries.map((query, at) => ({
      combineWith: attempt.combineWith,
      queries: [query],
      boostDocument: (id) => KINDS[entries[id].kind][1] * (at === 0 ? 1 : 0.5),
    }));
    const found = library.search({ combineWith: "OR", queries: wordings }, { ...attempt, filter });
    if (found.length > 0) return found.map(({ id, score }) => ({ entry: entries[id], score }));
  }
  return [];
}

function describePair({ amount, from, to }) {
  const title = `${amount} ${from.name} in ${to.name}`;
  return { title, path: `exchange-rates/?${new URLSearchParams({ amount, from: from.code, to: to.code })}` };
}

/** The price of a coin on a day, or of all coins if the text names none. */
function listDays(index, { day, rest }) {
  const coin = findCoin(index, rest);
  if (coin === undefined)
    return [{ title: `All coins on ${day}`, path: `docs/api/day-prices/?date=${day}#try`, note: `prices/${day}` }];
  const { title, path, symbol } = coin;
  return [{ title: `${title} on ${day}`, path: `${path}?on=${day}#price-on`, note: symbol }];
}

/** The coin that all words mean, or else one that some of them name. */
function findCoin(index, text) {
  const wanted = listNamingWords(text).join(" ");
  if (wanted === "") return undefined;
  const [found] = sortCoins(searchWords(index, [wanted], ALL_WORDS, ["coins"]), wanted);
  return found?.entry ?? findNamedCoin(index.entries, text);
}

/** Whether a venue's name of an asset fits a coin. */
type NameVerdict = "matches" | "contradicts" | "unknown";

/** Words that names of the same asset may have or lack. */
const GENERIC = new Set(
  (
    "the a of and by token tokens coin coins protocol network networks finance dao chain blockchain governance " +
    "foundation labs platform project new official ecosystem exchange"
  ).split(" "),
);
/** Words for kinds of assets: two names that share only these have nothing in common. */
const COMMON = new Set(
  (
    "usd dollar stablecoin stable wrapped staked bridged liquid restaked ether eth ai meta game games gaming " +
    "swap pay world digital global defi money cash gold super first meme dog cat inu baby solana ethereum base " +
    "bnb"
  ).split(" "),
);
/** Shorter words and fragments occur in unrelated names. */
const SHORTEST = 3;

/**
 * Compares a venue's name of an asset with the names of a coin: its present name first, then
 * former names and the id. `matches` needs the same words, without generic ones. `contradicts`
 * needs two names without a common word, fragment, abbreviation or similar spelling. The tickers
 * are equal anyway and so prove nothing: a name that only repeats one gives `unknown`.
 *
 * On the listings of Gate, MEXC, Bitfinex, Bitstamp, Upbit and Coinbase against the 250 largest
 * coins: 239 of 332 match, 4 contradict rightly, 1 wrongly ("Lumen" for Stellar, an exception).
 */
export function compareNames(venueName: string, tickers: readonly string[], names: readonly string[]): NameVerdict {
  const skipped = new Set(tickers.map(joinWords));
  const told = describeName(venueName, skipped);
  if (told.only) return "unknown";
  const known = names.flatMap(listNames).map((name) => describeName(name, skipped));
  if (known.some((name) => isSame(told, name))) return "matches";
  const [current] = known;
  if (current === undefined || current.only) return "unknown";
  return known.some((name) => !name.only && isAkin(told, name)) ? "unknown" : "contradicts";
}

/** Whether two names of one venue are spellings of the same one. */
export function isSameName(a: string, b: string): boolean {
  return isSame(describeName(a, NO_TICKERS), describeName(b, NO_TICKERS));
}

const NO_TICKERS: ReadonlySet<string> = new Set();
/** How reference sources write a former name: "Gram (prev. Toncoin)", "POL (ex-MATIC)". */
const FORMER = /^(.+?)\s*\((?:prev(?:iously)?\.?|formerly|former|ex)[\s-]+(.+)\)$/i;

/** The name of a coin and the former one that a reference source adds to it. */
function listNames(name: string): string[] {
  const [, now, former] = FORMER.exec(name) ?? [];
  return now === undefined || former === undefined ? [name] : [now, former];
}

interface Name {
  words: readonly string[];
  /** All words in one. */
  full: string;
  /** The words that are not generic in one; all, if they all are. */
  core: string;
  /** It consists of tickers and generic words. */
  only: boolean;
  /** The words that are not generic. */
  specific: readonly string[];
  /** The words among these that distinguish assets. */
  telling: readonly string[];
}

function describeName(name: string, tickers: ReadonlySet<string>): Name {
  const words = splitWords(name);
  const full = words.join("");
  const specific = words.filter((word) => !GENERIC.has(word));
  const telling = specific.filter((word) => !tickers.has(word));
  const joined = specific.join("");
  const core = joined.length >= SHORTEST ? joined : full;
  return { words, full, core, specific, telling, only: telling.length === 0 || tickers.has(full) || tickers.has(core) };
}

function splitWords(name: string): string[] {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The name without case, accents, blanks and punctuation. */
export function joinWords(name: string): string {
  return splitWords(name).join("");
}

function isSame(a: Name, b: Name): boolean {
  return a.full === b.full || a.core === b.core;
}

function isAkin(a: Name, b: Name): boolean {
  return (
    a.telling.some((word) => isTelling(word) && b.telling.includes(word)) ||
    isSubset(a.specific, b.specific) ||
    isSubset(b.specific, a.specific) ||
    isPart(a.telling, b.telling) ||
    isPart(b.telling, a.telling) ||
    abbreviates(a, b) ||
    abbreviates(b, a) ||
    isSimilar(a.telling.join(""), b.telling.join(""))
  );
}

/** "FC Porto" and "FC Porto Fan Token" (PORTO). */
function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.length > 1 && some.every((word) => all.includes(word));
}

function isTelling(word: string): boolean {
  return !COMMON.has(word) && (word.length >= SHORTEST || /\d/.test(word));
}

function isPart(part: readonly string[], whole: readonly string[]): boolean {
  const joined = part.join("");
  return (joined.length >= SHORTEST || /\d/.test(joined)) && !COMMON.has(joined) && whole.join("").includes(joined);
}

/** `TON` of "The Open Network", also as the beginning of "Toncoin". */
function abbreviates(short: Name, long: Name): boolean {
  const initials = long.words.map((word) => word.charAt(0)).join("");
  return initials.length >= SHORTEST && short.core.startsWith(initials);
}

/** Half of the pairs of letters are common: "Etherium", "Basic Attention". */
function isSimilar(a: string, b: string): boolean {
  const pairs = listPairs(a);
  const others = listPairs(b);
  let common = 0;
  for (const pair of pairs) if (others.has(pair)) common += 1;
  return 2 * common >= 0.5 * (pairs.size + others.size);
}

function listPairs(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

import { normaliseWord } from "./search-words.js";

/** With a day, every text asks for a price. */
const PRICE = new Set("close closing cost much price prices rate rates value was were worth".split(" "));
/** Alone, they mean no coin, though names of coins begin with them. */
const GENERAL = new Set("all coin coins crypto daily day exchange market token tokens total".split(" "));

/** What the page of a coin says besides its price. */
const FACTS =
  /\b(?:all[- ]time (?:high|low)|ath|atl|mcap|market ?cap|volume|(?:(?:circulating|total|max) )?supply|charts?|history)\b/gi;

/** What a text that asks for a fact of a coin names: `price of btc` → `btc`. Otherwise empty. */
export function cutFacts(text) {
  const asked = text.replace(/['’]s\b/gi, "");
  const words = listWords(asked).filter((word) => normaliseWord(word) !== null);
  const rest = listNamingWords(asked.replace(FACTS, " "));
  return rest.length === words.length ? "" : rest.join(" ");
}

/** The words of a text that asks for a price which may name a coin. */
export function listNamingWords(text) {
  const words = listWords(text).filter(isNaming);
  return words.every((word) => GENERAL.has(word)) ? [] : words;
}

/**
 * The coin whose symbol, name or id is in the text. `entries`: of the search, with coins by market
 * cap. The longest of several names counts: `wrapped bitcoin` is not `bitcoin`.
 */
export function findNamedCoin(entries, text) {
  const wanted = ` ${listWords(text).join(" ")} `;
  let best = { length: 0 };
  for (const entry of entries) {
    if (entry.kind !== "coins") continue;
    for (const name of [entry.title, entry.symbol, entry.coin].map((one) => listWords(one).join(" ")))
      if (name.length > best.length && isNaming(name) && !GENERAL.has(name) && wanted.includes(` ${name} `))
        best = { length: name.length, entry };
  }
  return best.entry;
}

function isNaming(word) {
  return !PRICE.has(word) && normaliseWord(word) !== null;
}

function listWords(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

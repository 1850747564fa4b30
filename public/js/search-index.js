import { findText } from "./table-view.js";

/**
 * The search index of the site: the rows of `search.json`, each with the words that a search finds.
 *
 * Rows of the file: coins `[name, symbol, id, path]` by market cap, exchanges `[name, path]`, pages
 * `[title, path]`. Paths are relative to the site's root.
 */
export function prepareIndex({ coins, exchanges, pages }) {
  return {
    coins: coins.map(([name, symbol, id, path]) => {
      return { kind: "coin", name, symbol, id, path, words: [symbol, name, id] };
    }),
    exchanges: exchanges.map(([name, path]) => ({ kind: "exchange", name, path, words: [name] })),
    pages: pages.map(([name, path]) => ({ kind: "page", name, path, words: [name] })),
  };
}

/** The most results per kind. */
const SHOWN = { coins: 8, exchanges: 3, pages: 4 };

/** The best entries for a text: coins, then exchanges, then pages. Empty for an empty text. */
export function findEntries(index, text) {
  const wanted = text.trim();
  if (wanted === "") return [];
  return Object.entries(SHOWN).flatMap(([kind, most]) =>
    findText(index[kind], wanted, ({ words }) => words).slice(0, most),
  );
}

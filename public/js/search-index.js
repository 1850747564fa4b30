/**
 * The search index of the site: what `search.json` has, prepared for many searches.
 *
 * Rows of the file: coins `[name, symbol, id, path]` by market cap, exchanges `[name, path]`, pages
 * `[title, path]`. Paths are relative to the site's root.
 */
export function prepareIndex({ coins, exchanges, pages }) {
  const lower = (text) => text.toLowerCase();
  return {
    coins: coins.map(([name, symbol, id, path]) => {
      return { kind: "coin", name, symbol, id, path, words: [lower(symbol), lower(name), lower(id)] };
    }),
    exchanges: exchanges.map(([name, path]) => ({ kind: "exchange", name, path, words: ["", lower(name)] })),
    pages: pages.map(([name, path]) => ({ kind: "page", name, path, words: ["", lower(name)] })),
  };
}

/** The most results per kind. */
const SHOWN = { coins: 8, exchanges: 3, pages: 4 };

/** The best entries for a text: coins, then exchanges, then pages. Empty for an empty text. */
export function findEntries(index, text) {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  return Object.entries(SHOWN).flatMap(([kind, most]) => pickBest(index[kind], wanted, most));
}

/** Entries of equal rank keep their order. */
function pickBest(entries, wanted, most) {
  const classes = [[], [], [], []];
  for (const entry of entries) {
    const rank = rankOf(entry.words, wanted);
    if (rank !== undefined) classes[rank].push(entry);
  }
  return classes.flat().slice(0, most);
}

/** 0: the symbol or name itself; then beginnings of them; then of a word; then any part. */
function rankOf([symbol, name, id = ""], wanted) {
  if (symbol === wanted || name === wanted) return 0;
  if (symbol.startsWith(wanted) || name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`) || id.startsWith(wanted)) return 2;
  if (name.includes(wanted) || symbol.includes(wanted) || id.includes(wanted)) return 3;
  return undefined;
}

/** `usd to chf`, `convert 100 eth in eur`, `btc/usd`: amount, first and second code. */
const FORM = /^(?:convert )?(?:([\d.,]+) )?([a-z0-9]{2,10})(?: ?(?:\/|=|→) ?| (?:to|in|into) )([a-z0-9]{2,10})$/i;
const BASE = "USD";

/**
 * The conversion that a text asks for: `{ amount, from, to }`, each code as the converter has it.
 * `entries`: of the search, with coins by market cap. `null`: the text names no two of them.
 */
export function findPair(text, entries) {
  const [, amount = "1", ...codes] = FORM.exec(text.trim().replace(/\s+/g, " ")) ?? [];
  const [from, to] = codes.map((code) => findCode(code.toUpperCase(), entries));
  return from && to && from !== to ? { amount, from, to } : null;
}

/** Currencies go before coins of the same code. */
function findCode(code, entries) {
  if (code === BASE) return code;
  if (entries.some(({ kind, note }) => kind === "currencies" && note === code)) return code;
  const coin = entries.find(({ kind, symbol }) => kind === "coins" && symbol === code);
  return coin?.path.split("/")[1];
}

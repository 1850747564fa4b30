/** `usd to chf`, `convert 100 eth in eur`, `btc/usd`: amount, first and second code. */
const FORM = /^(?:convert )?(?:([\d.,]+) )?([a-z0-9]{2,10})(?: ?(?:\/|=|→) ?| (?:to|in|into) )([a-z0-9]{2,10})$/i;
/** `btcusdt`, as exchanges write their pairs. */
const JOINED = /^([a-z0-9]{2,10})(usdt|usdc|usd|eur|btc|eth)$/i;
const BASE = "USD";

/**
 * The conversion that a text asks for: `{ amount, from, to }`, each code as the converter has it.
 * `entries`: of the search, with coins by market cap. `null`: the text names no two of them.
 */
export function findPair(text, entries) {
  const [, amount = "1", ...codes] = FORM.exec(text.trim().replace(/\s+/g, " ")) ?? [];
  return identifyPair(amount, codes, entries);
}

/** Like `findPair`, of a text in which nothing stands between the codes. */
export function findJoinedPair(text, entries) {
  const [, ...codes] = JOINED.exec(text) ?? [];
  return identifyPair("1", codes, entries);
}

function identifyPair(amount, codes, entries) {
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

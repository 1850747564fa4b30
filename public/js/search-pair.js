/** `usd to chf`, `convert 100 eth in eur`, `btc/usd`, `bitcoin to usd`: amount and both units. */
const FORM = /^(?:convert )?(?:([\d.,]+) )?([a-z0-9]{2,10})(?: ?(?:\/|=|→) ?| (?:to|in|into) )([a-z0-9]{2,10})$/i;
/** `BTC-USDT`, `btc usd`. The second unit is a usual quote: any two words may stand like this. */
const PAIR = /^([a-z0-9]{2,10})[ _-](usdt|usdc|usd|eur|btc|eth)$/i;
/** `btcusdt`, as exchanges write their pairs. */
const JOINED = /^([a-z0-9]{2,10})(usdt|usdc|usd|eur|btc|eth)$/i;
const BASE = "USD";

/**
 * The conversion that a text asks for: `{ amount, from, to }`, each unit with its `name` and its
 * `code` in the converter. `entries`: of the search, with coins by market cap. `null`: the text
 * names no two units.
 */
export function findPair(text, entries) {
  const plain = text.trim().replace(/\s+/g, " ");
  const [, amount = "1", ...units] = FORM.exec(plain) ?? [];
  const [, ...pair] = PAIR.exec(plain) ?? [];
  return identifyPair(amount, units.length > 0 ? units : pair, entries);
}

/** Like `findPair`, of a text in which nothing stands between the codes. */
export function findJoinedPair(text, entries) {
  const [, ...units] = JOINED.exec(text) ?? [];
  return identifyPair("1", units, entries);
}

function identifyPair(amount, units, entries) {
  const [from, to] = units.map((unit) => findUnit(unit.toLowerCase(), entries));
  return from && to && from.code !== to.code ? { amount, from, to } : null;
}

/**
 * Currencies go before coins of the same code. Of the coins with this symbol, id or name, the
 * largest: `bitcoin` is also the symbol of a small coin.
 */
function findUnit(text, entries) {
  const code = text.toUpperCase();
  if (code === BASE || entries.some(({ kind, note }) => kind === "currencies" && note === code))
    return { code, name: code };
  const found = entries.find(
    ({ kind, title, symbol, coin }) =>
      kind === "coins" && (symbol === code || coin === text || title.toLowerCase() === text),
  );
  return found && { code: found.path.split("/")[1], name: found.symbol };
}

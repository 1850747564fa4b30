/*
 * Words of a search: forms of one word, words that mean the same, and typing errors.
 */

/** Words that say nothing about what is looked for. */
const EMPTY = new Set(
  "a an and are at by can do does for from get give how i in is it me my no of on or show that the this to use what where which with".split(
    " ",
  ),
);

/** Phrases that mean the same; the first is the one that this site uses most. */
const SYNONYMS = [
  ["history", "historical", "past", "archive", "time series", "timeseries", "backtest", "back test"],
  ["market cap", "mcap", "marketcap", "capitalization", "capitalisation"],
  ["volume", "turnover"],
  ["ohlc", "ohlcv", "candle", "candlestick", "kline"],
  ["all time high", "ath"],
  ["all time low", "atl"],
  ["rate limit", "throttling", "quota", "too many requests", "429"],
  ["api key", "apikey", "token", "authentication", "auth", "login", "sign up", "register", "password"],
  ["currency", "fiat", "forex", "fx", "money"],
  ["checksum", "sha256", "sha 256", "hash", "digest", "integrity"],
  ["self host", "selfhost", "own copy", "fork", "deploy", "publish my own"],
  ["price", "quote", "rate", "worth", "value"],
  ["exchange", "venue", "trading platform"],
  ["spreadsheet", "excel", "google sheets", "sheets", "libreoffice", "importdata"],
  ["sentiment", "fear greed", "fear and greed"],
  ["download", "dump", "bulk", "export"],
  ["licence", "license", "terms", "copyright", "cc0", "commercial use"],
  ["movers", "gainers", "losers", "trending", "top"],
  ["status", "uptime", "health", "outage", "availability"],
  ["contract", "token address", "contract address"],
  ["not found", "404"],
  ["invalid parameter", "400", "bad request"],
  ["accounting", "ledger", "beancount", "hledger", "bookkeeping", "tax"],
  ["portfolio", "holdings", "wealth"],
  ["sdk", "client library", "client js", "client"],
  ["wrong price", "correction", "mistake"],
  ["swagger", "openapi", "open api", "postman"],
  ["converter", "convert", "conversion", "calculator"],
  ["feed", "rss", "atom", "subscribe"],
  ["ai", "llm", "mcp", "chatgpt", "claude"],
  [
    "polling",
    "websocket",
    "web socket",
    "socket",
    "streaming",
    "stream",
    "real time",
    "realtime",
    "push",
    "webhook",
    "how often updated",
    "update interval",
    "refresh",
  ],
];

const NONE = [];

/** A text in the form in which words are compared: `Bitcoins` and `bitcoin` are the same. */
export function normaliseWord(word) {
  const text = word.toLowerCase();
  if (EMPTY.has(text)) return null;
  if (/[^s]s$/.test(text) && text.length > 3) return text.replace(/ies$/, "y").replace(/s$/, "");
  return text;
}

/** The text, and the text with one of its phrases in other words. */
export function listWordings(text) {
  const wanted = ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  const others = SYNONYMS.flatMap((group) => {
    const used = group.find((phrase) => wanted.includes(` ${phrase} `) || wanted.includes(` ${phrase}s `));
    if (used === undefined) return NONE;
    return group
      .filter((phrase) => phrase !== used)
      .map((phrase) => wanted.replace(new RegExp(` ${used}s? `), ` ${phrase} `).trim());
  });
  return [text, ...others];
}

/** At most one letter is another, is missing, was added, or changed places with the next. */
export function isOneTypo(typed, word) {
  if (typed === word) return true;
  let start = 0;
  while (start < typed.length && typed[start] === word[start]) start += 1;
  const [left, right] = [typed.slice(start), word.slice(start)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}

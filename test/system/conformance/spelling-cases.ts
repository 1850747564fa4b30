import type { Endpoint, World } from "../../../build/crypto/api/world.ts";
import type { ApiRequest, Case, Expected } from "./case.ts";
import { type Ground, sample } from "./ground.ts";
import { apiEndpoints, escapeBytes, isNaiveKey, ownsName, request, spellPath, spellQuery } from "./spell-url.ts";

/** Whether the endpoint is one of coins, and has a file of this coin: optional trees cover some. */
function hasFile({ path, variants }: Endpoint, key: string, world: World): boolean {
  if (!/^\/coins\/\{symbol\}[^{]*$/.test(path)) return false;
  for (const params of variants(world)) if (params["symbol"] === key) return true;
  return false;
}

/** L3: URL variants of the same requests. */
export function listSpellingCases(ground: Ground): Case[] {
  const { reference, random, site, everyCoin } = ground;
  const cases: Case[] = [];
  const add = (about: string, url: string, asked: ApiRequest, also: readonly Expected[] = []) => {
    const expected = reference.answer(asked);
    const withoutQuery = ground.answerPath(asked);
    const wider = asked.endpoint === "sparklines" ? [everyCoin, ...also] : also;
    cases.push({ url, level: "L3", about, expected, also: wider, withoutQuery });
  };
  /** A file name with a query means the file or the query. */
  const addFile = (url: string, asked: ApiRequest) => {
    const equally = [reference.answer({ ...asked, query: [] })];
    cases.push({ url, level: "L3", about: "a file with a query", expected: reference.answer(asked), equally });
  };
  const ask = (query: string): ApiRequest => request("coins", query);

  for (const [first, second] of [
    ["10", "20"],
    ["20", "10"],
    ["7", "100"],
    ["100", "7"],
    ["10", "10"],
  ] as const) {
    const other = reference.answer(ask(`limit=${second}`));
    add("a repeated parameter", `/api/coins?limit=${first}&limit=${second}`, ask(`limit=${first}`), [other]);
    const both = reference.answer(ask(`limit=${second}&offset=20`));
    const more = `/api/coins?limit=${first}&offset=20&limit=${second}`;
    add("a repeated parameter", more, ask(`limit=${first}&offset=20`), [both]);
    // The first value counts, also if it is empty.
    add("a repeated parameter", `/api/coins?limit=&limit=${second}`, ask(""), [other]);
  }
  for (const [first, second] of [
    ["bit", "eth"],
    ["c1", "zzzz"],
    ["btc", "bgb"],
  ] as const) {
    const other = reference.answer(ask(`search=${second}`));
    add("a repeated parameter", `/api/coins?search=${first}&search=${second}`, ask(`search=${first}`), [other]);
    const others = reference.answer(request("sparklines", `symbols=${second}`));
    const twice = `/api/sparklines?symbols=${first}&symbols=${second}`;
    add("a repeated parameter", twice, request("sparklines", `symbols=${first},${second}`), [
      reference.answer(request("sparklines", `symbols=${first}`)),
      others,
    ]);
  }
  const hour = request("coin-history", "period=1h", "eth");
  const ofYear = reference.answer(request("coin-history", "period=1y", "eth"));
  add("a repeated parameter", "/api/coins/eth/history?period=1h&period=1y", hour, [ofYear]);
  for (const query of "limit= offset= search= limit limit=&offset=&search= search=%20 limit=+ &  = &&x".split(" ")) {
    add("an empty parameter", `/api/coins?${query}`, ask(""));
    const first = query.startsWith("limit") ? "" : "limit=20";
    add("an empty parameter", `/api/coins?${query}&limit=20`, ask(first), [reference.answer(ask("limit=20"))]);
    add("an empty parameter", `/api/coins?limit=50&${query}`, ask("limit=50"), [reference.answer(ask(""))]);
  }
  for (const query of ["period=", "period", "period=%20%20"]) {
    add("an empty parameter", `/api/coins/btc/history?${query}`, request("coin-history", "", "btc"));
  }
  for (const query of ["limit=%31%30", "limit=%2010%20", "limit=+10"]) {
    add("needless escapes", `/api/coins?${query}`, ask("limit=10"));
  }
  for (const query of ["%6Cimit=10", "limi%74=10", "l%69mit=1%30&x=%20"]) {
    // Programs do not escape letters. The matcher of one host takes it for another name.
    add("needless escapes", `/api/coins?${query}`, ask("limit=10"), [reference.answer(ask(""))]);
  }
  for (const query of ["LIMIT=10", "Limit=7", "limit%20=7", "limits=7", "limit[]=7", "limit%5B%5D=7", "xlimit=10"]) {
    // One host ignores the case of parameter names; its `meta` shows that.
    const other = reference.answer(ask(`limit=${query.slice(-2).replace("=", "")}`));
    add("a name that is another", `/api/coins?${query}`, ask(""), [other]);
  }
  for (const text of ["btc", "c17", "odd", "bitget"]) {
    add("needless escapes", `/api/coins?search=${escapeBytes(text)}`, ask(`search=${text}`));
    add("capitals", `/api/coins?search=${text.toUpperCase()}`, ask(`search=${text}`));
    add("blanks around", `/api/coins?search=+${text}%20`, ask(`search=${text}`));
    add("blanks around", `/api/coins?search=%20${text.slice(0, 1)}`, ask(`search=${text.slice(0, 1)}`));
  }
  for (const { symbol, id, key } of sample(random, site.world.market.coins.filter(ownsName), 40)) {
    for (const endpoint of apiEndpoints.filter((one) => hasFile(one, key, site.world))) {
      const asked = request(endpoint.id, "", symbol);
      const path = spellPath(endpoint, symbol);
      add("a slash at the end", `${path}/`, asked);
      add("an id", spellPath(endpoint, id), asked);
      add("capitals", `${path}.json`, asked);
      const escaped = path.replace(encodeURIComponent(symbol), () => escapeBytes(symbol));
      add("needless escapes", escaped, asked);
    }
    const sparkline: ApiRequest = { endpoint: "sparklines", query: [["symbols", symbol]] };
    add("needless escapes", `/api/sparklines?symbols=${escapeBytes(symbol)}`, sparkline);
    add("one of a list", `/api/sparklines${spellQuery([["symbols", `${symbol},`]])}`, sparkline);
    add("a file without extension", `/api/sparklines/${key}`, sparkline);
  }
  for (const { id, path, parameters } of apiEndpoints.filter(
    ({ path }) => !path.includes("{") && !path.endsWith("/sparklines"),
  )) {
    add("a slash at the end", `/api${path}/`, request(id));
    const limit = parameters["limit"] !== undefined;
    addFile(`/api${path}.json?limit=7`, request(id, limit ? "limit=7" : ""));
  }
  // Only the handler finds symbols that cannot be file names.
  for (const { symbol } of site.world.market.coins.filter((coin) => !isNaiveKey(coin.symbol.toLowerCase()))) {
    if (/^\.{1,2}$|\.json$/i.test(symbol)) continue;
    add("a symbol outside of the alphabet", `/api/coins/${encodeURIComponent(symbol)}`, request("coin", "", symbol));
  }
  const year = request("coin-history", "period=1y", "btc");
  addFile("/api/coins/btc/history.json?period=1y", year);
  add("capitals", "/api/coins/btc/history?period=1Y", year);
  add("capitals", "/api/coins/btc/history?period=30D", request("coin-history", "period=30d", "btc"));
  add("blanks around", "/api/coins/btc/history?period=%201y%20", year);
  add("blanks around", "/api/coins?limit=%2010", ask("limit=10"));
  for (const symbols of ["%20btc", "+btc+", "btc%20", "%09BTC"]) {
    add("blanks around", `/api/sparklines?symbols=${symbols}`, request("sparklines", "symbols=btc"));
  }
  for (const name of ["Btc", "bTC", "Bitcoin", "Mixed-CASE"]) {
    add("mixed case", `/api/coins/${name}`, request("coin", "", name));
    add("mixed case", `/api/coins/${name}/?x=1`, request("coin", "", name));
    add("mixed case", `/api/coins/${name}.json`, request("coin", "", name));
  }
  add("mixed case", "/api/coins/Btc/history?period=1Y", year);
  add("mixed case", "/api/coins/Btc/history.json", request("coin-history", "", "btc"));
  add("mixed case", "/api/sparklines?symbols=Btc", request("sparklines", "symbols=btc"));
  for (const search of ["Bitget", "cOIn", "Batcat"])
    add("mixed case", `/api/coins?search=${search}`, ask(`search=${search}`));
  // Paths ignore the case, like files.
  add("a path in capitals", "/api/COINS?limit=7", ask("limit=7"));
  add("a path in capitals", "/api/Coins?limit=10", ask("limit=10"));
  add("a path in capitals", "/api/Coins", ask(""));
  add("a path in capitals", "/api/Coins/btc/History?period=1y", year);
  add("a path in capitals", "/api/DeFi/Protocols?limit=3", request("defi-protocols", "limit=3"));
  add("a path in capitals", "/api/Sparklines?symbols=btc,c7", request("sparklines", "symbols=btc,c7"));
  // `/API` is outside of the API.
  const capitals: Case = { url: "/API/coins", level: "L3", about: "a path in capitals", expected: { refused: true } };
  cases.push({ ...capitals, equally: [reference.answer(ask(""))] });
  return cases;
}

import type { Case, Expected } from "./case.ts";
import { type Ground, sample } from "./ground.ts";

const ROOT = "compat/coingecko";
const NOT_FOUND: Expected = { status: 404, code: "not_found" };
const INVALID: Expected = { status: 400, code: "invalid_parameter" };

/** Answers in the form of another interface: a host without the handler ignores their queries. */
export function listCompatCases({ site, random }: Ground): Case[] {
  const stored = [...site.tree.keys()].filter((path) => path.startsWith(`${ROOT}/`));
  const read = (path: string): Expected => {
    const text = new TextDecoder().decode(site.tree.get(path));
    return { body: JSON.parse(text), text };
  };
  const fixed = stored.filter(
    (path) => !/\/coins\/[^/]+(\/market_chart.*)?\.json$/.test(path) || /list|markets/.test(path),
  );
  const files = new Set([...fixed, ...sample(random, stored, 60)]);
  const cases = [...files].flatMap((path): Case[] => {
    const expected = read(path);
    const name = `/${path.replace(/\.json$/, "")}`;
    // Clients ask for further pages by query only.
    const level = path.includes("/page/") ? "L2" : "L1";
    return [
      { url: `/${path}`, level: "L0", about: "a compatible file by its name", expected },
      { url: name, level, about: "a compatible path", expected },
      { url: `${name}?x=1`, level, about: "a compatible path", expected },
    ];
  });
  for (const currency of ["usd", "eur", "btc"]) {
    const base = `${ROOT}/${currency}/api/v3`;
    const ask = (path: string, query: string, expected: Expected) => {
      const plain = read(`${base}/${path}.json`);
      const url = `/${base}/${path}?${query}`;
      // Never an answer in another currency: the path decides on any host.
      cases.push({ url, level: "L3", about: "a compatible query", expected, also: [plain], withoutQuery: plain });
    };
    const markets = read(`${base}/coins/markets.json`);
    const second = read(`${base}/coins/markets/page/2.json`);
    ask("coins/markets", "page=2", second);
    ask("coins/markets", `vs_currency=${currency}&order=market_cap_desc&per_page=100&page=1&sparkline=false`, markets);
    ask("coins/markets", `vs_currency=${currency.toUpperCase()}&page=2&per_page=100`, second);
    ask("coins/markets", "per_page=251", INVALID);
    for (const other of ["gbp", currency === "usd" ? "eur" : "usd", "usd,eur", "x".repeat(70)]) {
      ask("coins/markets", `vs_currency=${other}`, INVALID);
      ask("simple/price", `ids=bitcoin&vs_currencies=${other}`, INVALID);
      ask("coins/bitcoin/market_chart", `vs_currency=${other}&days=30`, INVALID);
    }
    const { bitcoin, ethereum } = (read(`${base}/simple/price.json`) as { body: Record<string, unknown> }).body;
    const body = { bitcoin, ethereum };
    const picked: Expected = { body, text: `${JSON.stringify(body)}\n` };
    ask("simple/price", `ids=bitcoin,ethereum,nope&vs_currencies=${currency}&include_market_cap=true`, picked);
    ask("simple/price", "ids=Bitcoin%2Cethereum", picked);
    for (const path of ["nope", "coins/no-such-coin", "coins/no-such-coin/market_chart", "coins/bitcoin/tickers"])
      cases.push({ url: `/${base}/${path}`, level: "L1", about: "no such compatible path", expected: NOT_FOUND });
  }
  for (const path of [
    "/coingecko",
    "/coingecko/usd",
    "/coingecko/gbp/api/v3/ping",
    "/nope/usd/api/v3/ping.json",
    "/..%2f..%2fsecret",
  ])
    cases.push({
      url: `/compat${path}`,
      level: "L1",
      about: "no such compatible path",
      expected: path.includes("%") ? { refused: true } : NOT_FOUND,
    });
  cases.push({
    url: `/api/${ROOT}/usd/api/v3/ping`,
    level: "L1",
    about: "no such compatible path",
    expected: NOT_FOUND,
  });
  return cases;
}

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
    const ask = (
      path: string,
      query: string,
      expected: Expected,
      own: Pick<Case, "level" | "also"> = { level: "L3" },
    ) => {
      const withoutQuery = read(`${base}/${path}.json`);
      cases.push({ url: `/${base}/${path}?${query}`, about: "a compatible query", expected, withoutQuery, ...own });
    };
    /** Clients look up ids and times, so the file of everything is an answer as well. */
    const lookUp = (path: string, query: string, expected: Expected) =>
      ask(path, query, expected, { level: "L3", also: [read(`${base}/${path}.json`)] });
    const markets = read(`${base}/coins/markets.json`);
    const second = read(`${base}/coins/markets/page/2.json`);
    const rows = [markets, second].flatMap((page) => (page as { body: { id: string }[] }).body);
    const write = (body: unknown): Expected => ({ body, text: `${JSON.stringify(body)}\n` });
    const stored = { level: "L2" } as const;
    ask("coins/markets", "page=2", second, stored);
    ask("coins/markets", `vs_currency=${currency}&page=2&per_page=100`, second, stored);
    ask("coins/markets", `page=1&x=1&order=market_cap_desc&vs_currency=${currency}&sparkline=false`, markets, stored);
    ask("coins/markets", `vs_currency=${currency.toUpperCase()}&page=2&per_page=100`, second);
    ask("coins/markets", `vs_currency=%20${currency}%20`, markets);
    ask("coins/markets", "per_page=251", INVALID);
    ask("coins/markets", "per_page=1", write(rows.slice(0, 1)));
    ask("coins/markets", "per_page=3&page=2", write(rows.slice(3, 6)));
    ask(
      "coins/markets",
      "order=id_asc&per_page=2",
      write([...rows].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, 2)),
    );
    // One coin more would be the price of another coin for a client that reads the first row.
    for (const query of ["ids=ethereum", `ids=ethereum&vs_currency=${currency}`, "symbols=eth&page=1"])
      ask("coins/markets", query, write(rows.filter(({ id }) => id === "ethereum")));
    ask("coins/markets", "ids=no-such-coin", write([]));
    for (const unknown of ["xxx", "usd,eur", "x".repeat(70)]) {
      ask("coins/markets", `vs_currency=${unknown}`, INVALID);
      ask("coins/markets", `x=1&page=2&vs_currency=${unknown}&order=market_cap_desc`, INVALID);
      ask("coins/bitcoin/market_chart", `vs_currency=${unknown}&days=30`, INVALID);
      ask("coins/bitcoin/market_chart/range", `vs_currency=${unknown}&from=1&to=2`, INVALID);
    }
    const other = currency === "usd" ? "eur" : "usd";
    const otherBase = `${ROOT}/${other}/api/v3`;
    for (const path of ["coins/markets", "coins/bitcoin/market_chart"])
      ask(path, `vs_currency=${other}`, read(`${otherBase}/${path}.json`));
    ask("coins/markets", `page=2&vs_currency=${other}`, read(`${otherBase}/coins/markets/page/2.json`));
    for (const refused of ["category=layer-1", "order=gecko_desc", `category=x&vs_currency=${currency}&page=1`])
      ask("coins/markets", refused, INVALID);
    const { bitcoin, ethereum } = (read(`${base}/simple/price.json`) as { body: Record<string, unknown> }).body;
    const picked = write({ bitcoin, ethereum });
    lookUp("simple/price", "ids=bitcoin,ethereum,nope&vs_currencies=usd,eur,btc&include_market_cap=true", picked);
    // The file has ids alone: a client that looks up a symbol or a name finds nothing in it.
    ask("simple/price", "symbols=ETH&vs_currencies=usd,eur,nope,btc", write({ eth: ethereum }));
    ask("simple/price", "names=ethereum", write({ Ethereum: ethereum }));
    lookUp("simple/price", "ids=Bitcoin%2Cethereum", picked);
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

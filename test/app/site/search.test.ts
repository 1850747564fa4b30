import { beforeAll, describe, expect, it } from "vitest";
import { findEntries, prepareIndex } from "../../../public/js/search-index.js";
import { readUsualPages } from "../../fixtures/pages.ts";

interface Entry {
  kind: string;
  name: string;
  path: string;
}

const INDEX = prepareIndex({
  coins: [
    ["Bitcoin", "BTC", "bitcoin", "coins/btc/"],
    ["Wrapped Bitcoin", "WBTC", "wrapped-bitcoin", "coins/wbtc/"],
    ["Solana", "SOL", "solana", "coins/sol/"],
    ["Console Coin", "CON", "console-coin", "coins/con/"],
    ["Solv BTC", "SOLVBTC", "solv-btc", "coins/solvbtc/"],
    ["Parasol", "SOL", "parasol", "coins/parasol/"],
    ["BITCOIN", "BITCOIN", "harrypotterobamasonic10inu", "coins/harrypotterobamasonic10inu/"],
    ...Array.from({ length: 20 }, (_, at) => [`Zed ${at}`, `Z${at}`, `zed-${at}`, `coins/z${at}/`]),
  ],
  exchanges: [["Kraken", "exchanges/kraken/"]],
  pages: [["Solving errors", "docs/errors/"]],
});
const names = (text: string) => findEntries(INDEX, text).map(({ name }: Entry) => name);

describe("the search", () => {
  it("lists matches in the order of the API, then pages", () => {
    expect(names("sol")).toEqual(["Solana", "Parasol", "Solv BTC", "Console Coin", "Solving errors"]);
    expect(names(" BTC ")).toEqual(["Bitcoin", "Wrapped Bitcoin", "Solv BTC"]);
    expect(names("wrapped-bitcoin")).toEqual(["Wrapped Bitcoin"]);
    expect(names("bit")).toEqual(["Bitcoin", "BITCOIN", "Wrapped Bitcoin"]);
    expect(names("kr")).toEqual(["Kraken"]);
  });

  it("lists at most eight coins, and nothing for an empty or an unknown text", () => {
    expect(names("zed")).toHaveLength(8);
    expect([names(""), names("   "), names("no such thing")]).toEqual([[], [], []]);
  });
});

describe("search.json", () => {
  let rows: Record<"coins" | "exchanges" | "pages", string[][]>;
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const site = await readUsualPages();
    pages = site.pages;
    rows = JSON.parse(String(site.files.get("search.json")));
  });

  it("leads to pages that exist, each once", () => {
    const all = Object.values(rows).flatMap((list) => list.map((row) => row.at(-1)!));
    const paths = all.filter((path) => !path.startsWith("exchanges/?search="));
    const lost = paths.filter((path) => !pages.has(`${path}index.html`));
    expect(lost).toEqual([]);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(rows.pages.map(([title]) => title)).toEqual(expect.arrayContaining(["Home", "Market", "Errors"]));
  });

  it("has every coin", () => {
    const coinPages = [...pages.keys()].filter((path) => /^coins\/[^/]+\/index\.html$/.test(path));
    expect(rows.coins.length).toBe(coinPages.length);
  });
});

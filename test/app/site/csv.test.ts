import { describe, expect, it } from "vitest";
import { CoinRow } from "../../../build/crypto/api/rows/coin-row.ts";
import { renderCsv } from "../../../public/js/csv.js";
import { EXCHANGES } from "../../../public/js/exchange-view.js";
import { MARKET } from "../../../public/js/market-view.js";
import { PAIRS } from "../../../public/js/pair-view.js";
import { PROTOCOLS } from "../../../public/js/protocol-view.js";
import { listCells } from "../../../public/js/table-columns.js";
import { filterRows, readView } from "../../../public/js/table-view.js";
import { makeCoin } from "../../fixtures/market.ts";

describe("a CSV file", () => {
  it("quotes what RFC 4180 requires and leaves unknown values empty", () => {
    const rows = [
      ["Name", "Price (USD)"],
      ['a "b", c', 0.1 + 0.2],
      ["line\nbreak", null],
      ["", undefined],
    ];
    expect(renderCsv(rows)).toBe('Name,Price (USD)\r\n"a ""b"", c",0.3\r\n"line\nbreak",\r\n,\r\n');
  });

  it("disarms texts that a spreadsheet would run", () => {
    expect(renderCsv([["=1+1", "+A1", "@SUM", "-5", "'=x", "-rest"]])).toBe("'=1+1,'+A1,'@SUM,-5,''=x,'-rest\r\n");
  });
});

describe("the download of a table", () => {
  const context = { currency: "usd", rate: 1 };

  it("has the matching rows of all pages in their order, as raw numbers", () => {
    const coins = [
      makeCoin("one", "ONE", { rank: 1, price: 3 }),
      makeCoin("two", "TWO", { rank: 2, price: 0.000012345678 }),
      makeCoin("other", "OTH", { rank: 3, price: 5 }),
    ].map(CoinRow.compute);
    const rows = filterRows(MARKET, coins, readView(MARKET, "search=o&order=price"), context);
    const [heads, ...cells] = listCells(MARKET, rows, context);
    expect(heads).toEqual(expect.arrayContaining(["Rank", "Name", "Price (USD)", "24h change (%)", "Symbol", "Id"]));
    const at = (name: string) => heads!.indexOf(name);
    expect(cells.map((row) => [row[at("Id")], row[at("Price (USD)")]])).toEqual([
      ["other", 5],
      ["one", 3],
      ["two", 0.000012345678],
    ]);
  });

  it("is in the currency of the table: converted answers as they are, others at the rate", () => {
    const rate = 0.5;
    const [heads, row] = listCells(PROTOCOLS, [{ name: "One", tvl: 1000, mcap: null, chains: ["A", "B"] }], {
      currency: "eur",
      rate,
    });
    expect(row![heads!.indexOf("TVL (EUR)")]).toBe(500);
    expect(row![heads!.indexOf("Chains")]).toBe("A; B");
    const quoted = listCells(MARKET, [CoinRow.compute(makeCoin("one", "ONE", { price: 3 }))], {
      currency: "eur",
      rate,
    });
    expect(quoted[1]![quoted[0]!.indexOf("Price (EUR)")]).toBe(3);
    expect(listCells(EXCHANGES, [], context)[0]).toContain("Top pair");
  });

  it("names the unit of percentages", () => {
    const coin = { ...CoinRow.compute(makeCoin("one", "ONE", { price: 200 })), price_low: 199, price_high: 201 };
    const read = (table: typeof MARKET, row: object, head: string) => {
      const [heads, cells] = listCells(table, [row], context);
      return cells![heads!.indexOf(head)];
    };
    expect(read(MARKET, coin, "Uncertainty of the price (%)")).toBeCloseTo(0.5, 12);
    const pair = { pair: "ONE/USD", coin: null, price_usd: 1, volume_24h_usd: 1, spread_percentage: 0.25, reason: "" };
    expect(read(PAIRS, pair, "Spread (%)")).toBe(0.25);
  });
});

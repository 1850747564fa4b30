import { beforeAll, describe, expect, it } from "vitest";
import { listCoinPages } from "../../../build/app/site/page-data/coin-page.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import type { World } from "../../../build/crypto/api/world.ts";
import type { MarketCoin } from "../../../build/crypto/market/model/market.ts";
import { describeCheck } from "../../../public/js/verify-price-view.js";
import { makeCoin, makeHistory, makeMarket, makeUnknownCoin, makeWorld } from "../../fixtures/market.ts";
import { type PagedSite, readUsualPages, renderPage } from "../../fixtures/pages.ts";
import { readHtml, readText } from "../../fixtures/read-html.ts";

let site: PagedSite;
beforeAll(async () => {
  site = await readUsualPages();
});

const getPage = ({ pages }: PagedSite, key: string) => pages.get(`coins/${key}/index.html`)!;
const renderCoin = (coin: ReturnType<typeof makeCoin>) =>
  renderPage(makeWorld({ coins: [coin] }), `coins/${coin.key}/index.html`);
const TICKER = {
  market: "ONEUSD",
  pair: "ONE/USD",
  priceUsd: 2,
  volume24hUsd: 100,
  quality: 1,
  freshness: 1,
  included: true,
  reason: null,
};
const makeOne = (price: number, tickers: MarketCoin["evidence"]["tickers"]) => {
  const { evidence } = makeCoin("one", "ONE");
  return makeCoin("one", "ONE", { price, evidence: { ...evidence, tickers } });
};

describe("a coin page", () => {
  it("exists for every coin, also if its symbol is not a valid file name", () => {
    const pages = [...site.pages.keys()].filter((path) => path.startsWith("coins/"));
    expect(pages.sort()).toEqual(site.world.market.coins.map(({ key }) => `coins/${key}/index.html`).sort());
    expect(getPage(site, "odd-0")).toContain("<h1>Odd coin 0 <span");
  });

  it("shows the source of the price and its time", () => {
    const page = getPage(site, "btc");
    expect(readText(page)).toContain("From 1 exchange, 1 ticker · 2026-11-20 09:17 UTC");
    expect(page).toContain('data-age="2026-11-20T09:17:30Z"');
  });

  it("labels a stale reference price", async () => {
    const evidence = { ...makeCoin("one", "ONE").evidence, method: "reference", tickers: [] } as const;
    const page = await renderCoin(makeCoin("one", "ONE", { priceSource: "stale", evidence }));
    const text = readText(page);
    expect(text).toContain("Stale reference price");
    expect(text).not.toContain("Last known good price");
    expect(page).toMatch(/<p class="figure">.*<span class="tag stale" [^>]*>stale<\/span><\/span><\/p>/);
  });

  it("names the source of its price to search engines", async () => {
    const describe = async (coin: ReturnType<typeof makeCoin>) =>
      /<meta name="description" content="([^"]*)"/.exec(await renderCoin(coin))?.[1];
    expect(await describe(makeCoin("one", "ONE"))).toMatch(/Computed from 1 of 1 tickers: each with its weight/);
    const evidence = { ...makeCoin("one", "ONE").evidence, method: "reference", tickers: [] } as const;
    const reference = makeCoin("one", "ONE", { priceSource: "reference", evidence });
    expect(await describe(reference)).toMatch(/ price \$[^.]*[\d.]+.*\. Reference price from [\w, ]+\.$/);
    const held = makeCoin("one", "ONE", { priceSource: "stale", evidence: { ...evidence, method: "held" } });
    expect(await describe(held)).toMatch(/\. Last known good price\.$/);
  });

  it("lists every ticker with price, weight and reason, and the sum equals the price", async () => {
    const reason = "off the median of the <venues>";
    const page = await renderCoin(
      makeOne(1.99, [
        { ...TICKER, exchange: "left", priceUsd: 9, weight: 0, included: false, reason },
        { ...TICKER, exchange: "kraken", priceUsd: 2.02, weight: 0.25 },
        { ...TICKER, exchange: "other", priceUsd: 1.98, weight: 0.75 },
      ]),
    );
    const text = readText(page);
    expect(text).toContain("2 of 3 tickers included");
    expect(text).toMatch(
      /other ONE\/USD ONE\/USD \$1\.98 −0\.50% \$100 75\.00% ✓ yes Kraken .* 25\.00% .* left .*✕ off the median/,
    );
    expect(text).toContain("Sum of price × weight (2 tickers) $1.99 published: $1.99");
    expect(page).toContain("off the median of the &lt;venues&gt;");
  });

  it("has a button that recomputes the price, where exchanges with published prices made it", async () => {
    const tickers = [{ ...TICKER, exchange: "kraken", weight: 1 }];
    const made = makeOne(2, tickers);
    expect(await renderCoin(made)).toContain('data-verify-price="one"');
    expect(await renderCoin({ ...made, priceSource: "stale" })).not.toContain("data-verify-price");
    const hidden = makeWorld({ coins: [made] }, { hidesBooks: true });
    expect(await renderPage(hidden, "coins/one/index.html")).not.toContain("data-verify-price");
  });

  it("says what the recomputation found", () => {
    const check = { coin: "bitcoin", published: 2, recomputed: 2.0000000000000004, reason: null, problems: [] };
    expect(describeCheck(check)).toBe(
      "Recomputed from the evidence of bitcoin: 2 USD. Published: 2 USD. The price and all weights agree.",
    );
    expect(describeCheck({ ...check, problems: ["the weights sum to 1.1"] })).toBe(
      "The price and its evidence do not agree: the weights sum to 1.1.",
    );
    expect(describeCheck({ ...check, recomputed: null, reason: "no prices" })).toBe("Not recomputed: no prices.");
  });

  it("cuts long lists of tickers with a note", async () => {
    const tickers = Array.from({ length: 80 }, (_, at) => ({ ...TICKER, exchange: `exchange-${at}`, weight: 1 / 80 }));
    const page = await renderCoin(makeOne(2, tickers));
    expect(readText(page)).toContain("Only 40 of 80 tickers are on this page; the JSON has all.");
    expect(page).not.toContain("Sum of price");
    expect(page.length).toBeLessThan(60_000);
  });

  it("begins long lists of tickers with ten rows and a button for all", async () => {
    const renderTickers = (length: number) =>
      renderCoin(
        makeOne(
          2,
          Array.from({ length }, (_, at) => ({ ...TICKER, exchange: `exchange-${at}`, weight: 1 / length })),
        ),
      );
    const long = await renderTickers(13);
    expect(long).toMatch(/class="table-scroll short" id="tickers"/);
    expect(long).toMatch(/aria-controls="tickers"[^>]*>Show all 13 tickers</);
    expect(await renderTickers(12)).not.toMatch(/ short"|data-show-all/);
  });

  it("shows prices near one unit with four decimals, as those beside them", async () => {
    const page = await renderCoin(makeCoin("one", "ONE", { price: 1.00012, low24h: 0.99971, high24h: 1.2 }));
    const text = readText(page);
    expect(text).toContain("ONE = $1.0001");
    expect(text).toContain("24h range $0.9997 $1.2000");
    expect(page).toMatch(/name="money"[^>]* value="1\.0001"/);
  });

  it("has a 7-day drawing and table without a script, and a button for each period", () => {
    const page = getPage(site, "btc");
    const elements = readHtml(page);
    const periods = elements.flatMap(({ attributes }) => attributes.get("data-period") ?? []);
    expect(periods).toEqual(["1h", "24h", "7d", "30d", "1y", "all"]);
    for (const { attributes } of elements) {
      const file = attributes.get("data-history");
      if (file !== undefined) expect(site.files.has(file.replace("../../", ""))).toBe(true);
    }
    expect(site.files.has("vendor/uplot.js")).toBe(true);
    // 48 hours of history at the beginning, middle and end of a 4-hour step, newest first.
    const body = page.slice(page.indexOf("data-chart-caption"), page.indexOf("</details>"));
    const times = [...body.matchAll(/scope="row">(2026[^<]+)</g)].map(([, time]) => time);
    expect(times[0]).toBe("2026-11-20 09:00 UTC");
    expect(times[1]).toBe("2026-11-20 05:00 UTC");
  });

  it("has a switch to candles, and their file for each period that has them", () => {
    const listCandles = (key: string) =>
      readHtml(getPage(site, key)).flatMap(({ attributes }) => {
        const file = attributes.get("data-candles");
        return file === undefined ? [] : [[attributes.get("data-period"), file.replace("../../", "")]];
      });
    const files = listCandles("btc");
    expect(files).toEqual([
      ["7d", "api/coins/btc/ohlc.json"],
      ["30d", "api/coins/btc/ohlc.json"],
      ["1y", "api/coins/btc/ohlc/all.json"],
      ["all", "api/coins/btc/ohlc/all.json"],
    ]);
    for (const [, file] of files) expect(site.files.has(String(file))).toBe(true);
    expect(getPage(site, "btc")).toContain('name="candles"');
  });

  it("has no switch to candles for a coin beyond those that have them", async () => {
    const page = await renderCoin(makeCoin("one", "ONE", { rank: 251 }));
    expect(page).not.toMatch(/name="candles"|data-candles/);
    const reason = "It is missing";
    const hasCandles = (rank: number | null, leftOut: World["leftOut"] = []) => {
      const world = makeWorld({ coins: [makeCoin("one", "ONE", { rank })] }, { leftOut });
      return [...listCoinPages({ endpoints, world })].map(({ candles }) => candles !== null);
    };
    expect(hasCandles(250)).toEqual([true]);
    expect(hasCandles(null)).toEqual([false]);
    expect(hasCandles(101, [{ tree: "candles", covered: 100, reason }])).toEqual([false]);
    expect(hasCandles(1, [{ tree: "candles", covered: 0, reason }])).toEqual([false]);
  });

  it("states the 7-day change of the API beside the chart", async () => {
    const changePercentage = { "1h": 0.5, "24h": 5, "7d": -3.456, "30d": null, "1y": null };
    const page = await renderCoin(makeCoin("one", "ONE", { changePercentage }));
    expect(page).toMatch(/data-chart-readout [^>]*>7 days: −3\.46%, between /);
    const unknown = await renderCoin(makeCoin("one", "ONE", { changePercentage: { ...changePercentage, "7d": null } }));
    expect(unknown).toMatch(/data-chart-readout [^>]*>7 days: .* from the first point \(2026/);
  });

  it("offers the days whose price is known", async () => {
    const answer: { data: { from: string } } = JSON.parse(String(site.files.get("api/coins/btc/history/all.json")));
    const findField = (page: string) => /<input type="date"[^>]*>/.exec(page)?.[0];
    expect(findField(getPage(site, "btc"))).toContain(` min="${answer.data.from.slice(0, 10)}"`);
    const history = makeHistory(Infinity);
    const unknown = await renderPage(
      makeWorld({ coins: [makeCoin("one", "ONE")] }, { history }),
      "coins/one/index.html",
    );
    expect(findField(unknown)).not.toContain("min=");
  });

  it("has a message instead of an empty chart", async () => {
    const page = await renderPage(
      makeWorld({ coins: [makeUnknownCoin("one", "ONE")] }, { history: makeHistory(Infinity) }),
      "coins/one/index.html",
    );
    expect(page).toMatch(/data-chart [^>]*><p class="chart-empty" aria-hidden="true">No 7-day data yet/);
    expect(page).toMatch(/data-chart-readout [^>]*><span class="visually-hidden">No 7-day/);
  });

  it("labels the origin of the volume", async () => {
    const volumeOf = async (priceSource: "aggregated" | "reference" | "stale") =>
      readText(await renderCoin(makeCoin("one", "ONE", { priceSource, volume: 5 })));
    expect(await volumeOf("aggregated")).toContain("$5.00 on polled exchanges");
    expect(await volumeOf("reference")).toContain("$5.00 from a reference source");
    expect(await volumeOf("stale")).not.toMatch(/on polled exchanges|from a reference source/);
  });

  it("links to coins with the same symbol, to its JSON and to its archives", () => {
    const page = getPage(site, "btc");
    for (const path of ["coins/batcat/", "api/coins/btc.json", "api/coins/btc/history/30d.json", "api/coins.csv"]) {
      expect(page).toContain(`href="../../${path}"`);
    }
    expect(getPage(site, "batcat")).toContain('href="../../coins/btc/"');
  });

  it("says what the coin is called at lists and on exchanges", async () => {
    const text = readText(await renderCoin(makeCoin("bitcoin", "BTC")));
    expect(text).toContain("btc-bitcoin coinpaprika");
    expect(text).toContain("XBT Kraken");
  });

  it("shows unknown values as unknown, never as zero", async () => {
    const page = await renderCoin(makeUnknownCoin("nothing", "NIL"));
    const text = readText(page);
    expect(text).toContain("No price");
    expect(text).not.toContain("$0");
    expect(text).not.toContain("NaN");
    expect(text).toContain("Neither a polled exchange nor a reference source has a price.");
  });

  it("links to http and https only", async () => {
    const detail = {
      ...makeMarket().coins[0]!.detail!,
      categories: ["<b>Bold</b>"],
      homepage: "javascript:alert(1)",
      explorer: "https://example.org/a?b=1&c=2",
      sourceCode: "data:text/html,x",
      platforms: { "<i>chain</i>": "0x0" },
    };
    const page = await renderCoin(makeCoin("one", "ONE", { detail }));
    expect(readHtml(page).filter(({ name }) => name === "b" || name === "i")).toEqual([]);
    expect(page).not.toMatch(/href="(?:javascript|data):/);
    expect(page).toContain('<a href="https://example.org/a?b=1&amp;c=2" rel="noopener nofollow">Explorer</a>');
  });
});

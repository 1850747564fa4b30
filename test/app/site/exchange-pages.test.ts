import { expect, it } from "vitest";
import { countReasons } from "../../../build/app/site/page-data/exchange-pages.ts";
import { PAIRS } from "../../../public/js/pair-view.js";
import { filterRows, readView } from "../../../public/js/table-view.js";
import { AS_OF_MS, makeExchange, makeVenue, makeWorld } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";

const coins = { bitcoin: { name: "Bitcoin", path: "coins/btc.json" } };
const tickers = [
  { pair: "XBT/USD", coin_id: "bitcoin", included: true, reason: null, volume_24h_usd: 9 },
  { pair: "EUR/USD", coin_id: null, included: false, reason: "a currency, not a coin", volume_24h_usd: 8 },
  { pair: "NEW/USD", coin_id: "new", included: false, reason: "never traded", volume_24h_usd: null },
  { pair: "OLD/USD", coin_id: null, included: false, reason: "never traded", volume_24h_usd: null },
];
const rows = PAIRS.rows({ tickers }, { coins });
const find = (query: string) =>
  filterRows(PAIRS, rows, readView(PAIRS, query)).map(({ pair }: { pair: string }) => pair);

it("the reasons of unused pairs are counted, the most frequent first", () => {
  expect(countReasons(tickers)).toEqual([
    ["never traded", 2],
    ["a currency, not a coin", 1],
  ]);
});

it("pairs are found by the name of their coin, by use and by reason, in the order of the answer", () => {
  expect(find("")).toEqual(["XBT/USD", "EUR/USD", "NEW/USD", "OLD/USD"]);
  expect(find("search=bitcoin")).toEqual(["XBT/USD"]);
  expect(find("used=no&search=usd")).toEqual(["EUR/USD", "NEW/USD", "OLD/USD"]);
  expect(find("reason=never traded")).toEqual(["NEW/USD", "OLD/USD"]);
});

it("only a pair of a coin with a page has a link", () => {
  const [known, , unknown] = rows.map((row: object) =>
    String(PAIRS.render({ price_usd: 1, spread_percentage: null, ...row }, { root: "../" })),
  );
  expect(known).toContain('<a href="../coins/btc/">XBT/<wbr>USD</a>');
  expect(unknown).not.toContain("<a ");
  expect(unknown).toContain("never traded");
});

it("the page of an exchange that never answered says who reports its volume, and counts no pairs", async () => {
  const own = { status: "unavailable", statisticsSource: "coingecko", markets: 0, coins: 0 } as const;
  const world = makeWorld({
    exchanges: [makeExchange("kraken", { ...own, updatedAtMs: AS_OF_MS })],
    venues: [makeVenue("kraken", { orderBooks: [] })],
  });
  const sources = world.run.sources.map((source) => ({ ...source, status: "down" as const, fetchedAtMs: null }));
  const run = { ...world.run, sources, reachability: [] };
  const page = await renderPage({ ...world, run }, "exchanges/kraken/index.html");
  expect(page).toContain('<p class="figure">Down</p>');
  expect(page).toContain('last answer <span class="unknown">never</span>');
  expect(page).toContain("100.00% of the listed exchanges, reported by coingecko</p>");
  expect(page).not.toContain("of 0 pairs");
  expect(page).toContain("No pair of kraken has been read yet.");
});

it("the page of a stale exchange shows the age of its last answer", async () => {
  const world = makeWorld();
  const sources = world.run.sources.map((source) => ({ ...source, fetchedAtMs: AS_OF_MS - 3_600_000 }));
  const page = await renderPage({ ...world, run: { ...world.run, sources } }, "exchanges/kraken/index.html");
  expect(page).toContain('last answer <time class="moment" datetime="2026-11-20T08:17:30Z">');
  expect(page).not.toContain("reported by");
});

it("the page of an exchange counts the coins that it prices alone", async () => {
  const world = makeWorld();
  const [first] = world.market.coins;
  const [ticker] = first?.evidence.tickers ?? [];
  if (first === undefined || ticker === undefined) throw new Error("no ticker");
  const coin = (id: string, included: string, own: Partial<typeof first> = {}) => {
    const tickers = ["kraken", "other"].map((exchange) => ({
      ...ticker,
      exchange,
      included: included.includes(exchange),
    }));
    return {
      ...first,
      id,
      key: id,
      priceSource: "aggregated" as const,
      evidence: { ...first.evidence, tickers },
      ...own,
    };
  };
  const render = (coins: (typeof first)[]) =>
    renderPage({ ...world, market: { ...world.market, coins } }, "exchanges/kraken/index.html");
  const others = [
    coin("both", "kraken other"),
    coin("other", "other"),
    coin("stale", "kraken", { priceSource: "stale" }),
  ];
  expect(await render([...others, coin("a", "kraken"), coin("b", "kraken")])).toContain(
    "the only exchange in the price of 2 coins</p>",
  );
  expect(await render(others)).not.toContain("the only exchange");
});

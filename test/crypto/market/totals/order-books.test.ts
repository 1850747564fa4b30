import { describe, expect, it } from "vitest";
import { buildMarket } from "../../../../build/crypto/market/build-market.ts";
import type { OrderBook } from "../../../../build/crypto/market/model/market.ts";
import type { TickerEvidence } from "../../../../build/crypto/market/model/price-evidence.ts";
import { book, createInput, dataset, listTickers, NOW, replaceDataset } from "../small-market.ts";

const HOUR_MS = 3_600_000;

/** The order books of gate by pair, where it also has other tickers. */
function booksOf(
  tickers: Parameters<typeof dataset<"ticker">>[2],
  change: Parameters<typeof dataset<"ticker">>[3] = {},
) {
  const datasets = replaceDataset("gate", "ticker", dataset("ticker", "gate", tickers, change));
  const { market, memory } = buildMarket(createInput({ datasets }));
  const { orderBooks } = market.venues.find(({ id }) => id === "gate")!;
  const byPair = new Map(orderBooks.map((each): [string, OrderBook] => [`${each.base}/${each.quote}`, each]));
  return { market, memory, orderBooks, byPair };
}

describe("the order books of an exchange", () => {
  it("are in a published price, with the numbers of its evidence", () => {
    const { market } = booksOf(listTickers("gate"));
    const bitcoin = market.coins.find(({ id }) => id === "bitcoin")!;
    const isDollar = ({ exchange, pair }: TickerEvidence) => exchange === "kraken" && pair === "BTC/USD";
    const { priceUsd, volume24hUsd } = bitcoin.evidence.tickers.find(isDollar)!;
    const { orderBooks } = market.venues.find(({ id }) => id === "kraken")!;
    expect(orderBooks.find(({ base, quote }) => base === "BTC" && quote === "USD")).toMatchObject({
      coinId: "bitcoin",
      priceUsd,
      volume24hUsd,
      included: true,
      reason: null,
    });
  });

  it("of no coin have a reason, and a price where their quote has one", () => {
    const { byPair } = booksOf([...listTickers("gate"), book("NEW/USDT", 4), book("BTC/NEW", 15_000)]);
    expect(byPair.get("NEW/USDT")).toMatchObject({ coinId: null, included: false, reason: "no coin has this ticker" });
    expect(byPair.get("NEW/USDT")?.priceUsd).toBeCloseTo(4, 2);
    expect(byPair.get("BTC/NEW")).toMatchObject({
      coinId: "bitcoin",
      priceUsd: null,
      volume24hUsd: null,
      included: false,
      reason: "quote currency suspended or unknown",
    });
  });

  it("without a price say which of the possible reasons it is", () => {
    const { byPair } = booksOf([
      ...listTickers("gate"),
      book("EUR/USDT", 1.1),
      book("NEW/USDT", 0),
      book("OLD/USDT", 3, { baseVolume: 0, quoteVolume: 0 }),
      book("ODD/NEW", 3),
    ]);
    const reasons = ["EUR/USDT", "NEW/USDT", "OLD/USDT", "ODD/NEW"].map((pair) => byPair.get(pair)?.reason);
    const none = "no trades in 24 hours";
    expect(reasons).toEqual(["a currency, not a coin", "never traded", none, "quote currency suspended or unknown"]);
  });

  it("have the distance of the best offers, and none where these are missing or crossed", () => {
    const { byPair } = booksOf([
      book("BTC/USDT", 100, { bid: 99, ask: 101 }),
      book("ETH/USDT", 100, { bid: 101, ask: 99 }),
      book("NEW/USDT", 100, { bid: null, ask: 101 }),
    ]);
    expect([...byPair.values()].map((each) => each.spreadPercentage)).toEqual([2, null, null]);
  });

  it("are listed by volume, those without one last", () => {
    const volumes = [5, 9, null, 7].map((quoteVolume, at) =>
      book(`N${at}/USDT`, 1, { quoteVolume, baseVolume: quoteVolume }),
    );
    expect(booksOf(volumes).orderBooks.map(({ base }) => base)).toEqual(["N1", "N3", "N0", "N2"]);
  });

  it("have no volume that no market can have", () => {
    const { byPair } = booksOf([...listTickers("gate"), book("NEW/USDT", 1, { quoteVolume: 1e15 })]);
    expect(byPair.get("NEW/USDT")).toMatchObject({ volume24hUsd: null, reason: "no coin has this ticker" });
  });

  it("of an exchange that failed are those of its last response, with their former coins", () => {
    const { memory } = booksOf(listTickers("gate"));
    const old = dataset("ticker", "gate", listTickers("gate"), { stale: true, fetchedAtMs: NOW });
    const later = { datasets: replaceDataset("gate", "ticker", old), now: NOW + HOUR_MS, memory };
    const { market } = buildMarket(createInput(later));
    const { orderBooks } = market.venues.find(({ id }) => id === "gate")!;
    expect(orderBooks.find(({ base }) => base === "BTC")).toMatchObject({
      coinId: "bitcoin",
      included: false,
      reason: "its venue did not respond",
    });
    expect(orderBooks.find(({ base }) => base === "BTC")?.priceUsd).toBeGreaterThan(50_000);
  });

  it("are empty for an exchange that never responded", () => {
    const { market } = buildMarket(createInput({ datasets: replaceDataset("gate", "ticker") }));
    expect(market.venues.find(({ id }) => id === "gate")).toEqual({
      id: "gate",
      trust: 0.7,
      usdFiat: false,
      orderBooks: [],
    });
  });

  it("are all that was read, each counted once in the coverage", () => {
    const { market } = booksOf([...listTickers("gate"), book("NEW/USDT", 4)]);
    const { tickersRead, tickersUsed, tickersDropped } = market.coverage;
    expect(market.venues.flatMap(({ orderBooks }) => orderBooks)).toHaveLength(tickersRead);
    const included = market.coins.flatMap(({ evidence }) => evidence.tickers.filter((ticker) => ticker.included));
    expect(tickersUsed).toBe(included.length);
    expect(tickersUsed + Object.values(tickersDropped).reduce((sum, count) => sum + count, 0)).toBe(tickersRead);
  });
});

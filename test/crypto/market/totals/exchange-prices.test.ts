import { describe, expect, it } from "vitest";
import { buildMarket } from "../../../../build/crypto/market/build-market.ts";
import { book, COINS, createInput, DATASETS, dataset, listTickers } from "../small-market.ts";

/* Prices of exchanges are those that other answers have. */

/** The last price of a pair lies outside of its bid and ask, and only base units are reported. */
const ODD = { bid: 3_000, ask: 3_001, quoteVolume: null, baseVolume: 9_000 };

function build() {
  const others = listTickers("kraken").filter(({ market }) => market !== "ETH/USD");
  const kraken = dataset("ticker", "kraken", [...others, book("ETH/USD", 3_090, ODD)]);
  const datasets = DATASETS.map((one) => (one.source === "kraken" ? kraken : one));
  return buildMarket(createInput({ datasets })).market;
}

it("a pair has the price and the volume of its order book", () => {
  const { exchanges, venues } = build();
  for (const { id, orderBooks } of venues) {
    const { topPairs } = exchanges.find((exchange) => exchange.id === id)!;
    expect(topPairs.length).toBeGreaterThan(3);
    for (const { pair, ...numbers } of topPairs) {
      const books = orderBooks.filter(({ base, quote }) => pair === `${base}/${quote}`);
      expect(books.map(({ priceUsd, volume24hUsd }) => ({ priceUsd, volume24hUsd }))).toContainEqual(numbers);
    }
  }
  const { topPairs } = exchanges.find(({ id }) => id === "kraken")!;
  expect(topPairs.find(({ pair }) => pair === "ETH/USD")).toMatchObject({ priceUsd: 3_001, volume24hUsd: 27_009_000 });
});

it("volumes in bitcoin are at the published price of bitcoin", () => {
  const { coins, exchanges } = build();
  const { price } = coins.find(({ id }) => id === "bitcoin")!;
  for (const { id, volume24h, volume24hBtc } of exchanges)
    expect(volume24h! / volume24hBtc!, id).toBeCloseTo(price!, 6);
});

describe("where two lists contradict the exchanges of a coin, and its price is the exchanges'", () => {
  const before = buildMarket(createInput());
  const listAt = (usd: number) => COINS.map((coin) => (coin.id === "large" ? { ...coin, priceUsd: usd } : coin));
  const lists = [dataset("coin", "coingecko", listAt(1_000)), dataset("coin", "coinpaprika", listAt(1_001))];
  const others = DATASETS.filter(({ kind }) => kind !== "coin");
  const { market } = buildMarket(createInput({ datasets: [...others, ...lists], memory: before.memory }));

  it("an exchange shows its pair in that price", () => {
    const large = market.coins.find(({ id }) => id === "large")!;
    expect(large).toMatchObject({ priceSource: "aggregated", exchanges: 3 });
    expect(large.price).toBeCloseTo(101, 6);
    const { orderBooks } = market.venues.find(({ id }) => id === "kraken")!;
    expect(orderBooks.find(({ base }) => base === "ABC")).toMatchObject({ coinId: "large", included: true });
  });

  it("its statistics count the pair, and the ids of the coin name it", () => {
    const count = (from: typeof market) => {
      const { coins, volume24h, topPairs } = from.exchanges.find(({ id }) => id === "kraken")!;
      return { coins, volume24h, topPairs };
    };
    expect(count(market)).toEqual(count(before.market));
    const codes = (from: typeof market) => from.links.get("large")!.filter(({ kind }) => kind === "venue");
    expect(codes(market)).toHaveLength(3);
    expect(codes(market)).toEqual(codes(before.market));
  });
});

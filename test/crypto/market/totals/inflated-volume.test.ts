import { describe, expect, it } from "vitest";
import { buildMarket } from "../../../../build/crypto/market/build-market.ts";
import { RECORDS } from "../../normalise/records.ts";
import { book, createInput, DATASETS, dataset } from "../small-market.ts";

/** Venue → USD of 24 hours in BTC; the reference lists the sums for these exchanges. */
const TRADED = {
  binance: 652e6,
  coinbase: 415e6,
  okx: 353e6,
  bitget: 345e6,
  gate: 314e6,
  kucoin: 227e6,
  mexc: 200e6,
  kraken: 196e6,
  "crypto-com": 161e6,
  htx: 131e6,
  bitstamp: 72e6,
  bitfinex: 40e6,
  gemini: 30e6,
};
const TOTAL = Object.values(TRADED).reduce((sum, usd) => sum + usd);
const VENUES = Object.entries(TRADED);
const INFLATED = 14;

/** The market of those venues; the volumes of `liar` are fourteen times as large. */
function build(liar?: string) {
  const times = (venue: string) => (venue === liar ? INFLATED : 1);
  const venues = VENUES.map(([id]) => ({
    id,
    name: id,
    homepage: `https://${id}.example`,
    geckoId: id,
    trust: 1,
    usdFiat: true,
  }));
  const tickers = VENUES.map(([id, usd]) =>
    dataset("ticker", id, [
      book("BTC/USD", 60_000, { quoteVolume: usd * times(id) }),
      book("ETH/USD", 3_000, { quoteVolume: (usd / 2) * times(id) }),
      book("USDT/USD", 0.9999, { quoteVolume: (usd / 10) * times(id) }),
    ]),
  );
  const listed = dataset(
    "exchange",
    "coingecko",
    VENUES.map(([id, usd]) => ({ ...RECORDS.exchange, id, name: id, volume24hBtc: (usd * 1.2) / 60_000 })),
  );
  const others = DATASETS.filter(({ kind }) => kind !== "ticker" && kind !== "exchange");
  return buildMarket(createInput({ venues, datasets: [...others, ...tickers, listed] })).market;
}

describe("one venue that states fourteen times its volume", () => {
  const honest = build();
  const bitcoinOf = ({ coins }: typeof honest) => coins.find(({ id }) => id === "bitcoin")!;

  it.each(VENUES.map(([id]) => id).filter((id) => id !== "binance"))("%s does not become the largest", (venue) => {
    const { exchanges } = build(venue);
    expect(honest.exchanges[0]?.id).toBe("binance");
    expect(exchanges[0]?.id).toBe("binance");
    const share = exchanges.find(({ id }) => id === venue)!.volumeSharePercentage!;
    expect(share).toBeLessThan(exchanges[0]!.volumeSharePercentage!);
  });

  it.each(VENUES.map(([id]) => id))("%s does not double the volume of Bitcoin", (venue) => {
    expect(bitcoinOf(honest).volume).toBeCloseTo(TOTAL, 0);
    expect(bitcoinOf(build(venue)).volume!).toBeLessThan(1.75 * TOTAL);
  });

  it("has the listed volume, and the number of its own pairs", () => {
    const kraken = build("kraken").exchanges.find(({ id }) => id === "kraken");
    expect(kraken).toMatchObject({ statisticsSource: "coingecko", markets: 3, status: "ok" });
    expect(kraken?.volume24h).toBeCloseTo(1.2 * TRADED.kraken, -6);
  });

  it("is shown in the evidence as it is stated", () => {
    const stated = bitcoinOf(build("kraken")).evidence.tickers.find(({ exchange }) => exchange === "kraken");
    expect(stated?.volume24hUsd).toBe(INFLATED * TRADED.kraken);
  });
});

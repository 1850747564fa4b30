import { expect, it } from "vitest";
import { type ExchangeDetail, exchange } from "../../../../build/crypto/api/endpoints/exchange.ts";
import { computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { AS_OF_MS, makeDataset, makeExchange, makeVenue, makeWorld } from "../../../fixtures/market.ts";

const answer = (world = makeWorld(), id = "kraken") => {
  const { data, meta } = computeEnvelope(exchange, world, { id });
  return { data: data as ExchangeDetail, meta };
};

it("has a file for each polled exchange, and for no other", () => {
  expect([...exchange.variants(makeWorld())]).toEqual([{ id: "kraken" }]);
});

it("has every order book, with the coin or the reason why there is none", () => {
  const { data, meta } = answer();
  expect(data).toMatchObject({ id: "kraken", trust: 1, usd_fiat: true, status: "ok", volume_24h_usd: 100 });
  expect(data.tickers).toEqual([
    {
      pair: "BTC/USD",
      base: "BTC",
      quote: "USD",
      coin_id: "bitcoin",
      price_usd: 2,
      volume_24h_usd: 5e6,
      spread_percentage: 0.1,
      included: true,
      reason: null,
    },
    {
      pair: "NEW/XXX",
      base: "NEW",
      quote: "XXX",
      coin_id: null,
      price_usd: null,
      volume_24h_usd: null,
      spread_percentage: null,
      included: false,
      reason: "no coin has this ticker",
    },
  ]);
  expect(meta).toMatchObject({ self: "exchanges/kraken.json", sources: ["kraken"], stale: false });
});

it("is as old and as stale as the order books of this exchange, whatever the others are", () => {
  const observedAtMs = AS_OF_MS - 7_200_000;
  const world = makeWorld({
    exchanges: [makeExchange("kraken", { status: "stale", updatedAtMs: observedAtMs })],
    datasets: [makeDataset("kraken", "ticker", { observedAtMs, stale: true }), makeDataset("okx", "ticker")],
  });
  expect(answer(world).meta).toMatchObject({ updated_at: "2026-11-20T07:17:30Z", stale: true, sources: ["kraken"] });
});

it("has no order books and no source of its own where the exchange did not answer", () => {
  const silent = { status: "unavailable", statisticsSource: "coingecko", volume24h: 7 } as const;
  const world = makeWorld({
    exchanges: [makeExchange("kraken", silent)],
    venues: [makeVenue("kraken", { orderBooks: [] })],
    datasets: [makeDataset("coingecko", "exchange")],
  });
  const { data, meta } = answer(world);
  expect(data).toMatchObject({ status: "unavailable", volume_24h_usd: 7, tickers: [] });
  expect(meta["sources"]).toEqual(["coingecko"]);
});

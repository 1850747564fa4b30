import { expect, it } from "vitest";
import { collectReferencePrices, listFreshPrices } from "../../../../build/crypto/market/price/reference-price.ts";
import type { Dataset, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { coin, dataset, NOW } from "../small-market.ts";

const stated = coin("bitcoin", "BTC", 100);
const list = (source: string, row: Partial<ReferenceCoin>, stale = false) =>
  dataset("coin", source, [{ ...stated, ...row }], { stale }) as Dataset<"coin">;
const base = list("coingecko", {});
const others = (...datasets: Dataset<"coin">[]) =>
  collectReferencePrices([base, ...datasets], NOW)
    .others(stated)
    .map(({ priceUsd }) => priceUsd);

it("a source does not corroborate its own price, another one with the same price does", () => {
  expect(others()).toEqual([]);
  expect(others(list("coinpaprika", { updatedAtMs: NOW }))).toEqual([100]);
  expect(others(list("coinpaprika", { priceUsd: 90 }), list("coinlore", { priceUsd: 80 }))).toEqual([90, 80]);
  expect(collectReferencePrices([base], NOW).all("bitcoin")).toMatchObject([{ source: "coingecko", priceUsd: 100 }]);
});

it("a source that failed, is old, has no price or means another coin does not corroborate", () => {
  expect(others(list("coinpaprika", { priceUsd: 90 }, true))).toEqual([]);
  expect(others(list("coinpaprika", { priceUsd: 90, updatedAtMs: NOW - 2 * HOUR_MS - 1 }))).toEqual([]);
  expect(others(list("coinpaprika", { priceUsd: null }))).toEqual([]);
  expect(others(list("coinpaprika", { priceUsd: 90, symbol: "BTCX" }))).toEqual([]);
});

it("a price of the last ten minutes decides between venues, an older one confirms them", () => {
  const old = list("coinpaprika", { priceUsd: 90, updatedAtMs: NOW - 11 * MINUTE_MS });
  const recent = list("coinlore", { priceUsd: 80, updatedAtMs: NOW - 9 * MINUTE_MS });
  const references = collectReferencePrices([base, old, recent], NOW);
  expect(listFreshPrices(stated, references, NOW)).toEqual({ freshUsd: [100, 90, 80], decidingUsd: [100, 80] });
});

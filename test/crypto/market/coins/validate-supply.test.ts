import { describe, expect, it } from "vitest";
import { buildMarket } from "../../../../build/crypto/market/build-market.ts";
import {
  collectSupplyEvidence,
  type SupplyEvidence,
  validateSupply,
} from "../../../../build/crypto/market/coins/validate-supply.ts";
import type { Dataset, ReferenceCoin, ReferenceGlobal } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { RECORDS } from "../../normalise/records.ts";
import { book, coin, createInput, dataset, listTickers, NOW, VENUES } from "../small-market.ts";

const NOTHING: SupplyEvidence = {
  remembered: null,
  others: [],

  maxMarketCapUsd: null,
  needsSupport: false,
};
/** A claimed supply of a million coins at 100 USD, times `factor`. */
const row = (factor: number, change: Partial<ReferenceCoin> = {}) =>
  coin("doge", "DOGE", 100, {
    circulatingSupply: 1e6 * factor,
    marketCapUsd: 1e8 * factor,
    maxSupply: null,
    ...change,
  });
const validate = (claim: ReferenceCoin, evidence: Partial<SupplyEvidence> = {}, now = NOW) =>
  validateSupply(claim, 100, { ...NOTHING, ...evidence }, now);
const remembered = { circulating: 1e6, timeMs: NOW - DAY_MS };

describe("a supply", () => {
  it("is accepted and remembered where nothing contradicts it", () => {
    expect(validate(row(1))).toMatchObject({
      circulating: 1e6,
      timeMs: NOW,
      warning: null,
      memory: { circulating: 1e6, timeMs: NOW },
    });
  });

  it.each([1_000, 10, 2, 0.4, 0.001])(
    "of %d times the last one is refused: the last one stays, with its date",
    (factor) => {
      const found = validate(row(factor), { remembered });
      expect(found).toMatchObject({ circulating: 1e6, timeMs: remembered.timeMs, memory: remembered });
      expect(found.warning).toMatch(/^doge: a supply of .*, after 1000000$/);
    },
  );

  it("that is held too long is unknown: waiting confirms nothing", () => {
    const found = validate(row(1_000), { remembered }, NOW + 60 * DAY_MS);
    expect(found).toMatchObject({ circulating: null, memory: remembered });
    expect(validate(row(1.1), { remembered }, NOW + 60 * DAY_MS).circulating).toBe(1.1e6);
  });

  it("is accepted far from the last one where another reference agrees", () => {
    expect(validate(row(3), { remembered, others: [2.9e6] })).toMatchObject({
      circulating: 3e6,
      memory: { circulating: 3e6 },
    });
  });

  it("cannot drift away in steps that are small enough one by one", () => {
    let last = remembered;
    for (let build = 1; build <= 20; build++) {
      const now = NOW + build * 1_800_000;
      const found = validate(row(1.2 ** build), { remembered: last }, now);
      expect(found.circulating ?? 0).toBeLessThanOrEqual(1.5e6);
      last = found.memory ?? last;
    }
  });

  it("is unknown in a first build where another reference says something else, or the market is smaller", () => {
    expect(validate(row(1_000), { others: [1e6] })).toMatchObject({ circulating: null, memory: null });
    expect(validate(row(1_000), { maxMarketCapUsd: 1e10 }).warning).toMatch(/more than the market/);
    expect(validate(row(1), { needsSupport: true }).circulating).toBeNull();
    expect(validate(row(1), { needsSupport: true, others: [1.2e6] }).circulating).toBe(1e6);
    // References define circulation differently, in recorded lists by a factor of 4.4 at most.
    expect(validate(row(4.4), { others: [1e6] }).circulating).toBe(4.4e6);
  });

  it("that a list does not state is the last accepted one", () => {
    const claim = row(1, { circulatingSupply: null, marketCapUsd: null });
    expect(validate(claim, { remembered }, NOW + 400 * DAY_MS)).toMatchObject({ circulating: 1e6, warning: null });
    expect(validate(claim)).toMatchObject({ circulating: null, memory: null });
  });

  it("also decides total and maximum supply, which have to fit it", () => {
    const all = { totalSupply: 1.2e6, maxSupply: 2e6 };
    expect(validate(row(1, all))).toMatchObject({ total: 1.2e6, max: 2e6 });
    expect(validate(row(1_000, all), { others: [1e6] })).toMatchObject({ total: null, max: null });
    // In the unit of the wrong row they would fit the held supply: 60 and 100 times of it.
    const wrong = row(50, { totalSupply: 60e6, maxSupply: 100e6 });
    expect(validate(wrong, { remembered })).toMatchObject({ circulating: 1e6, total: null, max: null });
    expect(validate(row(1, { totalSupply: 1.2e9, maxSupply: 2e3 }))).toMatchObject({ total: null, max: null });
    expect(validate(row(1, all), { maxMarketCapUsd: 1.5e8 })).toMatchObject({ total: 1.2e6, max: null });
  });
});

describe("what is known of a supply", () => {
  const others = Array.from({ length: 10 }, (_, index) => coin(`c${index}`, `C${index}`, 1, { marketCapUsd: 3e8 }));
  const collect = (
    claim: ReferenceCoin,
    totals: readonly number[] = [],
    rows: readonly ReferenceCoin[] = [],
  ): SupplyEvidence =>
    collectSupplyEvidence({
      coins: [claim, ...others],
      datasets: [
        dataset("coin", "coingecko", [claim]) as Dataset<"coin">,
        dataset("coin", "coinlore", [...rows]) as Dataset<"coin">,
      ],
      totals: totals.map((totalMarketCapUsd): ReferenceGlobal => ({ ...RECORDS.global, totalMarketCapUsd })),
      rememberedSupply: () => null,
    })(claim);

  it("is the supply of other references of the same coin: the one they tell, or their market cap over their price", () => {
    const told = row(1, { circulatingSupply: 1.1e6, updatedAtMs: NOW });
    expect(collect(row(1), [], [told]).others).toEqual([1.1e6]);
    expect(collect(row(1), [], [{ ...told, circulatingSupply: null, marketCapUsd: 1.3e8 }]).others).toEqual([1.3e6]);
    for (const stranger of [{ symbol: "DOGS" }, { priceUsd: 200 }, { priceUsd: null }])
      expect(collect(row(1), [], [{ ...told, ...stranger }]).others).toEqual([]);
  });

  it("is that no coin is worth more than a market whose other coins fit its total, nor three times all others", () => {
    expect(collect(row(1_000), [3.1e9, 2.9e9]).maxMarketCapUsd).toBe(3.1e9);
    expect(collect(row(1_000)).maxMarketCapUsd).toBe(9e9);
    // A total that the smaller coins alone exceed says nothing. Where two totals agree, it is the
    // list that is wrong.
    expect(collect(row(1), [3e6])).toMatchObject({ maxMarketCapUsd: 9e9, needsSupport: false });
    expect(collect(row(1), [3e6, 3.1e6])).toMatchObject({ maxMarketCapUsd: 9e9, needsSupport: true });
    expect(collect(row(1), [3e6, 3.1e9]).needsSupport).toBe(false);
  });

  it("keeps a wrong supply from making a coin larger than the market, in the first build and later", () => {
    const wrong = (factor: number) => [
      coin("bitcoin", "BTC", 60_000, { circulatingSupply: 2e7, marketCapUsd: 1.2e12, maxSupply: null }),
      coin("ethereum", "ETH", 3_000, { circulatingSupply: 1.2e8, marketCapUsd: 3.6e11, maxSupply: null }),
      coin("tether", "USDT", 1, { circulatingSupply: 1.5e11, marketCapUsd: 1.5e11, maxSupply: null }),
      coin("large", "ABC", 100, { circulatingSupply: 2e8 * factor, marketCapUsd: 2e10 * factor, maxSupply: null }),
    ];
    const build = (factor: number, memory: ReturnType<typeof buildMarket>["memory"] | null) =>
      buildMarket(
        createInput({
          memory,
          datasets: [
            ...VENUES.map(({ id }) => dataset("ticker", id, [...listTickers(id), book("ABC/USD", 100)])),
            dataset("coin", "coingecko", wrong(factor)),
            dataset("global", "coingecko", [{ ...RECORDS.global, totalMarketCapUsd: 1.9e12 }]),
          ],
        }),
      );
    const find = ({ market }: ReturnType<typeof buildMarket>) => market.coins.find(({ id }) => id === "large");
    const first = build(1_000, null);
    expect(find(first)).toMatchObject({ price: 100.5, marketCap: null, circulatingSupply: null, rank: null });
    expect(first.warnings.supplies).toHaveLength(1);
    const honest = build(1, null);
    expect(honest.warnings.supplies).toEqual([]);
    expect(find(honest)?.marketCap).toBeCloseTo(2.01e10, -6);
    // Thirty times as much would fit into the market, but contradicts the last supply.
    const later = build(30, honest.memory);
    expect(find(later)).toMatchObject({ circulatingSupply: 2e8 });
    expect(find(later)?.marketCap).toBeCloseTo(2.01e10, -6);
    expect(later.warnings.supplies).toEqual(["large: a supply of 6000000000, after 200000000"]);
    // Where no source states a supply, the last accepted one is used.
    const known = (built: typeof first) => built.memory.identities?.coins["large"]?.supply;
    expect(known(first)).toBeNull();
    expect(known(honest)).toMatchObject({ circulating: 2e8 });
    expect(known(later)).toEqual(known(honest));
    // Nor is it lost once the held one is too old to be published.
    const forgotten = build(30, {
      ...honest.memory,
      supplies: { large: { circulating: 2e8, timeMs: NOW - 61 * DAY_MS } },
    });
    expect(find(forgotten)?.circulatingSupply).toBeNull();
    expect(known(forgotten)).toEqual(known(honest));
  });
});

import { describe, expect, it } from "vitest";
import { type BuiltMarket, buildMarket } from "../../../../build/crypto/market/build-market.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { book, COINS, coin, createInput, dataset, NOW, VENUES } from "../small-market.ts";

/** What a list states, as factors of the price and of the supply before. */
interface Listed {
  price: number;
  supply: number;
}

interface Step {
  /** Factor of the exchanges' price. */
  exchanges: number;
  coingecko: Listed | null;
  coinpaprika: Listed | null;
}

interface Before {
  memory: BuiltMarket["memory"];
  samples: readonly (readonly [number, number])[];
}

const OLD: Listed = { price: 1, supply: 1 };
const NEW: Listed = { price: 1_000, supply: 1e-3 };
const CAP_USD = 1e8;

/** One coin at 0.1 USD with a billion units. */
function build(now: number, { exchanges, coingecko, coinpaprika }: Step, before?: Before) {
  const minute = Math.round(now / MINUTE_MS) % 1_000;
  const datasets: Dataset[] = VENUES.map(({ id, usdFiat }) =>
    dataset("ticker", id, [
      // A book in which nothing changes would not count.
      book(usdFiat ? "BTC/USD" : "BTC/USDT", 60_000 + minute / 100, { baseVolume: 1_000 + minute }),
      book(usdFiat ? "ETH/USD" : "ETH/USDT", 3_000 + minute / 1_000, { baseVolume: 1_000 + minute }),
      ...(usdFiat ? [book("USDT/USD", 0.9999, { baseVolume: 1e6 + minute })] : []),
      ...(usdFiat ? [book("NEW/USD", 0.1 * exchanges, { baseVolume: 1e6 + minute })] : []),
    ]),
  );
  for (const [source, listed] of Object.entries({ coingecko, coinpaprika })) {
    const updatedAtMs = now - (source === "coingecko" ? 1 : 2) * MINUTE_MS;
    const rows = listed === null ? [] : [listCoin(listed)];
    const coins = [...COINS.slice(0, 3), ...rows].map((each) => ({ ...each, updatedAtMs }));
    datasets.push(dataset("coin", source, coins, { fetchedAtMs: now }));
  }
  const samples = before?.samples ?? [];
  const built = buildMarket(
    createInput({
      now,
      datasets,
      memory: before?.memory ?? null,
      samplesOf: (id) => (id === "renewed" ? samples : []),
      priceBefore: (id) => (id === "renewed" ? 0.1 : null),
    }),
  );
  const found = built.market.coins.find(({ id }) => id === "renewed");
  const next = found?.price == null ? samples : [...samples, [now, found.price] as const];
  return { found, before: { memory: built.memory, samples: next } };
}

function listCoin({ price, supply }: Listed) {
  return coin("renewed", "NEW", 0.1 * price, {
    circulatingSupply: 1e9 * supply,
    totalSupply: 1.2e9 * supply,
    maxSupply: null,
    marketCapUsd: CAP_USD * price * supply,
    changePercentage24h: (price - 1) * 100,
  });
}

/** Two builds before, and then one for each step, an hour apart. */
function run(steps: readonly Step[]) {
  const start: Step = { exchanges: 1, coingecko: OLD, coinpaprika: steps[0]!.coinpaprika && OLD };
  let last = build(NOW - 2 * HOUR_MS, start);
  last = build(NOW - HOUR_MS, start, last.before);
  return steps.map((step, hour) => {
    last = build(NOW + hour * HOUR_MS, step, last.before);
    return last;
  });
}

describe("a coin that is redenominated 1,000 to 1", () => {
  const done: Step = { exchanges: 1_000, coingecko: NEW, coinpaprika: NEW };
  const priced: Listed = { price: 1_000, supply: 1 };
  const supplied: Listed = { price: 1, supply: 1e-3 };
  const alone = { exchanges: 1_000, coinpaprika: null };
  it.each<{ about: string; steps: readonly Step[]; known: readonly boolean[] }>([
    {
      about: "where the first list follows a day late",
      steps: [...Array.from({ length: 24 }, () => ({ ...done, coingecko: OLD })), done],
      known: Array.from({ length: 25 }, () => true),
    },
    {
      about: "where the second list follows a day late",
      steps: [...Array.from({ length: 24 }, () => ({ ...done, coinpaprika: OLD })), done],
      known: Array.from({ length: 25 }, () => true),
    },
    {
      about: "where the first list follows before the exchanges, and the second one after them",
      steps: [{ exchanges: 1, coingecko: NEW, coinpaprika: OLD }, { ...done, coinpaprika: OLD }, done],
      known: [true, true, true],
    },
    {
      about: "where the exchanges follow first",
      steps: [{ exchanges: 1_000, coingecko: OLD, coinpaprika: OLD }, { ...done, coinpaprika: OLD }, done],
      known: [true, true, true],
    },
    {
      about: "where the only list has the new price first",
      steps: [
        { ...alone, coingecko: priced },
        { ...alone, coingecko: NEW },
      ],
      known: [false, true],
    },
    {
      about: "where the only list has the new supply first",
      steps: [
        { exchanges: 1, coingecko: supplied, coinpaprika: null },
        { ...alone, coingecko: NEW },
      ],
      known: [true, true],
    },
    {
      about: "where both lists have the new price first",
      steps: [{ ...done, coingecko: priced, coinpaprika: priced }, { ...done, coinpaprika: priced }, done],
      known: [false, false, true],
    },
  ])("keeps its market cap or has none, $about", ({ steps, known }) => {
    for (const [hour, { found }] of run(steps).entries()) {
      const cap = found?.marketCap ?? null;
      expect({ hour, cap }).toEqual({ hour, cap: known[hour] === true ? expect.closeTo(CAP_USD, -3) : null });
      for (const change of Object.values(found?.changePercentage ?? {})) expect(change ?? 0).toBeLessThan(100);
    }
    const last = run(steps).at(-1)!.found!;
    expect(last).toMatchObject({ price: expect.closeTo(100, 6), circulatingSupply: 1e6, priceSource: "aggregated" });
  });

  it("has no changes from prices in the old unit, and those of the new one after each span", () => {
    const { before } = run([done]).at(-1)!;
    const changesAfter = (ms: number) => build(NOW + ms, done, before).found!.changePercentage;
    expect(Object.values(changesAfter(MINUTE_MS * 30))).toEqual([null, null, null, null, null]);
    expect(changesAfter(6 * DAY_MS)["7d"]).toBeNull();
    // The model's past price of 7 days ago is always 0.1.
    expect(changesAfter(8 * DAY_MS)["7d"]).toBeCloseTo(99_900, 0);
  });

  it("stays redenominated when no list has it in a build", () => {
    const missing: Step = { exchanges: 1_000, coingecko: null, coinpaprika: null };
    const { found } = run([done, missing, { ...done, coinpaprika: OLD }]).at(-1)!;
    expect(found).toMatchObject({ marketCap: expect.closeTo(CAP_USD, -3), circulatingSupply: 1e6 });
    expect(Object.values(found!.changePercentage)).toEqual([null, null, null, null, null]);
  });
});

describe("a coin whose price really rises tenfold from one build to the next", () => {
  const risen: Step = {
    exchanges: 10,
    coingecko: { price: 10, supply: 1 },
    coinpaprika: { price: 10, supply: 1 },
  };

  it("has no market cap for a week, then that of its supply", () => {
    const { found, before } = run([risen]).at(-1)!;
    expect(found).toMatchObject({ price: expect.closeTo(1, 9), marketCap: null, circulatingSupply: null });
    const later = build(NOW + 8 * DAY_MS, risen, before);
    expect(later.found).toMatchObject({ marketCap: expect.closeTo(10 * CAP_USD, -4), circulatingSupply: 1e9 });
  });

  it("has no wrong market cap where one list states a tenth of the supply", () => {
    const { found } = run([{ ...risen, coingecko: { price: 10, supply: 0.1 } }]).at(-1)!;
    expect(found).toMatchObject({ marketCap: null, circulatingSupply: null });
  });

  it("has a market cap where it rises in steps that markets make", () => {
    const steps = [2, 5, 10].map((price) => ({
      exchanges: price,
      coingecko: { price, supply: 1 },
      coinpaprika: { price, supply: 1 },
    }));
    expect(run(steps).map(({ found }) => found?.marketCap)).toEqual(
      [2, 5, 10].map((factor) => expect.closeTo(factor * CAP_USD, -4)),
    );
  });
});

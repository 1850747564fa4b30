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

const LISTS = ["coingecko", "coinpaprika", "coinlore"] as const;

/** Factor of the exchanges' price; what each list states, in the order of `LISTS`. */
type Step = readonly [exchanges: number, ...lists: (Listed | null)[]];

interface Before {
  memory: BuiltMarket["memory"];
  samples: readonly (readonly [number, number])[];
}

const OLD: Listed = { price: 1, supply: 1 };
const NEW: Listed = { price: 1_000, supply: 1e-3 };
const CAP_USD = 1e8;

/** One coin at 0.1 USD with a billion units. */
function build(now: number, [exchanges, ...lists]: Step, before?: Before) {
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
  for (const [at, listed] of lists.entries()) {
    const rows = listed === null ? [] : [listCoin(listed)];
    const coins = [...COINS.slice(0, 3), ...rows].map((each) => ({ ...each, updatedAtMs: now - (at + 1) * MINUTE_MS }));
    datasets.push(dataset("coin", LISTS[at]!, coins, { fetchedAtMs: now }));
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
  const start: Step = [1, ...(steps[0]!.slice(1).map(() => OLD) as Listed[])];
  let last = build(NOW - 2 * HOUR_MS, start);
  last = build(NOW - HOUR_MS, start, last.before);
  return steps.map((step, hour) => {
    last = build(NOW + hour * HOUR_MS, step, last.before);
    return last;
  });
}

const changesOf = ({ found }: ReturnType<typeof build>) => Object.values(found!.changePercentage);

describe("a coin that is redenominated 1,000 to 1", () => {
  const done: Step = [1_000, NEW, NEW];
  const priced: Listed = { price: 1_000, supply: 1 };
  it.each<{ about: string; steps: readonly Step[]; known: readonly boolean[] }>([
    {
      about: "the first list follows a day late",
      steps: [...Array.from({ length: 24 }, (): Step => [1_000, OLD, NEW]), done],
      known: [...Array.from({ length: 24 }, () => false), true],
    },
    {
      about: "the second list follows a day late",
      steps: [...Array.from({ length: 24 }, (): Step => [1_000, NEW, OLD]), done],
      known: Array.from({ length: 25 }, () => true),
    },
    {
      about: "the first list follows before the exchanges",
      steps: [[1, NEW, OLD], [1_000, NEW, OLD], done],
      known: [true, true, true],
    },
    {
      about: "both lists follow before the exchanges",
      steps: [[1, NEW, NEW], [1, NEW, NEW], done],
      known: [true, true, true],
    },
    {
      about: "a third list defines the supply otherwise",
      steps: [
        [1_000, NEW, NEW, { price: 1_000, supply: 1.6e-3 }],
        [1_000, NEW, NEW, { price: 1_000, supply: 1.6e-3 }],
      ],
      known: [true, true],
    },
    {
      about: "the exchanges follow first",
      steps: [[1_000, OLD, OLD], [1_000, NEW, OLD], done],
      known: [true, true, true],
    },
    {
      about: "the only list has the new price first",
      steps: [
        [1_000, priced],
        [1_000, NEW],
      ],
      known: [false, true],
    },
    {
      about: "the only list has the new supply first",
      steps: [
        [1, { price: 1, supply: 1e-3 }],
        [1_000, NEW],
      ],
      known: [true, true],
    },
    {
      about: "two lists have the new price first",
      steps: [[1_000, priced, priced], [1_000, NEW, priced], done],
      known: [false, false, true],
    },
    {
      about: "two of three lists go back to the old supply",
      steps: [
        [1_000, NEW, NEW, NEW],
        [1_000, priced, NEW, priced],
        [1_000, NEW, NEW, priced],
      ],
      known: [true, true, true],
    },
  ])("keeps its market cap or has none where $about", ({ steps, known }) => {
    const builds = run(steps);
    for (const [hour, { found }] of builds.entries()) {
      const cap = found!.marketCap;
      expect({ hour, cap }).toEqual({ hour, cap: known[hour] === true ? expect.closeTo(CAP_USD, -3) : null });
      for (const change of Object.values(found!.changePercentage)) expect(Math.abs(change ?? 0)).toBeLessThan(10);
    }
    expect(builds.at(-1)!.found).toMatchObject({
      price: expect.closeTo(100, 6),
      circulatingSupply: 1e6,
      priceSource: "aggregated",
    });
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
    const last = run([done, [1_000, null, null], [1_000, NEW, OLD]]).at(-1)!;
    expect(last.found).toMatchObject({ marketCap: expect.closeTo(CAP_USD, -3), circulatingSupply: 1e6 });
    expect(changesOf(last)).toEqual([null, null, null, null, null]);
  });

  const every = (hours: number, step: Step): Step[] => Array.from({ length: hours }, () => step);

  it("has no market cap for a week while the only list has the old supply, and the right one once it has the new", () => {
    const builds = run([...every(72, [1_000, priced]), [1_000, NEW]]);
    expect(builds.slice(0, -1).every(({ found }) => found!.marketCap === null)).toBe(true);
    expect(builds.at(-1)!.found!.marketCap).toBeCloseTo(CAP_USD, -3);
  });

  it("has no market cap while lists with the new price state both supplies, however long", () => {
    for (const lists of [
      [priced, NEW],
      [NEW, priced],
    ])
      for (const { found } of run(every(200, [1_000, ...lists]))) expect(found!.marketCap).toBeNull();
  });

  it("is recognised after a pause of the builds", () => {
    const { before } = run([[1, OLD, OLD]]).at(-1)!;
    const first = build(NOW + 30 * HOUR_MS, [1_000, priced, priced], before);
    expect(first.found!.marketCap).toBeNull();
    expect(changesOf(first)).toEqual([null, null, null, null, null]);
    const later = build(NOW + 31 * HOUR_MS, done, first.before);
    expect(later.found!.marketCap).toBeCloseTo(CAP_USD, -3);
  });
});

describe("a coin whose price and row differ after a redenomination", () => {
  it("is judged by the published price, and stays doubted when it comes a little nearer", () => {
    const row: Listed = { price: 7.7, supply: 1 };
    const builds = run([
      [10, row],
      [9, row],
      [7.8, row],
      [7.8, { price: 7.8, supply: 0.1 }],
    ]);
    expect(builds.slice(0, -1).map(({ found }) => found!.marketCap)).toEqual([null, null, null]);
    expect(builds.at(-1)!.found!.marketCap).toBeCloseTo(0.78 * CAP_USD, -3);
  });
});

describe("a coin that was off the lists", () => {
  it.each([2, 10, 100])("for %d days has the market cap of its new supply, or none", (days) => {
    const { before } = run([[1, OLD, OLD]]).at(-1)!;
    const gone = build(NOW + HOUR_MS, [1_000, null, null], before);
    const back = build(NOW + days * DAY_MS, [1_000, NEW, NEW], gone.before);
    expect(back.found!.marketCap).toBeCloseTo(CAP_USD, -3);
  });
});

describe("a coin whose supply is contradicted while its price falls slowly", () => {
  it("keeps the held supply and its changes: no price jumped", () => {
    const builds = run(
      Array.from({ length: 150 }, (_, hour): Step => {
        const price = 0.98 ** hour;
        return [price, { price, supply: 2 }];
      }),
    );
    for (const [hour, { found }] of builds.entries()) {
      expect(found!.marketCap).toBeCloseTo(CAP_USD * 0.98 ** hour, -4);
      if (hour > 2) expect(found!.changePercentage["1h"]).toBeCloseTo(-2, 3);
    }
  });
});

describe("a coin that is split 1 to 10", () => {
  it("keeps its market cap, and has no change from before", () => {
    const split: Listed = { price: 0.1, supply: 10 };
    const last = run([
      [0.1, split, OLD],
      [0.1, split, split],
    ]).at(-1)!;
    expect(last.found).toMatchObject({ marketCap: expect.closeTo(CAP_USD, -3), circulatingSupply: 1e10 });
    expect(changesOf(last)).toEqual([null, null, null, null, null]);
  });
});

describe("a coin whose price really falls to a tenth from one build to the next", () => {
  const fallen: Listed = { price: 0.1, supply: 1 };

  it("has no market cap for a day, then that of its supply, and its changes", () => {
    const first = run([[0.1, fallen, fallen]]).at(-1)!;
    expect(first.found).toMatchObject({ price: expect.closeTo(0.01, 9), marketCap: null, circulatingSupply: null });
    const later = build(NOW + DAY_MS, [0.1, fallen, fallen], first.before);
    expect(later.found).toMatchObject({ marketCap: expect.closeTo(CAP_USD / 10, -3), circulatingSupply: 1e9 });
    expect(later.found!.changePercentage["7d"]).toBeCloseTo(-90, 6);
  });

  it.each([
    ["beside a list that states the supply", [fallen, { price: 0.1, supply: 10 }]],
    ["against a list that states the supply", [{ price: 0.1, supply: 10 }, fallen]],
  ] as const)("has no supply of one list, %s", (_, lists) => {
    const first = run([[0.1, ...lists]]).at(-1)!;
    expect(first.found!.circulatingSupply).toBeNull();
    const later = build(NOW + DAY_MS, [0.1, fallen, fallen], first.before);
    expect(later.found).toMatchObject({ circulatingSupply: 1e9 });
  });

  it("has its market cap in each build where it falls in steps that markets make", () => {
    const steps = [0.5, 0.2, 0.1].map((price): Step => [price, { price, supply: 1 }, { price, supply: 1 }]);
    expect(run(steps).map(({ found }) => found?.marketCap)).toEqual(
      [0.5, 0.2, 0.1].map((factor) => expect.closeTo(factor * CAP_USD, -4)),
    );
  });
});

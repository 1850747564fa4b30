import { describe, expect, it } from "vitest";
import { aggregatePrice } from "../../../build/market/price/aggregate-price.ts";
import type { VenuePrice } from "../../../build/market/price/venue-price.ts";
import { createRandom, type Random } from "../../fixtures/random.ts";

type PricedVenue = VenuePrice & { priceUsd: number };

/** The simulation of rule 5.5: the true price is 100, honest venues are within 5 basis points. */
const DRAWS = 400;
const TRUTH = 100;
const NOISE = 0.0005;
const LIE_VOLUME_USD = 1e11;

interface Outcome {
  maxErrorPercentage: number;
  /** Share of draws that are more than 1 % wrong. */
  wrong: number;
  disputed: number;
}

function simulate(seed: number, draw: (random: Random) => PricedVenue[]): Outcome {
  const random = createRandom(seed);
  let maxErrorPercentage = 0;
  let wrong = 0;
  let disputed = 0;
  for (let index = 0; index < DRAWS; index += 1) {
    const result = aggregatePrice(draw(random));
    const error = Math.abs(result.price! / TRUTH - 1) * 100;
    // A disputed price is not published.
    if (result.disputed) disputed += 1;
    else {
      maxErrorPercentage = Math.max(maxErrorPercentage, error);
      if (error > 1) wrong += 1;
    }
  }
  return { maxErrorPercentage, wrong: wrong / DRAWS, disputed: disputed / DRAWS };
}

/** One venue per trust, near the truth, with log-uniform volumes. */
function honest(random: Random, trusts: readonly number[], low = 1e5, high = 1e8): PricedVenue[] {
  return trusts.map((trust, index) => ({
    venue: `honest${index}`,
    trust,
    priceUsd: TRUTH * (1 + NOISE * clip(random.normal())),
    volumeUsd: random.logUniform(low, high),
  }));
}

function lying(random: Random, trusts: readonly number[], lie: number): PricedVenue[] {
  return trusts.map((trust, index) => ({
    venue: `bad${index}`,
    trust,
    priceUsd: TRUTH * (1 + lie) * (1 + NOISE * clip(random.normal())),
    volumeUsd: LIE_VOLUME_USD,
  }));
}

/** Cut at two deviations, so that bounds do not depend on the number of draws. */
function clip(deviation: number): number {
  return Math.min(Math.max(deviation, -2), 2);
}

const some = (count: number, trust: number): number[] => new Array<number>(count).fill(trust);

describe("the simulation of rule 5.5", () => {
  it.each([3, 12])("finds the price of %d honest venues within their noise", (count) => {
    const outcome = simulate(1, (random) =>
      honest(
        random,
        some(count, 0).map(() => random.pick([1, 0.7, 0.4])),
      ),
    );
    expect(outcome.maxErrorPercentage).toBeLessThanOrEqual(0.1);
    expect(outcome.disputed).toBe(0);
  });

  it("is not moved by one of four trusted venues 20 % too high", () => {
    const outcome = simulate(2, (random) => [...honest(random, some(3, 1)), ...lying(random, [1], 0.2)]);
    expect(outcome.maxErrorPercentage).toBeLessThanOrEqual(0.11);
    expect(outcome.disputed).toBe(0);
  });

  it.each([
    { all: 5, bad: 2, lie: 0.07 },
    { all: 8, bad: 3, lie: 0.2 },
  ])("is not moved by $bad of $all trusted venues", ({ all, bad, lie }) => {
    const outcome = simulate(3, (random) => [
      ...honest(random, some(all - bad, 1)),
      ...lying(random, some(bad, 1), lie),
    ]);
    expect(outcome.maxErrorPercentage).toBeLessThanOrEqual(0.1);
    expect(outcome.disputed).toBe(0);
  });

  it("is not moved by five of twelve venues none of which is fully trusted", () => {
    const outcome = simulate(4, (random) => [...honest(random, some(7, 0.7)), ...lying(random, some(5, 0.7), 0.07)]);
    expect(outcome.maxErrorPercentage).toBeLessThanOrEqual(0.1);
    expect(outcome.disputed).toBe(0);
  });

  it.each([3, 5])("is not moved by a thin stale trusted book beside %d others", (count) => {
    const outcome = simulate(5, (random) => [
      ...honest(random, some(count, 0.7), 1e5, 1e7),
      { venue: "stale", trust: 1, priceUsd: TRUTH * 0.94, volumeUsd: 20_000 },
    ]);
    expect(outcome.maxErrorPercentage).toBeLessThanOrEqual(0.13);
    expect(outcome.disputed).toBe(0);
  });

  it("is near one big trusted venue beside four small listings 3 % around it, or disputed", () => {
    const outcome = simulate(6, (random) => [
      { venue: "big", trust: 1, priceUsd: TRUTH, volumeUsd: 1e7 },
      ...some(4, 0.7).map((trust, index) => ({
        venue: `tiny${index}`,
        trust,
        priceUsd: TRUTH * (0.97 + 0.06 * random.next()),
        volumeUsd: random.logUniform(100, 10_000),
      })),
    ]);
    expect(outcome.maxErrorPercentage).toBeLessThanOrEqual(3);
    expect(outcome.disputed).toBeLessThan(0.25);
  });

  it("does not decide between one and two venues without a reference", () => {
    const outcome = simulate(7, (random) => [...honest(random, [1]), ...lying(random, [0.7, 0.7], 0.07)]);
    expect(outcome.disputed).toBe(1);
  });

  it("does not decide between two and two venues without a reference", () => {
    const outcome = simulate(8, (random) => {
      const high = honest(random, some(2, 0.7)).map((venue) => ({
        ...venue,
        venue: `high${venue.venue}`,
        priceUsd: venue.priceUsd * 1.07,
      }));
      return [...honest(random, some(2, 0.7)), ...high];
    });
    expect(outcome.disputed).toBe(1);
  });
});

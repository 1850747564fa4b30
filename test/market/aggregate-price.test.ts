import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AggregatedPrice,
  aggregatePrice,
  NOT_YET_BACK,
  OFF_CENTRE,
  OVERRULED,
  TINY_VENUE,
} from "../../build/market/aggregate-price.ts";
import type { VenuePrice } from "../../build/market/venue-price.ts";
import { readSeed } from "../seed.ts";

fc.configureGlobal({ seed: readSeed() });

// The same cases in every run: a failure can be repeated.
fc.configureGlobal({ seed: 20_261_120 });

const NONE: ReadonlySet<string> = new Set();
const venue = (name: string, priceUsd: number, volumeUsd: number | null = 1e6, trust = 1): VenuePrice => ({
  venue: name,
  trust,
  priceUsd,
  volumeUsd,
});
const voteOf = (result: AggregatedPrice, name: string) => result.votes.find((vote) => vote.venue === name)!;
const sumOfWeights = (result: AggregatedPrice) => result.votes.reduce((sum, vote) => sum + vote.weight, 0);

describe("aggregatePrice", () => {
  it("has no price without venues", () => {
    expect(aggregatePrice([], NONE)).toEqual({ price: null, votes: [], n: 0, kept: 0, contested: false });
  });

  it("takes the price of a single venue exactly", () => {
    expect(aggregatePrice([venue("a", 0.1 + 0.2, 5)], NONE)).toMatchObject({ price: 0.1 + 0.2, n: 1, kept: 1 });
  });

  it("averages by trust and volume, no venue above 1.2 / n or 35 %", () => {
    const result = aggregatePrice(
      [venue("a", 100, 9e6), venue("b", 100.1, 1e6), venue("c", 100.2, 1e6), venue("d", 100.3, 1e6, 0.5)],
      NONE,
    );
    expect(voteOf(result, "a").weight).toBeCloseTo(0.35, 12);
    expect(voteOf(result, "b").weight).toBeCloseTo(0.26, 12);
    expect(voteOf(result, "d").weight).toBeCloseTo(0.13, 12);
    expect(result.price).toBeCloseTo(0.35 * 100 + 0.26 * 100.1 + 0.26 * 100.2 + 0.13 * 100.3, 9);
  });

  it("drops a venue below 2 % of the largest trusted one, unless it is trusted itself", () => {
    const result = aggregatePrice(
      [
        venue("big", 100, 1e6),
        venue("tiny", 103, 19_000, 0.7),
        venue("small", 100.1, 21_000, 0.7),
        venue("t", 100, 50),
      ],
      NONE,
    );
    expect(voteOf(result, "tiny")).toMatchObject({ kept: false, reason: TINY_VENUE, deviates: false });
    expect(result.n).toBe(3);
    expect(result.kept).toBe(3);
  });

  it("leaves out a venue outside of the band and says that it deviates", () => {
    const result = aggregatePrice([venue("a", 100), venue("b", 100), venue("c", 100.05), venue("d", 101.2)], NONE);
    expect(voteOf(result, "d")).toMatchObject({ kept: false, weight: 0, reason: OFF_CENTRE, deviates: true });
    expect(result).toMatchObject({ n: 4, kept: 3, contested: false });
  });

  it("widens the band with the venues' own disagreement, and never beyond 8 %", () => {
    const spread = (last: number) =>
      aggregatePrice([venue("a", 98), venue("b", 100), venue("c", 102), venue("d", last), venue("e", 100)], NONE);
    expect(voteOf(spread(107.9), "d").kept).toBe(true);
    expect(voteOf(spread(108.1), "d").kept).toBe(false);
  });

  it("takes an excluded venue back only within half of the band", () => {
    const result = (last: number) =>
      aggregatePrice([venue("a", 100), venue("b", 100), venue("c", 100.05), venue("d", last)], new Set(["d"]));
    expect(voteOf(result(100.6), "d")).toMatchObject({ kept: false, reason: NOT_YET_BACK, deviates: true });
    expect(voteOf(result(100.4), "d").kept).toBe(true);
  });

  it("holds venues that are not fully trusted to 45 % while trusted ones have something to say", () => {
    const others = [venue("x", 100.2, 9e6, 0.7), venue("y", 100.2, 9e6, 0.7)];
    const share = (result: AggregatedPrice) => voteOf(result, "x").weight + voteOf(result, "y").weight;
    expect(share(aggregatePrice([venue("a", 100, 300_000), ...others], NONE))).toBeCloseTo(0.45, 12);
    expect(share(aggregatePrice([venue("a", 100, 100_000), ...others], NONE))).toBeGreaterThan(0.45);
    const two = [venue("a", 100, 200_000), venue("b", 100, 20_000)];
    expect(share(aggregatePrice([...two, ...others], NONE))).toBeCloseTo(0.45, 12);
  });

  it("is contested when less than 60 % of the votes agree", () => {
    const result = aggregatePrice(
      [venue("a", 100), venue("b", 100), venue("c", 100), venue("d", 107), venue("e", 107)],
      NONE,
    );
    expect(result).toMatchObject({ kept: 3, contested: false });
    const split = aggregatePrice(
      [venue("a", 100), venue("b", 100), venue("c", 100, 9e5), venue("d", 107, 2e6), venue("e", 107, 2e6)],
      NONE,
    );
    expect(split).toMatchObject({ kept: 3, contested: true });
    expect(split.price).toBeCloseTo(100, 9);
  });

  it("is contested when the unweighted median disagrees by more than 2 %", () => {
    const small = ["v", "w", "x"].map((name) => venue(name, 103, 25_000, 0.4));
    const result = aggregatePrice([venue("a", 100, 1e6), venue("b", 100, 1e6), ...small], NONE);
    expect(result).toMatchObject({ price: 100, contested: true });
  });

  it("averages two venues that agree within 5 %, no one above 60 %", () => {
    const result = aggregatePrice([venue("a", 100, 9e6), venue("b", 104.9, 1e6)], NONE);
    expect(result.price).toBeCloseTo(0.6 * 100 + 0.4 * 104.9, 9);
    expect(result).toMatchObject({ kept: 2, contested: false });
  });

  it("follows the more trusted of two that do not agree, then the larger, and is contested", () => {
    const trusted = aggregatePrice([venue("a", 100, 1e5, 1), venue("b", 105.5, 9e5, 0.7)], NONE);
    expect(trusted).toMatchObject({ price: 100, kept: 1, contested: true });
    expect(voteOf(trusted, "b")).toMatchObject({ reason: OVERRULED, deviates: true });
    expect(aggregatePrice([venue("a", 100, 1e5, 0.7), venue("b", 105.5, 9e5, 0.7)], NONE)).toMatchObject({
      price: 105.5,
    });
  });

  it("lets no venue weigh more than ten times the middle volume", () => {
    const claims = ["x", "y", "z"].map((name) => venue(name, 100.1, 1e11));
    const others = ["a", "b", "c", "d"].map((name) => venue(name, 100, 1e5));
    const result = aggregatePrice([...claims, ...others], NONE);
    expect(voteOf(result, "x").weight).toBeCloseTo(10 / 34, 12);
    expect(voteOf(result, "a").weight).toBeCloseTo(1 / 34, 12);
  });

  it("gives a venue that tells no volume a small vote", () => {
    const result = aggregatePrice(
      [venue("a", 100), venue("b", 100), venue("c", 100.5, null), venue("d", 100), venue("e", 100)],
      NONE,
    );
    expect(voteOf(result, "c").weight).toBeGreaterThan(0);
    expect(voteOf(result, "c").weight).toBeLessThan(0.02);
    const silent = aggregatePrice([venue("a", 100, null), venue("b", 101, null), venue("c", 102, null)], NONE);
    expect(silent.price).toBeCloseTo(101, 9);
  });
});

const venues = fc.uniqueArray(
  fc.record({
    venue: fc.constantFrom(..."abcdefghijklmno"),
    trust: fc.constantFrom(1, 0.7, 0.4),
    priceUsd: fc.double({ min: 50, max: 200, noNaN: true }),
    volumeUsd: fc.option(fc.oneof(fc.double({ min: 0, max: 1e10, noNaN: true }), fc.constantFrom(0, 1e308))),
  }),
  { selector: ({ venue }) => venue, minLength: 1, maxLength: 15 },
);
const excluded = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmno")).map((names) => new Set(names));

describe("aggregatePrice for any venues", () => {
  it("does not depend on their order", () => {
    fc.assert(
      fc.property(venues, excluded, fc.infiniteStream(fc.nat()), (input, before, random) => {
        const shuffled = input
          .map((entry) => ({ entry, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ entry }) => entry);
        const result = aggregatePrice(input, before);
        const again = aggregatePrice(shuffled, before);
        expect(again.price).toBe(result.price);
        expect(again.contested).toBe(result.contested);
        for (const vote of result.votes) expect(voteOf(again, vote.venue)).toEqual(vote);
      }),
    );
  });

  it("is a mean of the kept venues with weights that sum to 1", () => {
    fc.assert(
      fc.property(venues, excluded, (input, before) => {
        const result = aggregatePrice(input, before);
        const kept = input.filter((_, index) => result.votes[index]!.kept);
        const prices = kept.map(({ priceUsd }) => priceUsd);
        expect(result.kept).toBe(kept.length);
        expect(kept.length).toBeGreaterThan(0);
        expect(Number.isFinite(result.price)).toBe(true);
        expect(result.price).toBeGreaterThanOrEqual(Math.min(...prices) * (1 - 1e-12));
        expect(result.price).toBeLessThanOrEqual(Math.max(...prices) * (1 + 1e-12));
        expect(sumOfWeights(result)).toBeCloseTo(1, 9);
        const mean = input.reduce((sum, { priceUsd }, index) => sum + priceUsd * result.votes[index]!.weight, 0);
        expect(mean / result.price!).toBeCloseTo(1, 9);
        for (const vote of result.votes) expect(vote.reason === null).toBe(vote.kept);
      }),
    );
  });

  it("scales with the prices", () => {
    fc.assert(
      fc.property(venues, excluded, fc.integer({ min: -60, max: 60 }), (input, before, exponent) => {
        const scale = 2 ** exponent;
        const scaled = input.map((entry) => ({ ...entry, priceUsd: entry.priceUsd * scale }));
        const result = aggregatePrice(input, before);
        expect(aggregatePrice(scaled, before).price).toBe(result.price! * scale);
      }),
    );
  });

  it("is not moved by a minority of lying venues, whatever volume they report", () => {
    const honest = fc.record({
      trust: fc.constantFrom(1, 0.7, 0.4),
      noise: fc.double({ min: -0.001, max: 0.001, noNaN: true }),
      volumeUsd: fc.double({ min: 1e5, max: 1e6, noNaN: true }),
    });
    const liar = fc.record({
      trust: fc.constantFrom(0.7, 0.4),
      factor: fc.oneof(fc.double({ min: 1e-6, max: 0.9, noNaN: true }), fc.double({ min: 1.1, max: 1e6, noNaN: true })),
      volumeUsd: fc.double({ min: 1, max: 1e308, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(honest, { minLength: 3, maxLength: 10 }),
        fc.array(liar, { minLength: 1, maxLength: 5 }),
        (good, bad) => {
          // A venue has at most 1.2 / n of the votes: fewer than n / 2.4 liars have no majority.
          fc.pre(bad.length * 2.4 < good.length + bad.length);
          const input = [
            ...good.map((entry, index) => venue(`good${index}`, 100 * (1 + entry.noise), entry.volumeUsd, entry.trust)),
            ...bad.map((entry, index) => venue(`bad${index}`, 100 * entry.factor, entry.volumeUsd, entry.trust)),
          ];
          const result = aggregatePrice(input, NONE);
          expect(Math.abs(result.price! / 100 - 1)).toBeLessThanOrEqual(0.0011);
        },
      ),
    );
  });
});

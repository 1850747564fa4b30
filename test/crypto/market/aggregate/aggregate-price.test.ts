import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AggregatedPrice,
  aggregatePrice,
  OFF_CENTRE,
  OFF_REFERENCE,
} from "../../../../build/crypto/market/aggregate/aggregate-price.ts";
import type { VenuePrice } from "../../../../build/crypto/market/aggregate/venue-price.ts";
import { PRICE_RULES } from "../../../../build/crypto/market/rules/price.ts";

const venue = (name: string, priceUsd: number, volumeUsd: number | null = 1e6, trust = 1): VenuePrice => ({
  venue: name,
  trust,
  priceUsd,
  volumeUsd,
  tickers: [],
});
const voteOf = (result: AggregatedPrice, name: string) => result.votes.find((vote) => vote.venue === name)!;
const sumOfWeights = (result: AggregatedPrice) => result.votes.reduce((sum, vote) => sum + vote.weight, 0);

describe("aggregatePrice", () => {
  it("has no price without venues", () => {
    expect(aggregatePrice([])).toEqual({
      price: null,
      votes: [],
      kept: 0,
      trust: 1,
      volumeUsd: 0,
      clipUsd: Number.POSITIVE_INFINITY,
      confirmed: false,
      disputed: false,
    });
  });

  it("takes the price of a single venue exactly", () => {
    expect(aggregatePrice([venue("a", 0.1 + 0.2, 5)])).toMatchObject({ price: 0.1 + 0.2, kept: 1 });
  });

  it("averages by trust and volume, no venue above 1.2 / n or 35 %", () => {
    const result = aggregatePrice([
      venue("a", 100, 9e6),
      venue("b", 100.1, 1e6),
      venue("c", 100.2, 1e6, 0.7),
      venue("d", 100.3, 1e6, 0.5),
    ]);
    const rest = 0.65 / 2.2;
    expect(voteOf(result, "a").weight).toBeCloseTo(0.35, 12);
    expect(voteOf(result, "b").weight).toBeCloseTo(rest, 12);
    expect(voteOf(result, "d").weight).toBeCloseTo(0.5 * rest, 12);
    expect(result.price).toBeCloseTo(35 + rest * (100.1 + 0.7 * 100.2 + 0.5 * 100.3), 9);
  });

  it("lets every venue vote, however little it trades beside the largest", () => {
    const small = ["b", "c", "d"].map((name) => venue(name, 100, 100, 0.4));
    expect(aggregatePrice([venue("huge", 129, 1e12), ...small])).toMatchObject({
      kept: 3,
      disputed: false,
      price: expect.closeTo(100, 9),
    });
  });

  it("leaves out a venue outside of the band", () => {
    const result = aggregatePrice([venue("a", 100), venue("b", 100), venue("c", 100.05), venue("d", 101.2)]);
    expect(voteOf(result, "d")).toMatchObject({ kept: false, weight: 0, reason: OFF_CENTRE });
    expect(result).toMatchObject({ kept: 3, disputed: false });
  });

  it("widens the band with the venues' own disagreement, and never beyond 2 %", () => {
    const spread = (last: number) =>
      aggregatePrice([venue("a", 99), venue("b", 100), venue("c", 101), venue("d", last), venue("e", 100)]);
    expect(voteOf(spread(101.9), "d").kept).toBe(true);
    expect(voteOf(spread(102.1), "d").kept).toBe(false);
  });

  it("holds venues that are not fully trusted to 45 % once three trusted ones vote, whatever volume is claimed", () => {
    const others = ["u", "v", "w", "x", "y"].map((name) => venue(name, 100.2, 9e6, 0.7));
    const share = (trusted: number, volumeUsd: number) =>
      aggregatePrice([...["a", "b", "c"].slice(0, trusted).map((name) => venue(name, 100, volumeUsd)), ...others])
        .votes.slice(trusted)
        .reduce((sum, { weight }) => sum + weight, 0);
    expect(share(3, 1e5)).toBeCloseTo(0.45, 12);
    expect(share(3, 1e9)).toBeLessThan(0.45);
    expect(share(2, 1e5)).toBeGreaterThan(0.45);
  });

  it("averages two venues that agree within 2 %, no one above 60 %", () => {
    const result = aggregatePrice([venue("a", 100, 9e6), venue("b", 101.9, 1e6)]);
    expect(result.price).toBeCloseTo(0.6 * 100 + 0.4 * 101.9, 9);
    expect(result).toMatchObject({ kept: 2, disputed: false });
  });

  it.each([5, 12, 30])("disputes two venues %d %% apart, and a reference decides between them", (percentage) => {
    const pair = [venue("a", 100, 1e5), venue("b", 100 + percentage, 9e9, 0.4)];
    expect(aggregatePrice(pair)).toMatchObject({ kept: 1, confirmed: false, disputed: true });
    expect(aggregatePrice(pair, [60])).toMatchObject({ disputed: true });
    expect(aggregatePrice(pair, [101])).toMatchObject({ price: 100, kept: 1, confirmed: true, disputed: false });
    const other = aggregatePrice(pair, [60, 99 + percentage]);
    expect(other).toMatchObject({ price: 100 + percentage, kept: 1, confirmed: true, disputed: false });
    expect([OFF_REFERENCE, OFF_CENTRE]).toContain(voteOf(other, "a").reason);
  });

  it("disputes a price that as many venues oppose as support", () => {
    const split = [venue("a", 100), venue("b", 100), venue("c", 107), venue("d", 107)];
    expect(aggregatePrice(split)).toMatchObject({ kept: 2, disputed: true });
    expect(aggregatePrice(split, [106])).toMatchObject({ price: 107, kept: 2, confirmed: true, disputed: false });
    const majority = aggregatePrice([...split, venue("e", 100.1)]);
    expect(majority).toMatchObject({ kept: 3, disputed: false });
  });

  it("needs a reference where two venues stand against one, which may be the only honest one", () => {
    const three = [venue("a", 87), venue("b", 87), venue("c", 100)];
    expect(aggregatePrice(three)).toMatchObject({ kept: 2, disputed: true });
    expect(aggregatePrice(three, [86])).toMatchObject({ price: 87, kept: 2, disputed: false });
    // An older price of a list neither chooses a venue nor confirms it against another one.
    for (const old of [86, 100]) expect(aggregatePrice(three, [old], PRICE_RULES.band, []).disputed).toBe(true);
    expect(aggregatePrice(three, [100.5])).toMatchObject({ price: 100, kept: 1, disputed: false });
  });

  it("publishes no scattered price: venues that all differ dispute each other", () => {
    const scattered = [90, 95, 100, 105, 110].map((price, index) => venue(`v${index}`, price));
    expect(aggregatePrice(scattered).disputed).toBe(true);
  });

  it("lets no venue weigh more than ten times the middle volume", () => {
    const claims = ["x", "y", "z"].map((name) => venue(name, 100.1, 1e11, 0.7));
    const others = ["a", "b", "c", "d"].map((name) => venue(name, 100, 1e5, 0.7));
    const result = aggregatePrice([...claims, ...others]);
    expect(voteOf(result, "x").weight).toBeCloseTo(10 / 34, 12);
    expect(voteOf(result, "a").weight).toBeCloseTo(1 / 34, 12);
  });

  it("gives a venue that reports no volume a small vote", () => {
    const result = aggregatePrice([
      venue("a", 100),
      venue("b", 100),
      venue("c", 100.5, null),
      venue("d", 100),
      venue("e", 100),
    ]);
    expect(voteOf(result, "c").weight).toBeGreaterThan(0);
    expect(voteOf(result, "c").weight).toBeLessThan(0.02);
    const silent = aggregatePrice([venue("a", 100, null), venue("b", 100.5, null), venue("c", 101, null)]);
    expect(silent.price).toBeCloseTo(100.5, 9);
  });
});

const venues = fc.uniqueArray(
  fc.record<VenuePrice & { priceUsd: number }>({
    venue: fc.constantFrom(..."abcdefghijklmno"),
    trust: fc.constantFrom(1, 0.7, 0.4),
    priceUsd: fc.double({ min: 50, max: 200, noNaN: true }),
    volumeUsd: fc.option(fc.oneof(fc.double({ min: 0, max: 1e10, noNaN: true }), fc.constantFrom(0, 1e308))),
    tickers: fc.constant([]),
  }),
  { selector: ({ venue }) => venue, minLength: 1, maxLength: 15 },
);
const references = fc.array(fc.double({ min: 50, max: 200, noNaN: true }), { maxLength: 3 });

describe("aggregatePrice for any venues", () => {
  it("does not depend on their order", () => {
    fc.assert(
      fc.property(venues, references, fc.infiniteStream(fc.nat()), (input, known, random) => {
        const shuffled = input
          .map((entry) => ({ entry, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ entry }) => entry);
        const result = aggregatePrice(input, known);
        const again = aggregatePrice(shuffled, known);
        expect(again.price).toBe(result.price);
        expect(again.disputed).toBe(result.disputed);
        for (const vote of result.votes) expect(voteOf(again, vote.venue)).toEqual(vote);
      }),
    );
  });

  it("is a mean of the kept venues with weights that sum to 1", () => {
    fc.assert(
      fc.property(venues, references, (input, known) => {
        const result = aggregatePrice(input, known);
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
      fc.property(venues, references, fc.integer({ min: -60, max: 60 }), (input, known, exponent) => {
        const scale = 2 ** exponent;
        const scaled = input.map((entry) => ({ ...entry, priceUsd: entry.priceUsd * scale }));
        const result = aggregatePrice(input, known);
        const scaledReferences = known.map((reference) => reference * scale);
        expect(aggregatePrice(scaled, scaledReferences).price).toBe(result.price! * scale);
      }),
    );
  });

  const honest = fc.record({
    trust: fc.constantFrom(1, 0.7, 0.4),
    noise: fc.double({ min: -0.001, max: 0.001, noNaN: true }),
    volumeUsd: fc.option(fc.double({ min: 1, max: 1e9, noNaN: true })),
  });
  const liar = fc.record({
    trust: fc.constantFrom(1, 0.7, 0.4),
    factor: fc.double({ min: 0.5, max: 2, noNaN: true }),
    volumeUsd: fc.double({ min: 1e-3, max: 1e308, noNaN: true }),
  });

  it("is not moved by one liar among four, nor by two among five or more, of any trust and volume", () => {
    const draws = { one: 0, two: 0 };
    fc.assert(
      fc.property(
        fc.array(honest, { minLength: 3, maxLength: 10 }),
        fc.array(liar, { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        (good, bad, together) => {
          draws[bad.length === 1 ? "one" : "two"] += 1;
          const input = [
            ...good.map((entry, index) => venue(`good${index}`, 100 * (1 + entry.noise), entry.volumeUsd, entry.trust)),
            ...bad.map(({ factor, volumeUsd, trust }, index) =>
              venue(`bad${index}`, 100 * (together ? bad[0]!.factor : factor), volumeUsd, trust),
            ),
          ];
          const result = aggregatePrice(input);
          if (!result.disputed) expect(Math.abs(result.price! / 100 - 1)).toBeLessThanOrEqual(0.015);
          expect(result.disputed).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(Math.min(draws.one, draws.two)).toBeGreaterThan(200);
  });

  it.each([
    { all: 4, bad: 1, trust: 1, lie: 0.2 },
    { all: 5, bad: 2, trust: 1, lie: 0.07 },
    { all: 8, bad: 3, trust: 1, lie: 0.2 },
    { all: 12, bad: 5, trust: 0.7, lie: 0.07 },
  ])("is not moved by $bad of $all venues that lie alike with a huge volume", ({ all, bad, trust, lie }) => {
    const noise = fc.double({ min: -0.001, max: 0.001, noNaN: true });
    const book = fc.tuple(noise, fc.double({ min: 1e5, max: 1e8, noNaN: true }));
    fc.assert(
      fc.property(fc.array(book, { minLength: all, maxLength: all }), (books) => {
        const input = books.map(([off, volumeUsd], index) =>
          index < bad
            ? venue(`bad${index}`, 100 * (1 + lie) * (1 + off), 1e11, trust)
            : venue(`good${index}`, 100 * (1 + off), volumeUsd, trust),
        );
        const result = aggregatePrice(input);
        expect(Math.abs(result.price! - 100)).toBeLessThanOrEqual(0.11);
        expect(result.disputed).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  it("is near one big trusted venue beside four small listings 3 % around it, or disputed", () => {
    const DRAWS = 400;
    let disputed = 0;
    const small = fc.tuple(
      fc.double({ min: 97, max: 103, noNaN: true }),
      fc.double({ min: 100, max: 1e4, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(small, { minLength: 4, maxLength: 4 }), (listings) => {
        const tiny = listings.map(([price, volumeUsd], index) => venue(`tiny${index}`, price, volumeUsd, 0.7));
        const result = aggregatePrice([venue("big", 100, 1e7), ...tiny]);
        if (result.disputed) disputed += 1;
        else expect(Math.abs(result.price! - 100)).toBeLessThanOrEqual(3);
      }),
      { numRuns: DRAWS },
    );
    expect(disputed).toBeLessThan(DRAWS / 4);
  });

  it.each([3, 5])("is not moved by a thin trusted book that is stale beside %d others", (others) => {
    const good = Array.from({ length: others }, (_, index) =>
      venue(`good${index}`, 100 + index / 100, 1e5 * 9 ** index, 0.7),
    );
    const result = aggregatePrice([...good, venue("stale", 94, 20_000)]);
    expect(Math.abs(result.price! - 100)).toBeLessThanOrEqual(0.13);
    expect(result.disputed).toBe(false);
  });

  it("with as many liars as honest venues is right or disputed, and right where a reference confirms the truth", () => {
    fc.assert(
      fc.property(honest, liar, fc.double({ min: -0.015, max: 0.015, noNaN: true }), (good, bad, lag) => {
        const input = [
          venue("good", 100 * (1 + good.noise), good.volumeUsd, good.trust),
          venue("bad", 100 * bad.factor, bad.volumeUsd, bad.trust),
        ];
        const alone = aggregatePrice(input);
        if (!alone.disputed) expect(Math.abs(alone.price! / 100 - 1)).toBeLessThanOrEqual(0.02);
        const decided = aggregatePrice(input, [100 * (1 + lag)]);
        expect(decided.disputed).toBe(false);
        expect(Math.abs(decided.price! / 100 - 1)).toBeLessThanOrEqual(0.035);
      }),
      { numRuns: 1_000 },
    );
  });
});

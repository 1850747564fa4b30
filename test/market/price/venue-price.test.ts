import { describe, expect, it } from "vitest";
import { aggregateVenue, sumVolumes, type WeighedListing } from "../../../build/market/price/venue-price.ts";

const book = (priceUsd: number, volumeUsd: number | null, change: Partial<WeighedListing> = {}): WeighedListing => ({
  priceUsd,
  volumeUsd,
  quality: 1,
  freshness: 1,
  ...change,
});

describe("aggregateVenue", () => {
  it("averages a venue's listings by volume, quality and freshness", () => {
    const { priceUsd, volumeUsd, shares } = aggregateVenue([
      book(100, 300),
      book(101, 1000, { quality: 0.6, freshness: 0.5 }),
    ]);
    expect(shares).toEqual([0.5, 0.5]);
    expect(priceUsd).toBe(100.5);
    expect(volumeUsd).toBe(1300);
  });

  it("leaves out a listing more than 3 % off the venue's own median, with its volume", () => {
    const { priceUsd, volumeUsd, shares } = aggregateVenue([book(100, 500), book(100.2, 500), book(103.5, 400)]);
    expect(shares[2]).toBe(0);
    expect(priceUsd).toBeCloseTo(100.1, 12);
    expect(volumeUsd).toBe(1000);
  });

  it("keeps a listing 2.9 % off", () => {
    expect(aggregateVenue([book(100, 500), book(100, 500), book(102.9, 400)]).shares[2]).toBeGreaterThan(0);
  });

  it("averages two listings, however far apart", () => {
    expect(aggregateVenue([book(100, 500), book(120, 500)])).toMatchObject({ priceUsd: 110, volumeUsd: 1000 });
  });

  it("weighs listings alike where no volume is reported; otherwise those without volume have no weight", () => {
    expect(aggregateVenue([book(100, null), book(102, null)])).toEqual({
      priceUsd: 101,
      volumeUsd: null,
      shares: [0.5, 0.5],
    });
    expect(aggregateVenue([book(100, 10), book(102, null)])).toEqual({ priceUsd: 100, volumeUsd: 10, shares: [1, 0] });
  });

  it("stays finite with absurd volumes", () => {
    expect(aggregateVenue([book(100, 1e308), book(102, 1e308)]).priceUsd).toBe(101);
  });
});

describe("sumVolumes", () => {
  it("adds up what the venues report", () => {
    expect(sumVolumes([5e6, 2e6, null])).toEqual({ volumeUsd: 7e6, counted: [true, true, false] });
  });

  it("leaves out a venue above twice the reference's volume and above five times the others", () => {
    expect(sumVolumes([3e6, 15.1e6])).toEqual({ volumeUsd: 3e6, counted: [true, false] });
    expect(sumVolumes([3e6, 14.9e6]).volumeUsd).toBeCloseTo(17.9e6, 3);
    expect(sumVolumes([3e6, 14.9e6], 7e6).volumeUsd).toBeCloseTo(17.9e6, 3);
    expect(sumVolumes([3e6, 150e6], 70e6)).toEqual({ volumeUsd: 3e6, counted: [true, false] });
    expect(sumVolumes([3e6, 150e6], 80e6).volumeUsd).toBe(153e6);
  });

  it("compares small volumes as well as large ones", () => {
    expect(sumVolumes([1_000, 800, 100_000], 5_000)).toEqual({ volumeUsd: 1_800, counted: [true, true, false] });
  });

  it("does not let two inflated volumes confirm each other", () => {
    expect(sumVolumes([3e6, 2e6, 5e9, 4e9], 20e6)).toEqual({ volumeUsd: 5e6, counted: [true, true, false, false] });
  });

  it("compares the venues with each other where the reference fits none of them", () => {
    expect(sumVolumes([1e9, 8e8], 1e5).volumeUsd).toBe(1.8e9);
  });

  it("compares a single venue with the reference", () => {
    expect(sumVolumes([45e6]).volumeUsd).toBe(45e6);
    expect(sumVolumes([45e6], 30e6).volumeUsd).toBe(45e6);
    expect(sumVolumes([45e6], 1e6).volumeUsd).toBeNull();
  });

  it("never counts more than 50 billion USD of one venue, nor compares others with it", () => {
    expect(sumVolumes([6e10, 2e10, 1e9], 1e9)).toEqual({ volumeUsd: 1e9, counted: [false, false, true] });
  });

  it("is unknown, not zero, where no venue reports a volume", () => {
    expect(sumVolumes([null]).volumeUsd).toBeNull();
    expect(sumVolumes([]).volumeUsd).toBeNull();
    expect(sumVolumes([0]).volumeUsd).toBe(0);
  });
});

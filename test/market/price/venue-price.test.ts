import { describe, expect, it } from "vitest";
import { aggregateVenue, type WeighedListing } from "../../../build/market/price/venue-price.ts";

const book = (priceUsd: number, volumeUsd: number | null, change: Partial<WeighedListing> = {}): WeighedListing => ({
  priceUsd,
  volumeUsd,
  quality: 1,
  freshness: 1,
  ...change,
});

describe("aggregateVenue", () => {
  it("averages a venue's books by volume, quality and freshness", () => {
    const { priceUsd, volumeUsd, shares } = aggregateVenue([
      book(100, 300),
      book(101, 1000, { quality: 0.6, freshness: 0.5 }),
    ]);
    expect(shares).toEqual([0.5, 0.5]);
    expect(priceUsd).toBe(100.5);
    expect(volumeUsd).toBe(1300);
  });

  it("leaves out a book more than 3 % off the venue's own median, with its volume", () => {
    const { priceUsd, volumeUsd, shares } = aggregateVenue([book(100, 500), book(100.2, 500), book(103.5, 400)]);
    expect(shares[2]).toBe(0);
    expect(priceUsd).toBeCloseTo(100.1, 12);
    expect(volumeUsd).toBe(1000);
  });

  it("keeps a book 2.9 % off", () => {
    expect(aggregateVenue([book(100, 500), book(100, 500), book(102.9, 400)]).shares[2]).toBeGreaterThan(0);
  });

  it("does not judge between two books", () => {
    expect(aggregateVenue([book(100, 500), book(120, 500)])).toMatchObject({ priceUsd: 110, volumeUsd: 1000 });
  });

  it("weighs books alike on a venue that tells no volume, and gives none to the silent ones on a venue that does", () => {
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

import { describe, expect, it } from "vitest";
import { sumVolumes } from "../../build/market/volume.ts";

const venue = (trust: number, volumeUsd: number | null) => ({ trust, volumeUsd });

describe("sumVolumes", () => {
  it("adds up what the venues tell", () => {
    expect(sumVolumes([venue(1, 5e6), venue(0.7, 2e6), venue(0.4, null)])).toEqual({
      volumeUsd: 7e6,
      counted: [true, true, false],
    });
  });

  it("does not believe more than five times the trusted venues, from 10 million USD on", () => {
    expect(sumVolumes([venue(1, 3e6), venue(0.4, 15.1e6)])).toEqual({ volumeUsd: 3e6, counted: [true, false] });
    expect(sumVolumes([venue(1, 3e6), venue(0.4, 14.9e6)]).volumeUsd).toBeCloseTo(17.9e6, 3);
    expect(sumVolumes([venue(1, 1e6), venue(0.4, 9.9e6)]).volumeUsd).toBeCloseTo(10.9e6, 3);
  });

  it("never believes more than 50 billion USD of one venue, nor lets it vouch for others", () => {
    expect(sumVolumes([venue(1, 6e10), venue(0.4, 2e10)])).toEqual({ volumeUsd: null, counted: [false, false] });
  });

  it("is unknown, not zero, where nobody tells a volume", () => {
    expect(sumVolumes([venue(1, null)]).volumeUsd).toBeNull();
    expect(sumVolumes([]).volumeUsd).toBeNull();
    expect(sumVolumes([venue(1, 0)]).volumeUsd).toBe(0);
  });
});

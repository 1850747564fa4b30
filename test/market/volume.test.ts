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

  it("measures a trusted venue against all others and against the reference, never against itself", () => {
    const alone = [venue(1, 45e9), venue(1, 1e9), venue(0.7, 5e8)];
    expect(sumVolumes(alone, 3e9)).toEqual({ volumeUsd: 1.5e9, counted: [false, true, true] });
    expect(sumVolumes(alone)).toEqual({ volumeUsd: 1.5e9, counted: [false, true, true] });
    // A coin may live on one venue: then the reference counts it as well.
    expect(sumVolumes(alone, 23e9).volumeUsd).toBe(46.5e9);
    expect(sumVolumes([venue(1, 45e6)]).volumeUsd).toBe(45e6);
    expect(sumVolumes([venue(1, 45e6)], 1e6).volumeUsd).toBeNull();
  });

  it("does not let a trusted venue that is not believed vouch for another one", () => {
    expect(sumVolumes([venue(1, 40e9), venue(1, 1e9), venue(0.4, 6e9)], 3e9).counted).toEqual([false, true, false]);
  });

  it("is unknown, not zero, where nobody tells a volume", () => {
    expect(sumVolumes([venue(1, null)]).volumeUsd).toBeNull();
    expect(sumVolumes([]).volumeUsd).toBeNull();
    expect(sumVolumes([venue(1, 0)]).volumeUsd).toBe(0);
  });
});

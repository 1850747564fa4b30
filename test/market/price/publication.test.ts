import { describe, expect, it } from "vitest";
import type { AggregatedPrice } from "../../../build/market/price/aggregate-price.ts";
import { decidePublication, findHeldPrice, type PreviousPrice } from "../../../build/market/price/publication.ts";
import { NOW } from "../coin-ticker.ts";

const HOUR = 3_600_000;
const found = (change: Partial<AggregatedPrice> = {}): AggregatedPrice => ({
  price: 100,
  votes: [],
  kept: 3,
  trust: 0.7,
  volumeUsd: 50_000,
  confirmed: false,
  disputed: false,
  ...change,
});
const previous = (priceUsd = 100, timeMs = NOW - HOUR, samples: PreviousPrice["samples"] = []): PreviousPrice => ({
  own: { priceUsd, timeMs, confirmedUsd: priceUsd },
  samples,
});
const single = (change: Partial<AggregatedPrice> = {}) => found({ kept: 1, trust: 1, volumeUsd: 10_000, ...change });

const decide = (
  price: AggregatedPrice,
  before: PreviousPrice | null,
  referencesUsd: readonly number[],
  deserted = false,
) => decidePublication(price, deserted, before, referencesUsd);

describe("the evidence of a price", () => {
  it("is high from three venues and 50,000 USD on", () => {
    expect(decide(found(), null, [])).toEqual({
      action: "publish",
      confidence: "high",
      method: "volume_weighted",
      confirmed: true,
    });
    expect(decide(found({ volumeUsd: 49_999 }), null, [])).toMatchObject({ confidence: "low" });
    expect(decide(found({ kept: 2 }), null, [])).toMatchObject({ confidence: "low" });
  });

  it("is low for one trusted venue with 10,000 USD that a reference confirms, or without any reference", () => {
    const publication = { action: "publish", confidence: "low", method: "single_source" };
    expect(decide(single({ confirmed: true }), null, [110])).toEqual({ ...publication, confirmed: true });
    expect(decide(single(), null, [])).toEqual({ ...publication, confirmed: false });
  });

  it("is suspect for one venue that a fresh reference does not confirm", () => {
    expect(decide(single({ volumeUsd: 1e9 }), previous(), [110]).action).toBe("hold");
    expect(decide(single({ volumeUsd: 1e9 }), null, [110]).action).toBe("hold");
  });

  it("is suspect for the venue that remains when another one is left out for its price", () => {
    expect(decide(single(), previous(), [], true).action).toBe("hold");
    expect(decide(single({ confirmed: true }), previous(), [110], true).action).toBe("publish");
    expect(decide(found({ kept: 2 }), previous(), [], true).action).toBe("publish");
  });

  it.each([
    ["one trusted venue with less", single({ volumeUsd: 9_999 })],
    ["one venue that is not fully trusted", single({ trust: 0.7, volumeUsd: 1e6 })],
    ["none", found({ price: null })],
  ])("is too little from %s", (_, price) => {
    expect(decide(price, previous(), []).action).toBe("withdraw");
  });

  it("is suspect if the venues dispute the price, whatever their volume and the held price", () => {
    const disputed = found({ disputed: true, volumeUsd: 1e12 });
    for (const before of [null, previous(), previous(100, NOW - 48 * HOUR)]) {
      expect(decide(disputed, before, [110]).action).toBe("hold");
    }
  });
});

describe("a jump of two venues", () => {
  const jumped = found({ kept: 2, price: 121 });

  it("beyond 20 % is suspect; neither more builds nor the age of the last price confirm it", () => {
    for (const hours of [1, 24, 25, 240]) {
      expect(decide(jumped, previous(100, NOW - hours * HOUR), [110]).action).toBe("hold");
    }
    expect(decide(found({ kept: 2, price: 79 }), previous(), [110]).action).toBe("hold");
    expect(decide(found({ kept: 2, price: 119 }), previous(), [110]).action).toBe("publish");
  });

  it("is published once a third venue or a reference confirms it", () => {
    expect(decide({ ...jumped, kept: 3 }, previous(), [110]).action).toBe("publish");
    expect(decide({ ...jumped, confirmed: true }, previous(), [110]).action).toBe("publish");
  });

  it("counts from the published price of a reference, too", () => {
    const referenced: PreviousPrice = { own: null, samples: [[NOW - HOUR, 100]] };
    expect(decide(jumped, referenced, [110]).action).toBe("hold");
    expect(decide(jumped, previous(100, NOW - 2 * HOUR, [[NOW - HOUR, 118]]), [110]).action).toBe("publish");
    expect(decide(jumped, { own: null, samples: [] }, [110]).action).toBe("publish");
  });
});

describe("one venue alone while no source has a fresh price", () => {
  it("stays within 20 % of the last confirmed price, in however small steps it moves", () => {
    const drift = (priceUsd: number, confirmedUsd: number) => {
      const own = { priceUsd: priceUsd / 1.05, timeMs: NOW - HOUR, confirmedUsd };
      return decide(single({ price: priceUsd }), { own, samples: [] }, []).action;
    };
    expect([drift(119, 100), drift(121, 100), drift(81, 100), drift(79, 100)]).toEqual([
      "publish",
      "hold",
      "publish",
      "hold",
    ]);
  });
});

describe("a price of two venues", () => {
  it("is suspect if every fresh reference is more than 20 % away", () => {
    expect(decide(found({ kept: 2, price: 125 }), null, [100, 100.5]).action).toBe("hold");
    expect(decide(found({ kept: 2, price: 125 }), null, [100, 110]).action).toBe("publish");
    expect(decide(found({ kept: 3, price: 125 }), null, [100, 100.5]).action).toBe("publish");
  });
});

describe("a held price", () => {
  it("is not held once a reference's price was published after it", () => {
    const samples = [
      [NOW - 20 * HOUR, 98],
      [NOW - HOUR, 147],
    ] as const;
    expect(findHeldPrice(previous(98, NOW - 20 * HOUR, samples), NOW)).toBeNull();
    expect(findHeldPrice(previous(98, NOW - 20 * HOUR, samples.slice(0, 1)), NOW)).toMatchObject({ priceUsd: 98 });
  });

  it("is our own last one, for 24 hours", () => {
    expect(findHeldPrice(previous(98, NOW - 24 * HOUR), NOW)).toMatchObject({ priceUsd: 98, timeMs: NOW - 24 * HOUR });
    expect(findHeldPrice(previous(98, NOW - 24 * HOUR - 1), NOW)).toBeNull();
    expect(findHeldPrice(null, NOW)).toBeNull();
  });
});

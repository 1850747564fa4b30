import { describe, expect, it } from "vitest";
import { decidePublication, type FoundPrice, type PreviousPrice } from "../../build/market/publication.ts";
import { NOW } from "./coin-ticker.ts";

const HOUR = 3_600_000;
const found = (change: Partial<FoundPrice> = {}): FoundPrice => ({
  priceUsd: 100,
  venues: 3,
  trust: 0.7,
  volumeUsd: 50_000,
  contested: false,
  ...change,
});
const previous = (change: Partial<PreviousPrice> = {}): PreviousPrice => ({
  priceUsd: 100,
  timeMs: NOW - HOUR,
  excludedVenues: [],
  pendingUsd: null,
  samples: [],
  ...change,
});

describe("the evidence of a price", () => {
  it("is high from three venues and 50,000 USD on", () => {
    expect(decidePublication(found(), null, NOW)).toEqual({
      action: "publish",
      confidence: "high",
      method: "volume_weighted",
    });
    expect(decidePublication(found({ volumeUsd: 49_999 }), null, NOW)).toMatchObject({ confidence: "low" });
    expect(decidePublication(found({ venues: 2 }), null, NOW)).toMatchObject({ confidence: "low" });
  });

  it("is low and single for one trusted venue with 10,000 USD", () => {
    const single = found({ venues: 1, trust: 1, volumeUsd: 10_000 });
    expect(decidePublication(single, null, NOW)).toEqual({
      action: "publish",
      confidence: "low",
      method: "single_source",
    });
  });

  it.each([
    ["one trusted venue with less", found({ venues: 1, trust: 1, volumeUsd: 9_999 })],
    ["one venue that is not fully trusted", found({ venues: 1, trust: 0.7, volumeUsd: 1e6 })],
    ["none", null],
  ])("is too little from %s: the last price stands for 24 hours", (_, price) => {
    expect(decidePublication(price, previous(), NOW)).toMatchObject({ action: "hold", pendingUsd: null });
    expect(decidePublication(price, previous({ timeMs: NOW - 24 * HOUR }), NOW).action).toBe("hold");
    expect(decidePublication(price, previous({ timeMs: NOW - 24 * HOUR - 1 }), NOW).action).toBe("withdraw");
    expect(decidePublication(price, null, NOW).action).toBe("withdraw");
  });
});

describe("a jump", () => {
  const jumped = found({ venues: 2, priceUsd: 121 });

  it("beyond 20 % on two venues waits for the next build", () => {
    expect(decidePublication(jumped, previous(), NOW)).toMatchObject({ action: "hold", pendingUsd: 121 });
    expect(decidePublication(found({ venues: 2, priceUsd: 79 }), previous(), NOW).action).toBe("hold");
    expect(decidePublication(found({ venues: 2, priceUsd: 119 }), previous(), NOW).action).toBe("publish");
  });

  it("is believed at once when three venues agree", () => {
    expect(decidePublication(found({ priceUsd: 300 }), previous(), NOW).action).toBe("publish");
  });

  it("is published when the next build finds a price within 5 % of it", () => {
    expect(decidePublication(jumped, previous({ pendingUsd: 125 }), NOW).action).toBe("publish");
    expect(decidePublication(jumped, previous({ pendingUsd: 130 }), NOW)).toMatchObject({
      action: "hold",
      pendingUsd: 121,
    });
  });

  it("is also one from the reference's price that was published before, unless the reference has moved as well", () => {
    const stated = (publishedUsd: number | null, priceUsd = 100) => ({ priceUsd, othersUsd: [], publishedUsd });
    const first = (at: ReturnType<typeof stated>, before: PreviousPrice | null = null) =>
      decidePublication(jumped, before, NOW, at);
    expect(first(stated(100))).toMatchObject({ action: "withdraw", pendingUsd: 121 });
    expect(first(stated(null)).action).toBe("publish");
    expect(first(stated(102)).action).toBe("publish");
    expect(first(stated(100, 119)).action).toBe("publish");
    expect(first(stated(100), previous({ priceUsd: null, pendingUsd: 121 })).action).toBe("publish");
    expect(decidePublication(found({ priceUsd: 121 }), null, NOW, stated(100)).action).toBe("publish");
  });

  it("is nothing to be compared with where the last price is too old to be held", () => {
    expect(decidePublication(jumped, previous({ timeMs: NOW - 25 * HOUR }), NOW).action).toBe("publish");
  });
});

describe("a contested price", () => {
  it("is published with low confidence within 5 % of the last price", () => {
    expect(decidePublication(found({ contested: true, priceUsd: 104 }), previous(), NOW)).toMatchObject({
      action: "publish",
      confidence: "low",
    });
  });

  it("is held otherwise, until the next build confirms it", () => {
    const contested = found({ contested: true, priceUsd: 106 });
    expect(decidePublication(contested, previous(), NOW)).toMatchObject({ action: "hold", pendingUsd: 106 });
    expect(decidePublication(contested, previous({ pendingUsd: 106 }), NOW).action).toBe("publish");
  });

  it("is no first price of a coin, but may be confirmed as one", () => {
    const contested = found({ contested: true });
    expect(decidePublication(contested, null, NOW)).toMatchObject({ action: "withdraw", pendingUsd: 100 });
    expect(decidePublication(contested, previous({ priceUsd: null, pendingUsd: 100 }), NOW).action).toBe("publish");
  });
});

describe("a reference that says something else", () => {
  const decide = (venues: number, priceUsd: number, othersUsd: number[] = [], before = previous()) =>
    decidePublication(found({ venues, trust: 1 }), before, NOW, { priceUsd, othersUsd }).action;

  it("stops one venue beyond 30 % and two beyond a factor of 3, but not three", () => {
    expect([decide(1, 130), decide(1, 77), decide(1, 145), decide(1, 70)]).toEqual([
      "publish",
      "publish",
      "hold",
      "hold",
    ]);
    expect([decide(2, 300), decide(2, 34), decide(2, 301), decide(2, 33)]).toEqual([
      "publish",
      "publish",
      "hold",
      "hold",
    ]);
    expect(decide(3, 1_000)).toBe("publish");
  });

  it("stops nothing where another reference sees what the venues see", () => {
    expect(decide(1, 1_000, [110])).toBe("publish");
    expect(decide(1, 1_000, [130])).toBe("hold");
  });

  it("leaves no price once the last one is a day old", () => {
    expect(decide(1, 1_000, [], previous({ timeMs: NOW - 25 * HOUR }))).toBe("withdraw");
  });

  it("is not heard where it is too old to be compared with", () => {
    const single = found({ venues: 1, trust: 1 });
    expect(decidePublication(single, previous(), NOW, { priceUsd: null, othersUsd: [] }).action).toBe("publish");
  });
});

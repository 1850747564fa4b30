import { describe, expect, it } from "vitest";
import type { AggregatedPrice } from "../../../../build/crypto/market/aggregate/aggregate-price.ts";
import {
  decidePublication,
  findHeldPrice,
  type PreviousPrice,
} from "../../../../build/crypto/market/price/publication.ts";
import { NOW } from "../coin-ticker.ts";

const HOUR = 3_600_000;
const found = (change: Partial<AggregatedPrice> = {}): AggregatedPrice => ({
  price: 100,
  votes: [],
  kept: 3,
  trust: 0.7,
  volumeUsd: 50_000,
  clipUsd: 1e6,
  confirmed: false,
  disputed: false,
  ...change,
});
const previous = (priceUsd = 100, timeMs = NOW - HOUR, samples: PreviousPrice["samples"] = []): PreviousPrice => ({
  own: { priceUsd, timeMs, confirmedUsd: priceUsd },
  samples,
});
const single = (change: Partial<AggregatedPrice> = {}) => found({ kept: 1, trust: 1, volumeUsd: 10_000, ...change });
const two = (price: number, change: Partial<AggregatedPrice> = {}) => found({ kept: 2, price, ...change });
const drifting = (priceUsd: number): PreviousPrice => ({
  own: { priceUsd: priceUsd / 1.05, timeMs: NOW - HOUR, confirmedUsd: 100 },
  samples: [],
});
const disputed = found({ disputed: true, volumeUsd: 1e12 });
const ofReference: PreviousPrice = { own: null, samples: [[NOW - HOUR, 100]] };

type Row = [string, AggregatedPrice, PreviousPrice | null, references: readonly number[], deserted?: boolean];

describe("a price", () => {
  it.each<Row>([
    ["one trusted venue that a reference confirms", single({ confirmed: true }), null, [110]],
    ["one trusted venue without any reference", single(), null, []],
    ["a confirmed venue where another one is left out", single({ confirmed: true }), previous(), [110], true],
    ["two venues where another one is left out", two(100), previous(), [], true],
    ["two venues less than 20 % above the last price", two(119), previous(), [110]],
    ["three venues that jump", found({ price: 121 }), previous(), [110]],
    ["two venues with a confirmed jump", two(121, { confirmed: true }), previous(), [110]],
    ["two venues near a reference's later price", two(121), previous(100, NOW - 2 * HOUR, [[NOW - HOUR, 118]]), [110]],
    ["two venues without an earlier price", two(121), { own: null, samples: [] }, [110]],
    ["two venues within 20 % of one reference", two(125), null, [100, 110]],
    ["three venues far from every reference", found({ price: 125 }), null, [100, 100.5]],
    ["one venue 19 % above the confirmed price", single({ price: 119 }), drifting(119), []],
    ["one venue 19 % below the confirmed price", single({ price: 81 }), drifting(81), []],
  ])("of %s is published", (_, price, before, references, deserted = false) => {
    expect(decidePublication(price, deserted, before, references).action).toBe("publish");
  });

  it.each<Row>([
    ["one venue that a fresh reference does not confirm", single({ volumeUsd: 1e9 }), previous(), [110]],
    ["one venue that no reference confirms in a first build", single({ volumeUsd: 1e9 }), null, [110]],
    ["the venue that remains when another one is left out", single(), previous(), [], true],
    ["venues that dispute it in a first build", disputed, null, [110]],
    ["venues that dispute it after a price", disputed, previous(), [110]],
    ["venues that dispute it after an old price", disputed, previous(100, NOW - 48 * HOUR), [110]],
    ["two venues that fall by 21 %", two(79), previous(), [110]],
    ["two venues that left a reference's last price", two(121), ofReference, [110]],
    ["two venues more than 20 % from every reference", two(125), null, [100, 100.5]],
    ["one venue 21 % above the confirmed price", single({ price: 121 }), drifting(121), []],
    ["one venue 21 % below the confirmed price", single({ price: 79 }), drifting(79), []],
    ...[1, 24, 25, 240].map(
      (hours): Row => [`two venues that jump after ${hours} h`, two(121), previous(100, NOW - hours * HOUR), [110]],
    ),
  ])("of %s is held", (_, price, before, references, deserted = false) => {
    expect(decidePublication(price, deserted, before, references).action).toBe("hold");
  });

  it.each<Row>([
    ["one trusted venue with less than 10,000 USD", single({ volumeUsd: 9_999 }), previous(), []],
    ["one venue that is not fully trusted", single({ trust: 0.7, volumeUsd: 1e6 }), previous(), []],
    ["no venue", found({ price: null }), previous(), []],
  ])("of %s is withdrawn", (_, price, before, references) => {
    expect(decidePublication(price, false, before, references).action).toBe("withdraw");
  });

  it("has high confidence from three venues and 50,000 USD on", () => {
    const decide = (price: AggregatedPrice) => decidePublication(price, false, null, []);
    const published = { action: "publish", confidence: "low", method: "volume_weighted", confirmed: true };
    expect(decide(found())).toEqual({ ...published, confidence: "high" });
    expect(decide(found({ volumeUsd: 49_999 }))).toEqual(published);
    expect(decide(two(100))).toEqual(published);
    expect(decide(single())).toEqual({ ...published, method: "single_source", confirmed: false });
    expect(decide(single({ confirmed: true }))).toEqual({ ...published, method: "single_source" });
  });
});

describe("a held price", () => {
  it("ends once a reference's price was published after it", () => {
    const samples = [
      [NOW - 20 * HOUR, 98],
      [NOW - HOUR, 147],
    ] as const;
    expect(findHeldPrice(previous(98, NOW - 20 * HOUR, samples), NOW)).toBeNull();
    expect(findHeldPrice(previous(98, NOW - 20 * HOUR, samples.slice(0, 1)), NOW)).toMatchObject({ priceUsd: 98 });
  });

  it("does not end because its newest trade is older than the build before it", () => {
    const samples = [
      [NOW - 1.2 * HOUR, 97.5],
      [NOW - 0.7 * HOUR, 98],
    ] as const;
    expect(findHeldPrice(previous(98, NOW - 1.4 * HOUR, samples), NOW)).toMatchObject({ priceUsd: 98 });
    const replaced = [...samples, [NOW - 0.2 * HOUR, 147]] as const;
    expect(findHeldPrice(previous(98, NOW - 1.4 * HOUR, replaced), NOW)).toBeNull();
  });

  it("is our own last one, for 24 hours", () => {
    expect(findHeldPrice(previous(98, NOW - 24 * HOUR), NOW)).toMatchObject({ priceUsd: 98, timeMs: NOW - 24 * HOUR });
    expect(findHeldPrice(previous(98, NOW - 24 * HOUR - 1), NOW)).toBeNull();
    expect(findHeldPrice(null, NOW)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import {
  isRefuted,
  type MergedRates,
  mergeRates as merge,
  usdPerUnit,
} from "../../../../build/crypto/market/totals/fiat.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { dataset } from "../small-market.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const DAY_MS = 86_400_000;

/** A table of rates as a source with this base gives it. */
function table(
  source: string,
  base: string,
  rates: Record<string, number>,
  { date = "2026-11-20", stale = false }: { date?: string; stale?: boolean } = {},
): Dataset<"rate"> {
  const records = Object.entries(rates).map(([quote, rate]) => ({ base, quote, rate, date }));
  return dataset("rate", source, records, { stale }) as Dataset<"rate">;
}

/** The builds of so many days, each after the one before it; what each of them publishes. */
function follow(before: MergedRates, days: number, tablesOf: (day: number, date: string) => Dataset<"rate">[]) {
  const merged = [before];
  for (let day = 1; day <= days; day++) {
    const now = NOW + day * DAY_MS;
    merged.push(mergeRates(tablesOf(day, new Date(now).toISOString().slice(0, 10)), merged.at(-1), now));
  }
  return merged.slice(1);
}

/** The first build, or the one after `before`. */
function mergeRates(
  datasets: readonly Dataset<"rate">[],
  before?: MergedRates,
  now = NOW,
  crossRates: ReadonlyMap<string, number> = new Map(),
): MergedRates {
  const shared = new Map([...crossRates].map(([code, rate]) => [code, { rate, shared: true }]));
  return merge(datasets, before?.memory ?? {}, shared, now);
}

const bankOf = (date: string) => table("ecb", "EUR", { USD: 1.25, GBP: 0.875, JPY: 200 }, { date });
const ecb = bankOf("2026-11-19");
const wide = table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 161, VND: 25_000, KES: 130 });
/** What a second origin says of the same currencies. */
const near = table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 161 });

describe("the table of rates", () => {
  it("has the dollar as its base, whatever the base of the source", () => {
    expect(mergeRates([ecb, near]).rates).toEqual({
      date: "2026-11-19",
      rates: { EUR: 0.8, GBP: 0.7, JPY: 160, USD: 1 },
      source: "ecb",
      observedAtMs: Date.UTC(2026, 10, 19),
    });
  });

  it("takes the central bank's rates, and all others from a wider collection", () => {
    for (const datasets of [
      [ecb, wide],
      [wide, ecb],
    ]) {
      const { rates, used } = mergeRates(datasets);
      expect(rates?.rates).toEqual({ EUR: 0.8, GBP: 0.7, JPY: 160, KES: 130, USD: 1, VND: 25_000 });
      expect(Object.keys(rates?.rates ?? {})).toEqual(["EUR", "GBP", "JPY", "KES", "USD", "VND"]);
      expect(rates?.date).toBe("2026-11-19");
      expect(rates?.observedAtMs).toBe(Date.UTC(2026, 10, 19));
      expect(used.map(({ source }) => source)).toEqual(["ecb", "fawazahmed0"]);
    }
  });

  it("tells the day of each rate that is newer than the central bank's, also where it is unproven", () => {
    expect(mergeRates([ecb, wide]).rates).toMatchObject({
      date: "2026-11-19",
      otherDays: { KES: "2026-11-20", VND: "2026-11-20" },
    });
  });

  it("names no source that added nothing", () => {
    const mirror = table("frankfurter", "USD", { EUR: 0.8, GBP: 0.7 });
    expect(mergeRates([mirror, ecb]).used.map(({ source }) => source)).toEqual(["ecb"]);
  });

  it("takes the mirror where the central bank did not answer, and either before the collection", () => {
    const oldEcb = { ...ecb, stale: true };
    const mirror = table("frankfurter", "USD", { EUR: 0.81 });
    expect(mergeRates([oldEcb, mirror, wide]).rates?.rates["EUR"]).toBe(0.81);
    expect(mergeRates([oldEcb, wide]).rates?.rates["EUR"]).toBe(0.8);
    expect(mergeRates([{ ...mirror, stale: true }, wide]).rates?.rates["EUR"]).toBe(0.81);
  });

  it("refuses a collection that mostly contradicts the central bank", () => {
    const broken = table("fawazahmed0", "USD", { EUR: 1.25, GBP: 1.4, JPY: 0.006, VND: 25_000 });
    const { rates, used } = mergeRates([ecb, broken]);
    expect(Object.keys(rates?.rates ?? {})).toEqual(["EUR", "GBP", "JPY", "USD"]);
    expect(used).toHaveLength(1);
  });

  it("has no rate of a single currency on which two origins contradict each other, and all the others", () => {
    const odd = table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 1.61, VND: 25_000 });
    const { rates, warnings } = mergeRates([ecb, odd]);
    expect(rates?.rates).toEqual({ EUR: 0.8, GBP: 0.7, USD: 1, VND: 25_000 });
    expect(warnings).toEqual([
      "JPY: ecb reports 160, fawazahmed0 reports 1.61 for one USD, there is no earlier rate; no rate is published",
    ]);
    const mirror = table("frankfurter", "USD", { EUR: 0.8, GBP: 0.7, JPY: 1.6 });
    expect(mergeRates([ecb, mirror, odd]).rates?.rates["JPY"]).toBe(1.6);
  });

  it("refuses a bank's table in the first build if mirror and collection contradict all of it", () => {
    const slipped = table("ecb", "EUR", { USD: 1.05, GBP: 0.875, JPY: 200 });
    const mirror = table("frankfurter", "EUR", { USD: 1.25, GBP: 0.875, JPY: 200 });
    expect(mergeRates([slipped, mirror, wide]).rates?.rates).toMatchObject({ EUR: 0.8, GBP: 0.7, JPY: 160 });
  });

  it("refuses a collection with several wrong rates, though most are right", () => {
    const near = { EUR: 0.8, GBP: 0.7, JPY: 160, CHF: 0.9, SEK: 10, NOK: 11 };
    const bank = table("ecb", "USD", near);
    const slipped = table("fawazahmed0", "USD", { ...near, SEK: 100, NOK: 110, VND: 250_000 });
    expect(mergeRates([bank, slipped]).rates?.rates["VND"]).toBeUndefined();
  });

  it("has the day of the widest collection only if no other source responded", () => {
    expect(mergeRates([wide]).rates?.date).toBe("2026-11-20");
  });

  it("is unknown without a source, or without a rate against the dollar", () => {
    expect(mergeRates([])).toEqual({ rates: null, used: [], memory: {}, warnings: [] });
    expect(mergeRates([table("ecb", "EUR", { GBP: 0.875 })]).rates).toBeNull();
    expect(mergeRates([table("ecb", "EUR", {})]).rates).toBeNull();
  });

  it("never has another value than 1 for the dollar", () => {
    expect(mergeRates([table("fawazahmed0", "USD", { USD: 7, EUR: 0.8 })]).rates?.rates).toEqual({ EUR: 0.8, USD: 1 });
  });
});

describe("dollars per unit", () => {
  it("are the other way round, and none of them older than a week", () => {
    const { rates } = mergeRates([ecb, near]);
    expect(usdPerUnit(rates, NOW).get("EUR")).toBe(1.25);
    expect(usdPerUnit(rates, NOW + 7 * DAY_MS)).toEqual(new Map([["USD", 1]]));
    expect(usdPerUnit(null, NOW)).toEqual(new Map([["USD", 1]]));
  });
});

describe("a table that was wrong in the very first build", () => {
  it("is refused also where only the rate of its own base is wrong, if two others agree", () => {
    const slipped = table("ecb", "EUR", { USD: 125, GBP: 87.5, JPY: 20_000 }, { date: "2026-11-19" });
    const sound = table("frankfurter", "EUR", { USD: 1.25, GBP: 0.875, JPY: 200 }, { date: "2026-11-19" });
    expect(mergeRates([slipped, sound, wide]).rates?.rates).toMatchObject({ EUR: 0.8, GBP: 0.7, JPY: 160 });
  });

  const mirror = table("frankfurter", "EUR", { USD: 1.25, GBP: 87.5, JPY: 20_000 }, { date: "2026-11-19" });
  const first = mergeRates([mirror]);

  it("is outvoted once the bank itself and another collection agree, though the mirror still says the same", () => {
    expect(first.rates?.rates["GBP"]).toBe(70);
    expect(mergeRates([ecb, mirror, wide], first).rates?.rates).toMatchObject({ GBP: 0.7, JPY: 160 });
  });

  it("is kept where only one of them contradicts it", () => {
    expect(mergeRates([mirror, wide], first).rates?.rates["GBP"]).toBe(70);
  });

  it("does not outvote the bank, whose rate is the last one, with its mirror and a collection", () => {
    const before = mergeRates([ecb, near]);
    const wrong = table("fawazahmed0", "USD", { EUR: 0.8, GBP: 70, JPY: 16_000 });
    expect(mergeRates([ecb, mirror, wrong], before).rates?.rates).toMatchObject({ GBP: 0.7, JPY: 160 });
  });
});

describe("a first table that one origin alone states", () => {
  const bank = (factor: number, date = "2026-11-19") =>
    table("ecb", "EUR", { USD: 1.25 / factor, GBP: 0.875, JPY: 200, DKK: 7.5, TRY: 50 }, { date });
  /** By the venues' books. The lira trades at a premium of 4 %. */
  const books = new Map([
    ["EUR", 0.802],
    ["GBP", 0.699],
    ["JPY", 160.4],
    ["TRY", 41.6],
    ["ARS", 1_500],
  ]);
  const merge = (datasets: readonly Dataset<"rate">[], crossRates = books, before?: MergedRates, now = NOW) =>
    mergeRates(datasets, before, now, crossRates);

  it("is fresh where the venues' books are near, and stale without a book until a second day agrees", () => {
    const first = merge([bank(1)]);
    expect(first.rates).toMatchObject({ rates: { EUR: 0.8, GBP: 0.7, TRY: 40, DKK: 6 }, unproven: ["DKK"] });
    expect(first.used.map(({ stale }) => stale)).toEqual([true]);
    expect(usdPerUnit(first.rates, NOW).has("DKK")).toBe(false);
    const again = merge([bank(1)], books, first, NOW + 3_600_000);
    expect(again.rates?.unproven).toEqual(["DKK"]);
    const second = merge([bank(1.02, "2026-11-20")], books, again, NOW + DAY_MS);
    expect(second.rates?.unproven).toBeUndefined();
    expect(second.used.map(({ stale }) => stale)).toEqual([false]);
  });

  it("begins again where the second day is more than 5 % off", () => {
    const other = table("ecb", "EUR", { USD: 1.25, GBP: 0.875, JPY: 200, DKK: 8 }, { date: "2026-11-20" });
    const second = merge([other], books, merge([bank(1)]), NOW + DAY_MS);
    expect(second.rates).toMatchObject({ rates: { DKK: 6.4 }, unproven: ["DKK"] });
    const third = table("ecb", "EUR", { USD: 1.25, GBP: 0.875, JPY: 200, DKK: 8 }, { date: "2026-11-21" });
    expect(merge([third], books, second, NOW + 2 * DAY_MS).rates?.unproven).toBeUndefined();
  });

  it.each([1.05, 1.6, 40, 0.5])("is not used where all of it is × %s by the venues' books", (factor) => {
    const { rates, warnings, memory } = merge([bank(factor)]);
    expect([rates, memory]).toEqual([null, {}]);
    expect(warnings[0]).toBe("The rates of ecb contradict the venues' prices of Bitcoin; none of them are used");
    // A sound table of another origin is used beside it.
    expect(merge([bank(factor), near]).rates?.rates).toMatchObject({ GBP: 0.71, JPY: 161 });
  });

  it("is not used where its columns slipped from one row on, also if half of the books agree", () => {
    const slipped = table("ecb", "EUR", { USD: 1.25, GBP: 0.875, JPY: 7.5, TRY: 200, DKK: 50 }, { date: "2026-11-19" });
    const { rates, memory } = merge([slipped]);
    expect([rates, memory]).toEqual([null, {}]);
  });

  it.each([1.05, 1.6, 40, 0.5])("leaves the last rates where all of a later table is × %s", (factor) => {
    const before = merge([bank(1), near]);
    const { rates, used } = merge([bank(factor, "2026-11-20")], books, before, NOW + DAY_MS);
    expect(rates?.rates).toEqual(before.rates?.rates);
    expect(used.map(({ stale }) => stale)).toEqual([true]);
  });

  it("has no rate of a listed currency that is off its book, and an unproven one of any other", () => {
    const wide = table("fawazahmed0", "USD", { EUR: 0.8, GBP: 0.7, JPY: 256, ARS: 1_000, KES: 130 });
    const { rates, warnings } = merge([wide]);
    expect(rates).toMatchObject({ rates: { ARS: 1_000, EUR: 0.8, GBP: 0.7, KES: 130 }, unproven: ["ARS", "KES"] });
    expect(rates?.rates["JPY"]).toBeUndefined();
    expect(warnings).toContain(
      "JPY: fawazahmed0 reports 256, venues trade at 160.4 for one USD, there is no earlier rate; no rate is published",
    );
  });

  it("waits for a second day where a book trades at a premium, and is not refused as a whole for two of four", () => {
    const premiums = new Map([...books, ["TRY", 44], ["JPY", 172]] as const);
    const { rates } = merge([bank(1)], premiums);
    expect(rates).toMatchObject({ rates: { EUR: 0.8, TRY: 40, JPY: 160 }, unproven: ["DKK", "JPY", "TRY"] });
  });

  it("needs no book where a second origin supports the table", () => {
    const wide = table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 161, KES: 130 });
    expect(mergeRates([bank(1), wide]).rates?.unproven).toBeUndefined();
  });
});

describe("a collection's rate of the last days", () => {
  const wide = (date: string) => table("fawazahmed0", "USD", { EUR: 0.8, GBP: 0.7, JPY: 160 }, { date });
  const proven = mergeRates([wide("2026-11-20")], mergeRates([wide("2026-11-19")]));
  const bank = (usd: number, date = "2026-11-21") => table("ecb", "EUR", { USD: usd, GBP: 0.875, JPY: 200 }, { date });

  it("holds against a bank that is more than 20 % off, for a week", () => {
    const mergeLater = (days: number) => mergeRates([bank(1.25 / 1.6)], proven, NOW + days * DAY_MS);
    const held = mergeLater(1);
    expect(held.rates).toMatchObject({ date: "2026-11-20", rates: { EUR: 0.8, GBP: 0.7, JPY: 160 } });
    expect(held.used.map(({ stale }) => stale)).toEqual([true]);
    expect(held.memory["EUR"]).toMatchObject({ rate: 0.8, pending: { rate: 1.28 } });
    expect(mergeLater(8).rates).toMatchObject({ rates: { EUR: 1.28 }, unproven: ["EUR", "GBP", "JPY"] });
  });

  it("gives way to a bank that is nearer", () => {
    expect(mergeRates([bank(1.25 / 1.1)], proven, NOW + DAY_MS).rates?.rates["EUR"]).toBeCloseTo(0.88, 9);
  });
});

describe("a first table of the collection alone, wrong by a factor of 100", () => {
  const slip = (date: string) => table("fawazahmed0", "USD", { EUR: 80, GBP: 71, JPY: 16_100, KES: 13_000 }, { date });
  const first = mergeRates([slip("2026-11-20")]);

  it.each([
    ["beside the same wrong table", [ecb, slip("2026-11-21")]],
    ["alone", [ecb]],
    ["beside a corrected table", [ecb, wide]],
  ])("does not outvote the central bank %s", (_, datasets) => {
    expect(first.rates?.rates["EUR"]).toBe(80);
    const { rates, memory } = mergeRates(datasets, first, NOW + DAY_MS);
    expect(rates?.rates).toMatchObject({ EUR: 0.8, GBP: 0.7, JPY: 160 });
    expect(memory["EUR"]?.anchor?.unofficial).toBeUndefined();
  });
});

describe("a rate that is far from the last one", () => {
  const before = mergeRates([ecb, wide]);
  const day = (date: number, change: Record<string, number>) =>
    table(
      "fawazahmed0",
      "USD",
      { EUR: 0.801, GBP: 0.71, JPY: 161, VND: 25_000, KES: 130, ...change },
      {
        date: `2026-11-${date}`,
      },
    );

  it("waits, while the last one stands and the rest goes on", () => {
    const { rates, warnings } = mergeRates([ecb, day(21, { VND: 2.5, KES: 140 })], before, NOW + DAY_MS);
    expect(rates?.rates).toMatchObject({ VND: 25_000, KES: 140 });
    expect(warnings).toEqual([
      "VND: fawazahmed0 reports 2.5 for one USD, the last rate was 25000 on 2026-11-20; it is held",
    ]);
  });

  it("makes the whole answer stale while it is held, and not after that", () => {
    const staleAfter = (days: number) =>
      mergeRates([bankOf(`2026-11-${19 + days}`), day(20 + days, { VND: 2.5 })], before, NOW + days * DAY_MS).used.map(
        ({ stale }) => stale,
      );
    expect(before.used.map(({ stale }) => stale)).toEqual([false, false]);
    expect(staleAfter(1)).toEqual([true, true]);
    expect(staleAfter(8)).toEqual([false, false]);
  });

  it("of a single origin is not confirmed by time: it is held for a week, and then not published", () => {
    const builds = follow(before, 90, (_day, date) => [
      bankOf(date),
      table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 161, KES: 130 * 38 }, { date }),
    ]);
    for (const [index, { rates, warnings }] of builds.entries()) {
      expect(rates?.rates["KES"], `day ${index + 1}`).toBe(index < 6 ? 130 : undefined);
      expect(warnings[0]).toMatch(index < 6 ? /^KES: .*; it is held$/ : /^KES: .*; no rate is published$/);
    }
    const merged = builds.at(-1);
    const now = NOW + 91 * DAY_MS;
    expect(mergeRates([ecb, day(21, { KES: 140 })], merged, now).rates?.rates["KES"]).toBe(140);
    const second = table("other", "USD", { EUR: 0.801, GBP: 0.71, JPY: 161, KES: 4_900 });
    expect(mergeRates([ecb, day(21, { KES: 4_940 }), second], merged, now).rates?.rates["KES"]).toBe(4_940);
  });

  it("of a single origin may drift by 50 % in a month, and not faster", () => {
    const drift = (perDay: number) =>
      follow(before, 40, (day, date) => {
        const KES = 130 * perDay ** day;
        return [bankOf(date), table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 161, KES }, { date })];
      }).at(-1)?.rates?.rates["KES"];
    expect(drift(1.005)).toBeCloseTo(130 * 1.005 ** 40, 6);
    expect(drift(1.19)).toBeUndefined();
  });

  it("is the collection's where the central bank's own table is broken", () => {
    const broken = table("ecb", "EUR", { USD: 12.5, GBP: 0.875, JPY: 200 }, { date: "2026-11-21" });
    const { rates, used } = mergeRates([broken, wide], before, NOW + DAY_MS);
    expect(rates?.rates).toMatchObject({ EUR: 0.801, GBP: 0.71, JPY: 161, VND: 25_000 });
    expect(used.map(({ source }) => source)).toEqual(["fawazahmed0"]);
    expect(rates?.date).toBe("2026-11-20");
  });

  it("is accepted at once where bank and collection agree on it, but not where only bank and mirror do", () => {
    const wrong = { ...before, memory: { ...before.memory, JPY: { rate: 1.6, date: "2026-11-19", pending: null } } };
    expect(mergeRates([ecb, wide], wrong).rates?.rates["JPY"]).toBe(160);
    const mirror = table("frankfurter", "USD", { EUR: 0.8, GBP: 0.7, JPY: 160 });
    expect(mergeRates([ecb, mirror], wrong).rates?.rates["JPY"]).toBe(1.6);
  });

  it("is accepted where the last one is too old to compare", () => {
    expect(mergeRates([day(20, { KES: 300 })], before, NOW + 61 * DAY_MS).rates?.rates["KES"]).toBe(300);
  });
});

describe("a source that drifts away from the others", () => {
  /** The tables of a day on which the bank says so many yen for one USD, and the others 155. */
  const tablesOf = (days: number, yen: number, ...others: ("frankfurter" | "fawazahmed0")[]) => {
    const date = new Date(NOW + days * DAY_MS).toISOString().slice(0, 10);
    const sound = { EUR: 0.8, GBP: 0.7 };
    return [
      table("ecb", "USD", { ...sound, JPY: yen }, { date }),
      ...others.map((source) => table(source, "USD", { ...sound, JPY: 155 }, { date })),
    ];
  };
  const yenOf = (builds: readonly MergedRates[]) => builds.map(({ rates }) => rates?.rates["JPY"]);
  const drift = (perDay: number, ...others: ("frankfurter" | "fawazahmed0")[]) =>
    yenOf(follow(mergeRates(tablesOf(0, 155, ...others)), 5, (day) => tablesOf(day, 155 * perDay ** day, ...others)));

  it("does not take the rate with it, however small its steps", () => {
    expect(drift(1.19, "frankfurter", "fawazahmed0")).toEqual([155, 155, 155, 155, 155]);
    expect(drift(1.19, "fawazahmed0")).toEqual([155, 155, 155, 155, 155]);
    for (const rate of drift(1.04, "fawazahmed0")) expect(Math.abs((rate ?? 0) / 155 - 1)).toBeLessThan(0.11);
  });

  it("moves a rate that no other origin speaks of by a fifth from what two agreed on, and not more", () => {
    const first = mergeRates(tablesOf(0, 155, "fawazahmed0"));
    const published = yenOf(follow(first, 9, (day) => tablesOf(day, 155 * 1.19 ** day)));
    expect(new Set(published)).toEqual(new Set([155 * 1.19, undefined]));
    expect(published.at(-1)).toBeUndefined();
  });

  it("is followed at once when the others move as well: then it is the currency", () => {
    const first = mergeRates(tablesOf(0, 155, "frankfurter", "fawazahmed0"));
    const fallen = ["ecb", "frankfurter", "fawazahmed0"].map((source, index) =>
      table(source, "USD", { EUR: 0.8, GBP: 0.7, JPY: 250 + index }, { date: "2026-11-21" }),
    );
    const { rates, warnings } = mergeRates(fallen, first, NOW + DAY_MS);
    expect(rates?.rates["JPY"]).toBe(250);
    expect(warnings).toEqual([]);
  });
});

describe("last rates that were all wrong, because two origins lied", () => {
  const times = (factor: number, rates: Record<string, number>) =>
    Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, rate * factor]));
  const lies = { EUR: 0.801, GBP: 0.71, JPY: 161, VND: 25_000, KES: 130 };
  const wrong = mergeRates([
    table("frankfurter", "USD", times(100, { EUR: 0.8, GBP: 0.7, JPY: 160 })),
    table("fawazahmed0", "USD", times(100, lies)),
  ]);

  it("do not hold a currency of one source once two origins agree", () => {
    expect(wrong.rates?.rates["KES"]).toBeCloseTo(13_000);
    expect(mergeRates([ecb, wide], wrong).rates?.rates).toMatchObject({ EUR: 0.8, KES: 130, VND: 25_000 });
  });

  it("hold while one origin alone says so, or one table still says the same", () => {
    expect(isRefuted([ecb, wide], wrong.memory)).toBe(true);
    expect(isRefuted([wide], wrong.memory)).toBe(false);
    const still = table("frankfurter", "USD", times(100, { EUR: 0.8, GBP: 0.7, JPY: 160 }));
    expect(isRefuted([ecb, wide, still], wrong.memory)).toBe(false);
    expect(isRefuted([ecb, wide], {})).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import type { Correction } from "../../../build/crypto/corrections/correction.ts";
import { restoreState } from "../../../build/kit/platform/state/restore.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { fillState, NOON, readState } from "../../kit/platform/state-folder.ts";

const DAY = Date.parse("2026-11-18T00:00:00Z");
const LOG = "corrections/2026";

const price = (timeMs: number, value: number) => ({ times: [timeMs], coins: { bitcoin: { prices: [value] } } });
const SAMPLES = { "samples/2026-11-20": price(NOON, 101) };

/** A state with the same builds, written so much later than the site. */
const fill = (documents: Readonly<Record<string, unknown>>, laterMs = 0) =>
  fillState(makeTempFolder(), { ...SAMPLES, ...documents }, { now: () => NOON + laterMs });

/** What a restore makes of the state of a site and that of another place. */
async function restore(site: string, other: string): Promise<Record<string, unknown>> {
  const into = makeTempFolder();
  const warn = (message: string) => expect.fail(message);
  await restoreState({ strategy: "newest", from: [site, other], into, world: "live", kinds: STATE_KINDS, warn });
  return readState(into);
}

const told: Correction = {
  timeMs: NOON + 1,
  dataset: "days",
  coinId: "bitcoin",
  field: "price",
  fromMs: DAY,
  toMs: DAY,
  count: 1,
  old: 100,
  new: 90,
  reason: "a price of its own arrived later",
};

describe("a restore that changes a closed value of the site", () => {
  it("adds an entry with both values", async () => {
    const site = await fill({ "daily/2026": price(DAY, 100) });
    const other = await fill({ "daily/2026": price(DAY, 90) }, 1);
    const joined = await restore(site, other);
    expect(joined["daily/2026"]).toEqual(price(DAY, 90));
    expect(joined[LOG]).toEqual([{ ...told, timeMs: NOON, reason: "merged with another state" }]);
  });

  it("keeps the entries of both places", async () => {
    const earlier = { ...told, timeMs: NOON - 1, fromMs: 0, toMs: 0 };
    const site = await fill({ "daily/2026": price(DAY, 100), [LOG]: [earlier] });
    const other = await fill({ "daily/2026": price(DAY, 80), [LOG]: [{ ...earlier, timeMs: NOON - 2 }] }, 1);
    const entries = (await restore(site, other))[LOG] as Correction[];
    expect(entries.map(({ timeMs, new: now }) => [timeMs - NOON, now])).toEqual([
      [-2, 90],
      [-1, 90],
      [0, 80],
    ]);
  });

  it("adds none where the other place has told it: its builds follow those of the site", async () => {
    const site = await fill({ "daily/2026": price(DAY, 100) });
    const other = await fill({ "daily/2026": price(DAY, 90), [LOG]: [told] }, 1);
    expect((await restore(site, other))[LOG]).toEqual([told]);
  });

  it("adds one where the other place has told another value", async () => {
    const site = await fill({ "daily/2026": price(DAY, 100) });
    const other = await fill({ "daily/2026": price(DAY, 95), [LOG]: [told] }, 1);
    const entries = (await restore(site, other))[LOG] as Correction[];
    expect(entries.map(({ new: now }) => now)).toEqual([95, 90]);
  });

  it("adds none where a single entry and a later range tell of every change", async () => {
    const days = [DAY - 2 * 86_400_000, DAY - 86_400_000, DAY];
    const prices = (value: number) => ({ times: days, coins: { bitcoin: { prices: days.map(() => value) } } });
    const single = { ...told, timeMs: NOON + 1, fromMs: days[1]!, toMs: days[1]! };
    const range = { ...told, timeMs: NOON + 2, fromMs: days[0]!, count: 2, old: null, new: null };
    const site = await fill({ "daily/2026": prices(100) });
    const other = await fill({ "daily/2026": prices(90), [LOG]: [single, range] }, 2);
    expect((await restore(site, other))[LOG]).toEqual([single, range]);
  });

  it("adds one for each change beyond those that a range of the other place counts", async () => {
    const days = [DAY - 2 * 86_400_000, DAY - 86_400_000, DAY];
    const prices = (value: number) => ({ times: days, coins: { bitcoin: { prices: days.map(() => value) } } });
    const range = { ...told, fromMs: days[0]!, count: 2, old: null, new: null };
    const site = await fill({ "daily/2026": prices(100) });
    const other = await fill({ "daily/2026": prices(90), [LOG]: [range] }, 1);
    const entries = (await restore(site, other))[LOG] as Correction[];
    expect(entries.map(({ count, new: now }) => [count, now])).toEqual([
      [1, 90],
      [2, null],
    ]);
  });
});

describe("a restore that only adds values", () => {
  it("leaves the log as it is", async () => {
    const site = await fill({ "daily/2026": price(DAY, 100) });
    const other = await fill({ "daily/2025": price(DAY - 365 * 86_400_000, 70), "hourly/2026-11-18": price(DAY, 90) });
    const joined = await restore(site, other);
    expect(Object.keys(joined).sort()).toEqual(["daily/2025", "daily/2026", "hourly/2026-11-18", "samples/2026-11-20"]);
  });

  it("adds no entry for a state without a build", async () => {
    const bare = await fillState(makeTempFolder(), { "daily/2026": price(DAY, 100) });
    const other = await fillState(makeTempFolder(), { "daily/2026": price(DAY, 90) }, { now: () => NOON + 1 });
    expect(Object.keys(await restore(bare, other))).toEqual(["daily/2026"]);
  });
});

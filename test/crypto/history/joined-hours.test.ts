import { describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { recordRevisions } from "../../../build/crypto/corrections/record-revisions.ts";
import { HOUR_REVISIONS } from "../../../build/crypto/history/hour-revisions.ts";
import { writeHours } from "../../../build/crypto/history/kept-hours.ts";
import { moveSeries } from "../../../build/crypto/history/observe.ts";
import {
  createPartition,
  mergePartitions,
  type Partition,
  pickPrices,
} from "../../../build/crypto/history/partition.ts";
import { readPartition } from "../../../build/crypto/history/partition-document.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { restoreState } from "../../../build/kit/platform/state/restore.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { copyFolder, NOON, readState } from "../../kit/platform/state-folder.ts";

const MONTH = "hours/2024-03";
const MONTH_MS = Date.UTC(2024, 2, 1);
const HOUR_MS = 3_600_000;

/** Changes a state in one commit, so many hours after noon. */
async function change(folder: string, hours: number, act: (state: StateStore) => Promise<void>): Promise<string> {
  const state = createStateStore(folder, { now: () => NOON + hours * HOUR_MS, world: "live", kinds: STATE_KINDS });
  try {
    await act(state);
    await recordRevisions(state);
    await state.commit();
  } finally {
    state.close();
  }
  return folder;
}

/** Adds one hour of a coin to the closed month. */
const addHour = (folder: string, hours: number, coinId: string, row: number): Promise<string> =>
  change(folder, hours, async (state) => {
    const point = { timeMs: MONTH_MS + row * HOUR_MS, price: 10 + row, marketCap: null, totalVolume: null };
    const added = pickPrices(createPartition(coinId, [point], "kraken"), () => true);
    writeHours(state, MONTH, mergePartitions(await readPartition(state, MONTH), added), {
      closed: true,
      reopen: "test",
    });
  });

/** Joins the state in a folder with those of other places, the first one preferred. */
async function restore(into: string, from: string[]) {
  const warn = (message: string) => expect.fail(message);
  await restoreState({ strategy: "newest", from, into, world: "live", kinds: STATE_KINDS, warn });
  const documents = await readState(into);
  return { coins: Object.keys((documents[MONTH] as Partition).coins), revisions: documents[HOUR_REVISIONS] };
}

describe("hours of a closed month that two places added to", () => {
  it("are all kept, whichever added more often or later", async () => {
    const base = await addHour(makeTempFolder(), 0, "eth", 0);
    const once = await addHour(copyFolder(base), 1, "a", 5);
    const twice = await addHour(await addHour(copyFolder(base), 2, "b", 5), 3, "c", 5);
    for (const places of [
      [twice, once],
      [once, twice],
    ])
      expect((await restore(makeTempFolder(), places)).coins).toEqual(["a", "b", "c", "eth"]);
  });

  it("are kept beside a third place that continued from both", async () => {
    const base = await addHour(makeTempFolder(), 0, "eth", 0);
    const part = await addHour(copyFolder(base), 1, "a", 5);
    const site = await addHour(copyFolder(base), 2, "b", 5);
    const joined = copyFolder(site);
    await restore(joined, [site, part]);
    const other = await addHour(copyFolder(base), 0.5, "c", 5);
    expect((await restore(makeTempFolder(), [joined, other])).coins).toEqual(["a", "b", "c", "eth"]);
  });

  it("do not come back once a coin got another id", async () => {
    const base = await addHour(await addHour(makeTempFolder(), 0, "eth", 0), 1, "provisional", 1);
    const site = await change(copyFolder(base), 2, (state) => moveSeries(state, new Map([["provisional", "final"]])));
    for (const places of [
      [site, base],
      [base, site],
    ])
      expect((await restore(makeTempFolder(), places)).coins).toEqual(["eth", "final"]);
    const later = await addHour(copyFolder(base), 3, "eth", 7);
    expect((await restore(makeTempFolder(), [site, later])).coins).toEqual(["eth", "final"]);
  });
});

describe("the revision of a coin's year of hours", () => {
  const count = (coinId: string, times: number) => ({ [`${coinId} 2024`]: times });

  it("rises where a restore adds hours to those that the first place published", async () => {
    const base = await addHour(makeTempFolder(), 0, "eth", 0);
    const part = await addHour(copyFolder(base), 1, "btc", 5);
    const site = await addHour(copyFolder(base), 2, "btc", 6);
    const joined = makeTempFolder();
    expect((await restore(joined, [site, part])).revisions).toEqual(count("btc", 2));
    // Nothing changes any more: the first place has published all of it.
    expect((await restore(makeTempFolder(), [joined, part])).revisions).toEqual(count("btc", 2));
    expect((await restore(makeTempFolder(), [joined, site, part])).revisions).toEqual(count("btc", 2));
  });

  it("rises once where the other place continued from the first one", async () => {
    const site = await addHour(makeTempFolder(), 0, "eth", 0);
    const part = await addHour(copyFolder(site), 1, "btc", 5);
    expect((await restore(makeTempFolder(), [site, part])).revisions).toEqual(count("btc", 1));
    const twice = await addHour(part, 2, "btc", 6);
    expect((await restore(makeTempFolder(), [site, twice])).revisions).toEqual(count("btc", 2));
  });
});

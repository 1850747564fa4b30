import { describe, expect, it } from "vitest";
import { readSources } from "../../../build/crypto/ingest/read-sources.ts";
import { INTERVALS, takePagesInTurns, takeTurns } from "../../../build/crypto/sources/reference/coingecko-schedule.ts";
import { HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { createFakeEffects, createSession, NOW } from "./fake-effects.ts";
import { createFeed, createSource } from "./simple-source.ts";

const PAGES = [1, 2, 3, 4].map((page) => `https://a.example/${page}`);
/** Identifies a record, and is long ago. */
const nameRecord = (id: number) => NOW - 400 * HOUR_MS + id * HOUR_MS;
const write = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ date: nameRecord(id), tvl: 1 })));
const FULL = [write(1, 2), write(3, 4), write(5, 6), write(7, 8)];

/** As the pages of coins are read. */
const PAGED = { schedule: takePagesInTurns, keepMs: Number.POSITIVE_INFINITY };

/** Builds one after the other; `build` returns the numbers of the pages that were requested. */
function openBuilds(feed = createFeed(PAGED, PAGES)) {
  const effects = createFakeEffects(Object.fromEntries(PAGES.map((url, at) => [url, FULL[at]!])));
  const source = createSource([feed]);
  let ids: number[] = [];
  let error: string | undefined;
  return {
    effects,
    ids: () => ids,
    error: () => error,
    async build(minutes: number): Promise<number[]> {
      effects.asked.length = 0;
      const [outcome] = await readSources(
        [source],
        createSession(effects, { now: NOW + minutes * MINUTE_MS }),
        undefined,
      );
      await effects.state.commit();
      const records = (outcome?.dataset?.records ?? []) as { timeMs: number }[];
      ids = records.map(({ timeMs }) => (timeMs - nameRecord(0)) / HOUR_MS).sort((a, b) => a - b);
      error = outcome?.error;
      return effects.asked.map(({ url }) => Number(url.slice(-1))).sort();
    },
  };
}

describe("requests in turns", () => {
  it("are all made at first, then the first and one other, each within two hours", async () => {
    const { build, ids } = openBuilds();
    expect(await build(0)).toEqual([1, 2, 3, 4]);
    const asked = [];
    for (let turn = 1; turn <= 6; turn += 1) asked.push(await build(30 * turn));
    expect(asked).toEqual([
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 2],
      [1, 3],
      [1, 4],
    ]);
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("are more after a pause, and all after two hours", async () => {
    const { build } = openBuilds();
    await build(0);
    expect(await build(60)).toEqual([1, 2, 3]);
    expect(await build(180)).toEqual([1, 2, 3, 4]);
  });

  it("forget a record that two rounds did not bring, and none that only changed its page", async () => {
    const { build, effects, ids } = openBuilds();
    await build(0);
    // 3 moves to the page that comes next; 4 is gone.
    effects.answers[PAGES[1]!] = write();
    await build(30);
    effects.answers[PAGES[1]!] = write(9);
    effects.answers[PAGES[2]!] = write(3, 5, 6);
    let minutes = 30;
    const seen = new Set<number>();
    for (; ids().includes(4) && minutes < 1_000; minutes += 30) {
      await build(minutes + 30);
      for (const id of [1, 2, 3, 5, 6, 7, 8]) if (!ids().includes(id)) seen.add(id);
    }
    expect([...seen]).toEqual([]);
    expect(ids()).toEqual([1, 2, 3, 5, 6, 7, 8, 9]);
    expect(minutes).toBeGreaterThan(4 * 60);
    expect(minutes).toBeLessThan(8 * 60);
  });

  it("keep the records of a page that fails, for as long as it fails", async () => {
    const { build, effects, ids } = openBuilds();
    await build(0);
    effects.answers[PAGES[3]!] = new Error("down");
    for (let minutes = 30; minutes <= 20 * 60; minutes += 30) await build(minutes);
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("refuse a page that shrinks, compared with its share of the whole", async () => {
    const { build, effects, error, ids } = openBuilds();
    await build(0);
    effects.answers[PAGES[0]!] = write(1);
    effects.answers[PAGES[1]!] = write();
    await build(30);
    expect(error()).toContain("shrank from 8");
    expect(ids()).toHaveLength(8);
  });

  it("are all made without a usable state", async () => {
    const { build } = openBuilds(createFeed({}, PAGES));
    await build(0);
    expect(await build(30)).toEqual([1, 2, 3, 4]);
  });
});

describe("feeds that alternate", () => {
  /** One is due every hour, the other every three hours. */
  const createAlternating = (id: "global" | "exchanges") =>
    createFeed({ id, refreshMs: INTERVALS[id], schedule: takeTurns(id) }, [`https://${id}.example`]);
  const source = createSource([
    createFeed({ id: "always" }, ["https://always.example"]),
    createAlternating("global"),
    createAlternating("exchanges"),
  ]);
  const body = write(1);
  const names = ["always", "global", "exchanges"];

  function openAlternating(cadenceMs = 30 * MINUTE_MS) {
    const effects = createFakeEffects(Object.fromEntries(names.map((name) => [`https://${name}.example`, body])));
    return {
      effects,
      async build(minutes: number) {
        effects.asked.length = 0;
        const session = createSession(effects, { now: NOW + minutes * MINUTE_MS, cadenceMs });
        const outcomes = await readSources([source], session, undefined);
        await effects.state.commit();
        expect(outcomes.every(({ dataset, error }) => (dataset ?? error) !== undefined)).toBe(true);
        return effects.asked.map(({ url }) => url.slice(8, -8));
      },
    };
  }

  it("are all read at first, then one in a build, the most overdue one first, and none that is young", async () => {
    const { build } = openAlternating();
    expect(await build(0)).toEqual(["always", "global", "exchanges"]);
    expect(await build(30)).toEqual(["always"]);
    expect(await build(60)).toEqual(["always", "global"]);
    expect(await build(200)).toEqual(["always", "global"]);
    expect(await build(210)).toEqual(["always", "exchanges"]);
  });

  it("wait for no turn when their answers are too old to use", async () => {
    const { build } = openAlternating();
    await build(0);
    expect(await build(24 * 60)).toEqual(["always", "global", "exchanges"]);
  });

  it("wait for no turn where builds are rare", async () => {
    const { build } = openAlternating(24 * HOUR_MS);
    await build(0);
    expect(await build(24 * 60)).toEqual(["always", "global", "exchanges"]);
    expect(await build(48 * 60)).toEqual(["always", "global", "exchanges"]);
  });

  it("give their turn away when they fail", async () => {
    const { build, effects } = openAlternating();
    await build(0);
    effects.answers["https://global.example"] = new Error("down");
    expect(await build(200)).toEqual(["always", "global", "exchanges"]);
    expect(await build(230)).toEqual(["always", "global"]);
  });
});

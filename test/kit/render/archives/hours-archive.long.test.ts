import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import { writeDemoHistory } from "../../../../build/crypto/demo/history/demo-history.ts";
import type { Partition } from "../../../../build/crypto/history/partition.ts";
import { type History, readHistory } from "../../../../build/crypto/history/read-history.ts";
import { renderArchives } from "../../../../build/crypto/render/archives/archives.ts";
import { hours, pickCoins } from "../../../../build/crypto/render/archives/tables/hour-table.ts";
import type { Artifact } from "../../../../build/kit/platform/artifact.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { NO_ARCHIVE_MEMORY } from "../../../../build/kit/render/archives/archive-memory.ts";
import type { RenderedArchive } from "../../../../build/kit/render/archives/publish-archive.ts";
import { buildCatalogue, listEntries } from "../../../../build/kit/render/archives/render-archives.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import { makeWorld } from "../../../fixtures/market.ts";
import { parseCsv } from "../../../fixtures/parse-csv.ts";

const NOW = Date.parse("2026-03-05T09:00:00Z");
/** From October 2025 on: enough, and faster than whole years. */
const HISTORY_DAYS = 150;
const state = createMemoryStateStore({ now: () => NOW, world: "sample" });
const files = new Map<string, Uint8Array>();
let published: Omit<RenderedArchive, "artifacts">[] = [];
let history: History;

async function render(): Promise<string[]> {
  history = await readHistory(state, new Map(), NOW);
  const world = makeWorld({ asOfMs: NOW }, { history });
  const memory = {
    ...NO_ARCHIVE_MEMORY,
    series: state,
    parquet: true,
    catalogue: buildCatalogue(published),
    findPublished: async (path: string) => files.get(path),
  };
  const written: Artifact[] = [];
  published = [];
  for await (const { artifacts, ...archive } of renderArchives(world, memory, [hours])) {
    written.push(...artifacts);
    published.push(archive);
  }
  const changed = written.filter(({ path, body }) => files.get(path) !== body);
  for (const { path, body } of written) files.set(path, Buffer.from(body as Uint8Array));
  return changed.map(({ path }) => path);
}

beforeAll(async () => {
  const options = { seed: 3, coins: 6, now: NOW, withHistory: true, historyDays: HISTORY_DAYS };
  writeDemoHistory(state, createDemoMarket(options));
  await state.commit();
  await render();
});

describe("the archive of a year's hours", () => {
  it("has all hours of a coin in one file, and about as many rows in each", () => {
    const known = ["a", "b", "c", "d", "e", "f"].map((id, at) => [id, { prices: Array(at < 3 ? 8 : 4).fill(1) }]);
    const partition = {
      times: Array.from({ length: 8 }, (_, hour) => hour * HOUR_MS),
      coins: Object.fromEntries(known),
    };
    const slices = [{ partition, fromRow: 0, toRow: 8 }];
    expect([0, 1].map((at) => pickCoins(slices, at, 2))).toEqual([
      ["a", "b", "c"],
      ["d", "e", "f"],
    ]);
    expect([0, 1, 2].map((at) => pickCoins(slices, at, 3))).toEqual([["a", "b"], ["c"], ["d", "e", "f"]]);
    expect(pickCoins(slices, 0, 1)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("has every kept hour of a final year, by coin and time, as CSV and Parquet", async () => {
    const [head, ...rows] = parseCsv(gunzipSync(files.get("api/data/download/hours-2025.csv.gz")!).toString());
    expect(head).toEqual(["time", "id", "price", "origin"]);
    const known = history.hourYears?.find(({ year }) => year === 2025)?.series("bitcoin");
    const ofBitcoin = rows.filter(([, id]) => id === "bitcoin");
    expect(ofBitcoin.map(([time, , price]) => [Date.parse(time!), Number(price)])).toEqual(
      known?.times.map((time, row) => [time, known.prices[row]]),
    );
    expect(rows.map(([time, id]) => `${id} ${time}`)).toEqual(rows.map(([time, id]) => `${id} ${time}`).sort());
    const file = new Uint8Array(files.get("api/data/download/hours-2025.parquet")!).buffer;
    expect(await parquetReadObjects({ file })).toHaveLength(rows.length);
  });

  it("is not made of a year that runs, and is not written again", async () => {
    expect(listEntries(published).map(({ filename }) => filename)).toEqual(["hours-2025.csv.gz"]);
    const before = new Map(files);
    await render();
    expect(files).toEqual(before);
  });

  it("gets a new revision when its hours are repaired, and keeps the checksum of the one before", async () => {
    const name = "hours/2025-10";
    const month = await state.read<Partition>(name);
    const [entry] = listEntries(published);
    published = published.map((one) => ({
      ...one,
      known: one.known && { ...one.known, entry: { ...one.known.entry, complete: true } },
    }));
    const times = [...month!.times, month!.times.at(-1)! + HOUR_MS];
    const coins = { bitcoin: { prices: times.map((_, row) => row + 1) } };
    state.write(name, { times, coins }, { rows: times.length, closed: true, reopen: "a test" });
    await state.commit();
    await render();
    expect(listEntries(published)[0]).toMatchObject({
      revision: 1,
      superseded: [{ revision: 0, sha256: entry!.sha256 }],
    });
  });
});

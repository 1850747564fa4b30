import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { MarketMemory } from "../../build/market/market-memory.ts";
import type { StateStore } from "../../build/platform/platform.ts";
import type { ArchiveCatalogue } from "../../build/render/archives/archive-memory.ts";
import { openSampleRuns, type SampleRun } from "./sample-runs.ts";

const COINS = 80;
/** Id → the key that earlier versions made of the symbol. */
const OLD_KEYS: Readonly<Record<string, string>> = {
  "anrkey-x": "%24anrx",
  "converge-network": "%63on",
  "bone-emoji": "%F0%9F%A6%B4",
  harrypotterobamasonic10in: "bitcoin",
};

type Row = { id: string; path: string };
type History = { data: { prices: [number, number][] } };

it("a state of an earlier version moves to plain keys without the loss of a point or an archive", async () => {
  const runs = await openSampleRuns(COINS);
  try {
    await runs.build(0);
    const before = await runs.build(26 * 60);
    expect(before.refusals).toEqual([]);
    await makeOld(runs.state());
    const after = await runs.build(26 * 60 + 30);
    expect(after.refusals).toEqual([]);

    const listed = (run: SampleRun) => run.read<{ data: Row[] }>("coins/limit/all").data;
    expect(
      listed(after)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      listed(before)
        .map(({ id }) => id)
        .sort(),
    );
    expect([...after.files.keys()].filter((path) => path.includes("%"))).toEqual([]);
    for (const id of Object.keys(OLD_KEYS)) {
      expect(listed(after).find((row) => row.id === id)?.path).toBe(`coins/${id}.json`);
      for (const period of ["24h", "30d", "all"]) {
        // Prices of hours before the first build are the reference's, which changes them.
        const timesOf = (run: SampleRun) =>
          run.read<History>(`coins/${id}/history/${period}`).data.prices.map(([time]) => time);
        const [first, ...known] = timesOf(before);
        expect(first).toBeGreaterThan(0);
        // The window has moved on by one point at most.
        expect(timesOf(after)).toEqual(expect.arrayContaining(known));
      }
      const rows = readArchive(before, `history-${id}`);
      expect(rows.length).toBeGreaterThan(1);
      expect(readArchive(after, `history-${id}`)).toEqual(rows);
    }
    const names = (run: SampleRun) => [...run.files.keys()].filter((path) => path.endsWith(".csv.gz")).sort();
    expect(names(after)).toEqual(names(before));

    expect(after.read<{ data: { id: string } }>("coins/btc").data.id).toBe("bitcoin");
    const { identity_changes } = after.read<{ data: { identity_changes: unknown[] } }>("status").data;
    expect(identity_changes).toEqual([
      {
        path: "coins/bitcoin.json",
        from: "harrypotterobamasonic10in",
        to: "bitcoin",
        at: "2026-11-19T12:37:00Z",
      },
    ]);
    // The change is listed in later builds too, and happens once.
    const later = await runs.build(27 * 60 + 30);
    expect(later.read<{ data: { identity_changes: unknown[] } }>("status").data.identity_changes).toEqual(
      identity_changes,
    );
  } finally {
    await runs.close();
  }
}, 120_000);

/**
 * Owners of symbols under old keys alone, no list of changes, and archives that are called after
 * old keys.
 */
async function makeOld(state: StateStore): Promise<void> {
  const { identityChanges: _, ...memory } = (await state.read<MarketMemory>("market"))!;
  const taken = Object.entries(memory.owners).filter(([text, { id }]) => id !== text && !(id in OLD_KEYS));
  const old = Object.entries(OLD_KEYS).map(([id, key]) => [key, { id, seenMs: memory.timeMs }] as const);
  state.write("market", { ...memory, owners: Object.fromEntries([...taken, ...old]) });
  const { archives } = (await state.read<ArchiveCatalogue>("archives"))!;
  const renamed = archives.map((archive) => {
    const key = OLD_KEYS[archive.period.replace("history-", "")];
    if (key === undefined) return archive;
    const [period, filename] = [`history-${key}`, `history-${key}.csv.gz`];
    return { ...archive, period, entry: { ...archive.entry, filename, url: `data/download/${filename}` } };
  });
  expect(renamed.filter(({ period }) => period.includes("%"))).toHaveLength(3);
  state.write("archives", { archives: renamed });
  await state.commit();
}

function readArchive({ files }: SampleRun, name: string): string[] {
  const body = files.get(`api/data/download/${name}.csv.gz`);
  if (body === undefined) throw new Error(`${name} was not published`);
  return gunzipSync(body as Uint8Array)
    .toString()
    .trim()
    .split("\r\n");
}

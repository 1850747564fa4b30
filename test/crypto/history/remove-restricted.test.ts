import { expect, test } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { DAY_CANDLES, removeRestrictedCandles } from "../../../build/crypto/candles/candle-document.ts";
import { EMPTY_CANDLES } from "../../../build/crypto/candles/candle-partition.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { removeRestricted } from "../../../build/crypto/history/remove-restricted.ts";
import { lastKnownGoodName } from "../../../build/crypto/ingest/last-known-good.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { restoreState } from "../../../build/kit/platform/state/restore.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { fillState, readState } from "../../kit/platform/state-folder.ts";
import { createFeed, createSource } from "../ingest/simple-source.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const DAY = Date.UTC(2026, 10, 18);
const OLD: Partition = {
  times: [DAY],
  coins: { bitcoin: { prices: [90], marketCaps: [2e12], totalVolumes: [5] } },
};
const EMPTY: Partition = { times: [], coins: {} };
const own = createSource([createFeed({ kind: "ticker" })], { id: "restricted" });
const SOURCES: Source[] = [{ ...own, terms: { ...own.terms, class: "restricted" } }];
const ANSWER = lastKnownGoodName("restricted", own.feeds[0]!.id);

/** Joins a cleaned state with a copy that was made before, as a build does that restores both. */
async function restoreBeside(folder: string, copy: string): Promise<Record<string, unknown>> {
  const into = makeTempFolder();
  const fetch = () => Promise.reject(new Error("no request"));
  const options = { from: [folder, copy], into, kinds: STATE_KINDS, fetch, warn: () => undefined };
  await restoreState({ strategy: "newest", ...options });
  return readState(into);
}

test("candles stay away after a restore", async () => {
  const candles = {
    times: [DAY],
    coins: { bitcoin: { highs: [91], lows: [89], origins: [0] } },
    origins: ["observed"],
  };
  const before = { "day-candles/2026": candles };
  const folder = await fillState(makeTempFolder(), { ...before, [ANSWER]: {} }, { now: () => NOW });
  const copy = await fillState(makeTempFolder(), before, { now: () => NOW });
  const store = createStateStore(folder, { now: () => NOW, world: "live", kinds: STATE_KINDS });
  await removeRestricted(store, SOURCES, { [DAY_CANDLES]: removeRestrictedCandles });
  await store.commit();
  store.close();
  expect((await restoreBeside(folder, copy))["day-candles/2026"]).toEqual(EMPTY_CANDLES);
});

test.each([
  ["that nothing else writes", false],
  ["that the same commit writes again", true],
])("a document without restricted values stays without them after a restore: one %s", async (_, again) => {
  const before = { "daily/2026": OLD };
  const folder = await fillState(makeTempFolder(), { ...before, [ANSWER]: {} }, { now: () => NOW });
  const copy = await fillState(makeTempFolder(), before, { now: () => NOW });
  const store = createStateStore(folder, { now: () => NOW, world: "live", kinds: STATE_KINDS });
  expect(await removeRestricted(store, SOURCES, {})).toBe(true);
  const newer: Partition = { times: [DAY], coins: { bitcoin: { prices: [91] } } };
  const expected = again ? newer : EMPTY;
  if (again) store.write("daily/2026", newer);
  await store.commit();
  store.close();
  expect((await restoreBeside(folder, copy))["daily/2026"]).toEqual(expected);
});

import { expect, it } from "vitest";
import { CORRECTIONS } from "../../../build/crypto/corrections/correction-log.ts";
import { recordCorrections } from "../../../build/crypto/corrections/record-corrections.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { REMOVED } from "../../../build/crypto/history/remove-restricted.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";

const DAY = Date.parse("2026-11-18T00:00:00Z");
const NOW = Date.parse("2026-11-20T10:00:00Z");

const at = (timeMs: number, price: number): Partition => ({ times: [timeMs], coins: { bitcoin: { prices: [price] } } });

/** A site with a closed day, and a build that fills another price in. */
async function changeDay(): Promise<StateStore> {
  const state = createMemoryStateStore({ now: () => NOW, world: "sample" });
  state.write("samples/2026-11-20", at(NOW, 101));
  state.write("daily/2026", at(DAY, 100));
  await state.commit();
  state.write("daily/2026", at(DAY, 90), { reopen: "history was filled" });
  return state;
}

it("an entry has the reason of the writer, and both values", async () => {
  const state = await changeDay();
  await recordCorrections(state, NOW);
  expect(await state.read(`${CORRECTIONS}2026`)).toMatchObject([
    { dataset: "days", coinId: "bitcoin", field: "price", old: 100, new: 90, reason: "history was filled" },
  ]);
});

it("an entry of a build that removes values quotes none, whatever the writer says", async () => {
  const state = await changeDay();
  await recordCorrections(state, NOW, undefined, REMOVED);
  expect(await state.read(`${CORRECTIONS}2026`)).toMatchObject([
    { dataset: "days", fromMs: DAY, toMs: DAY, count: 1, old: null, new: null, reason: REMOVED },
  ]);
});

import { expect, test } from "vitest";
import { PAST_HOURS, type PastHours, removeCursors } from "../../../build/crypto/history/past-hours-document.ts";
import { removeRestricted } from "../../../build/crypto/history/remove-restricted.ts";
import { lastKnownGoodName } from "../../../build/crypto/ingest/last-known-good.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { createFeed, createSource } from "../ingest/simple-source.ts";

const open = createSource([createFeed()], { id: "open" });
const restricted: Source = {
  ...createSource([createFeed({ kind: "ticker" })], { id: "restricted" }),
  terms: { ...open.terms, class: "restricted" },
};
const YEAR_MS = Date.UTC(2025, 0, 1);

test.each([
  ["its hours", { "btc open": 0, "btc restricted": 0 }, []],
  ["its order books alone", { "btc open": 0 }, [lastKnownGoodName("restricted", "tvl")]],
])("--open-only asks open venues again, once, where a restricted one gave %s", async (_, reachedMs, answers) => {
  const state = createMemoryStateStore({ now: () => YEAR_MS });
  state.write(PAST_HOURS, { reachedMs, doneFromMs: YEAR_MS });
  for (const name of answers) state.write(name, {});
  const build = async () => {
    await state.commit();
    await removeRestricted(state, [open, restricted], { [PAST_HOURS]: removeCursors });
    return state.read<PastHours>(PAST_HOURS);
  };
  expect(await build()).toEqual({ reachedMs: {}, doneFromMs: null });
  const again = { reachedMs: { "btc open": 5 }, doneFromMs: YEAR_MS };
  state.write(PAST_HOURS, again);
  expect(await build()).toEqual(again);
});

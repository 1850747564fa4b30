import { expect, it, vi } from "vitest";
import { mergeStatesCommand } from "../../../build/app/cli/state.ts";
import { fillPartition, type Partition } from "../../../build/crypto/history/partition.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { fillState, readState } from "../../kit/platform/state-folder.ts";

const NAME = "backfill-days/2026";
const DAY = Date.UTC(2026, 10, 18);
const filled = (coinId: string): Partition =>
  fillPartition({ times: [], coins: {} }, coinId, [{ timeMs: DAY, price: 7, marketCap: null, totalVolume: null }], "x");

it("days that wait to be served are joined coin by coin when states are merged", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const a = await fillState(makeTempFolder(), { [NAME]: filled("a") });
  const b = await fillState(makeTempFolder(), { [NAME]: filled("b") });
  const into = makeTempFolder();
  await mergeStatesCommand(a, b, { into });
  vi.restoreAllMocks();
  const merged = (await readState(into))[NAME] as Partition;
  expect(Object.keys(merged.coins)).toEqual(["a", "b"]);
});

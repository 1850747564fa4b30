import { computeSha256 } from "../../../../lib/hash.ts";
import { CorrectionRow } from "../../../api/endpoints/corrections.ts";
import type { Correction } from "../../../corrections/correction.ts";
import { CORRECTIONS } from "../../../corrections/correction-log.ts";
import { endOfPeriod } from "../../../history/datasets/dataset-series.ts";
import { defineArchive } from "../define-archive.ts";

export const correctionLog = defineArchive<Correction>({
  dataset: "corrections",
  description: "Every published closed value that a later build changed, one file per year of the change.",
  granularity: "event",
  kinds: ["ticker", "coin"],
  computed: true,
  outlivesState: true,
  columns: Object.values(CorrectionRow.columns),
  async *parts(_world, series) {
    for (const { name } of series.list(CORRECTIONS)) {
      const rows = (await series.read<Correction[]>(name)) ?? [];
      const [first] = rows;
      if (first === undefined) continue;
      yield {
        name: name.replace("/", "-"),
        periodStartMs: first.timeMs,
        periodEndMs: rows.at(-1)?.timeMs ?? first.timeMs,
        closesAtMs: endOfPeriod(name),
        // A day without a change and a day without a build look the same.
        gaps: [],
        fingerprint: () => computeSha256(JSON.stringify(rows)),
        rows,
      };
    }
  },
});

import { renderTable } from "../../../../build/lib/text-layout.ts";
import type { Combination } from "./combination.ts";
import { type Judgement, judgeAbsence } from "./judge-absence.ts";
import type { Simulation } from "./simulated.ts";

export const BUILDS = ["first", "second"] as const;

const COUNTS = ["fresh", "listed", "stale", "unknown", "onlyAbsent", "contested"] as const;

/** One row of the table: builds of one kind with as many honest venues that hold dollars. */
interface Row extends Record<(typeof COUNTS)[number], number> {
  builds: number;
  refused: number;
  worst: Judgement["worst"];
}

export interface AbsenceTally {
  /** `first build/3 honest dollar venues` → its counts. */
  rows: Map<string, Row>;
  /** The checks that refused → builds. */
  refusals: Map<string, number>;
  problems: string[];
}

/** Builds each combination twice: as the first build of a site, and after a complete one. */
export function tryCombinations(simulation: Simulation, combinations: readonly Combination[]): AbsenceTally {
  const tally: AbsenceTally = { rows: new Map(), refusals: new Map(), problems: [] };
  for (const kind of BUILDS) {
    const ordered = [...combinations].sort((a, b) => a.honestDollars.length - b.honestDollars.length);
    for (const combination of ordered) {
      const judgement = judgeAbsence(simulation[kind](combination));
      add(tally, `${kind} build/${combination.honestDollars.length}`, judgement);
      const { absent, liar } = combination;
      for (const problem of judgement.problems)
        tally.problems.push(`${kind} build without ${absent.join(", ")}; ${liar} lies: ${problem}`);
    }
  }
  return tally;
}

function add(tally: AbsenceTally, name: string, judgement: Judgement): void {
  const row = tally.rows.get(name) ?? createRow();
  tally.rows.set(name, row);
  row.builds += 1;
  for (const count of COUNTS) row[count] += judgement[count];
  if (judgement.worst.off > row.worst.off) row.worst = judgement.worst;
  if (judgement.published) return;
  row.refused += 1;
  const reasons = judgement.refusedBy.join(", ");
  tally.refusals.set(reasons, (tally.refusals.get(reasons) ?? 0) + 1);
}

function createRow(): Row {
  const none = { fresh: 0, listed: 0, stale: 0, unknown: 0, onlyAbsent: 0, contested: 0 };
  return { builds: 0, refused: 0, ...none, worst: { off: 0, coin: "" } };
}

/** The sums over all rows. */
export function sumUp({ rows }: AbsenceTally): Row {
  const sum = createRow();
  for (const row of rows.values()) {
    for (const count of ["builds", "refused", ...COUNTS] as const) sum[count] += row[count];
    if (row.worst.off > sum.worst.off) sum.worst = row.worst;
  }
  return sum;
}

/** One row per kind of build and number of honest venues with dollars, then the refusals. */
export function renderAbsence(tally: AbsenceTally): string {
  const heads = ["build", "honest dollar venues", "builds", "published", "refused", "fresh", "from a list", "stale"];
  const render = (row: Row) => [
    ...[row.builds, row.builds - row.refused, row.refused].map(String),
    ...COUNTS.map((count) => String(row[count])),
    row.worst.coin === "" ? "" : `${renderPercent(row.worst.off)} % ${row.worst.coin}`,
  ];
  const rows = [...tally.rows].map(([name, row]) => [...name.split("/"), ...render(row)]);
  const table = renderTable([
    [...heads, "unknown", "only on absent", "one honest, one lying", "worst fresh price"],
    ...rows,
    ["all", "", ...render(sumUp(tally))],
  ]);
  const refusals = [...tally.refusals].map(([reasons, builds]) => `refused ${builds} times: ${reasons}`);
  return [table.trimEnd(), ...refusals].join("\n");
}

export function renderPercent(share: number): string {
  return (100 * share).toFixed(3);
}

import type { Verification } from "../../../build/verify/verify.ts";
import { verifyMemory } from "../../fixtures/memory-tree.ts";
import type { ChaosBuild, ChaosRun } from "./chaos-run.ts";
import type { Fault } from "./fault.ts";
import { judgeBuild } from "./judge-build.ts";

/** Problems shown at most: the first ones say it. */
const SHOWN = 10;

/** Counts what a suite tried, and keeps each failure with its reproduction. */
export interface Suite {
  builds: number;
  published: number;
  refused: number;
  verified: number;
  /** Prices that call themselves fresh. */
  fresh: number;
  /** Fresh prices far from the truth while liars held the majority. */
  unknowable: number;
  problems: string[];
}

export function createSuite(): Suite {
  return { builds: 0, published: 0, refused: 0, verified: 0, fresh: 0, unknowable: 0, problems: [] };
}

/**
 * Runs and judges one more build. With `verify` it has all endpoints and is verified from the
 * outside.
 */
export async function tryBuild(
  suite: Suite,
  run: ChaosRun,
  minutes: number,
  faults: ReadonlyMap<string, Fault>,
  { label, answers, verify = false }: { label: string; answers?: readonly string[]; verify?: boolean },
): Promise<ChaosBuild> {
  const before = run.state.list();
  const build = await run.build(minutes, faults, verify ? undefined : answers);
  const { problems, fresh, unknowable } = await judgeBuild(build, before, run.state);
  suite.builds += 1;
  suite[build.error === undefined ? "published" : "refused"] += 1;
  suite.fresh += fresh;
  suite.unknowable += unknowable;
  if (verify && build.tree !== undefined) {
    const { problems: found, checks }: Verification = await verifyMemory(build.tree);
    if (checks < 100) problems.push(`only ${checks} checks`);
    problems.push(...found);
    suite.verified += 1;
  }
  if (suite.problems.length < SHOWN && problems.length > 0) {
    const wrong = [...faults].map(([source, { id }]) => `${source}=${id}`).join(" ");
    suite.problems.push(`${label} [${wrong}]: ${problems.slice(0, 3).join(" | ")}`);
  }
  return build;
}

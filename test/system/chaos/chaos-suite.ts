import { verifyMemory } from "../../fixtures/memory-tree.ts";
import type { ChaosBuild, ChaosRun, Faults } from "./chaos-run.ts";
import { judgeBuild } from "./judge-build.ts";

const SHOWN = 10;

/** Counts what a suite tried, and keeps each failure with its reproduction. */
export interface Suite {
  builds: number;
  published: number;
  refused: number;
  /** Prices that call themselves fresh. */
  fresh: number;
  problems: string[];
}

export function createSuite(): Suite {
  return { builds: 0, published: 0, refused: 0, fresh: 0, problems: [] };
}

/**
 * Runs and judges one more build. With `verify` it has all endpoints and is verified from the
 * outside.
 */
export async function tryBuild(
  suite: Suite,
  run: ChaosRun,
  minutes: number,
  faults: Faults,
  label: string,
  { answers, verify = false }: { answers?: readonly string[]; verify?: boolean } = {},
): Promise<ChaosBuild> {
  const before = run.state.list();
  const build = await run.build(minutes, faults, verify ? "all" : answers);
  const { problems, fresh } = await judgeBuild(build, before, run.state);
  suite.builds += 1;
  suite[build.error === undefined ? "published" : "refused"] += 1;
  suite.fresh += fresh;
  if (verify && build.tree !== undefined) {
    const { problems: found, checks } = await verifyMemory(build.tree);
    if (checks < 100) problems.push(`only ${checks} checks`);
    problems.push(...found);
  }
  if (suite.problems.length < SHOWN && problems.length > 0) {
    const wrong = [...faults].map(([source, { id }]) => `${source}=${id}`).join(" ");
    suite.problems.push(`${label} [${wrong}]: ${problems.slice(0, 3).join(" | ")}`);
  }
  return build;
}

import { chooseSources } from "../../crypto/ingest/choose-sources.ts";
import { GATE_THRESHOLDS, type GateThresholds } from "../../crypto/market/rules/price.ts";
import type { Source } from "../../crypto/sources/source.ts";
import type { Effects } from "../../kit/platform/platform.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import type { Program } from "../run/program.ts";

/** What every stage of a build is given. */
export interface Build {
  program: Program;
  effects: Effects;
  /** When the build began, in unix milliseconds. */
  now: number;
  cadenceMs: number;
  /** Those of the program's sources that its settings allow. */
  sources: readonly Source[];
  thresholds: GateThresholds;
  /** The state is empty. A first build that is refused leaves it so. */
  isFirst: boolean;
  /**
   * The build fills a part of the history. It writes no other series: closing a day early would
   * override the site's data on merge.
   */
  isShard: boolean;
}

/** Begins a build with the clock and the state of `effects`. */
export function openBuild(program: Program, effects: Effects): Build {
  const { config } = program;
  return {
    program,
    effects,
    now: effects.now(),
    cadenceMs: config.cadenceMinutes * MINUTE_MS,
    sources: chooseSources(program.sources, config),
    thresholds: { ...GATE_THRESHOLDS, ...config.gate },
    isFirst: effects.state.list().length === 0,
    isShard: (program.shard?.count ?? 1) > 1,
  };
}

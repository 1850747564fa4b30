import type { RunReport } from "../../crypto/api/run-report.ts";
import { buildSourceReports, describeLeftOut, listExcludedKinds } from "../../crypto/ingest/choose-sources.ts";
import { judgeGate } from "../../crypto/market/gate/gate.ts";
import { measureBuild } from "../../crypto/market/gate/measure-build.ts";
import { listMissing } from "../../crypto/market/open-only.ts";
import type { Task } from "../../kit/platform/platform.ts";
import { type BuildLogs, extendLogs, writeLogs } from "../run/build-logs.ts";
import { GateRefusal } from "../run/gate-refusal.ts";
import type { Build } from "./build.ts";
import type { ComputedMarket, ReadUpstreams } from "./compute-market.ts";

export interface JudgedBuild {
  report: RunReport;
  /** With this build; not written yet. */
  logs: BuildLogs;
  /** An upstream's clock agrees with that of this machine. */
  isClockConfirmed: boolean;
}

/**
 * Judges the market: the only place that refuses the data. Throws a `GateRefusal`, which leaves
 * its log entry at most.
 */
export async function judgeBuild(
  build: Build,
  read: ReadUpstreams,
  { built, before }: ComputedMarket,
  pricing: Task,
): Promise<JudgedBuild> {
  const { program, effects, sources, thresholds } = build;
  const { state, progress } = effects;
  const { market, memory, warnings } = built;
  const { openOnly } = program.config;
  const usdFiat = new Set(sources.flatMap(({ id, venue }) => (venue?.usdFiat ? [id] : [])));
  const measured = measureBuild(built, read.datasets, usdFiat, before);
  const judged = describeBuild(build, read, judgeGate(measured, thresholds));
  const { pricedCoins } = memory;
  const durationMs = effects.elapsedMs?.() ?? null;
  const counts = { durationMs, coins: market.coins.length, pricedCoins, tickersUsed: market.coverage.tickersUsed };
  const logs = await extendLogs(state, judged, counts, read.timedOut);
  const report: RunReport = { ...judged, ...(openOnly && { missing: listMissing(market.coins) }), ...logs.report };
  if (!report.gate.passed) {
    pricing.failed("the gate refuses this build");
    await keepRefusal(build, read, logs);
    throw new GateRefusal(report);
  }
  pricing.done(`${pricedCoins} of ${counts.coins} coins from ${counts.tickersUsed} tickers`);
  if (openOnly) progress.warn(describeLeftOut(program.sources, report.missing ?? []));
  for (const warning of warnings.rates) progress.warn(`exchange rates: ${warning}`);
  return { report, logs, isClockConfirmed: measured.clockSkewMs !== null };
}

/** The report without what follows from the logs. */
function describeBuild(
  { program, now, cadenceMs, sources }: Build,
  { outcomes }: ReadUpstreams,
  gate: RunReport["gate"],
): Omit<RunReport, keyof BuildLogs["report"]> {
  const { environment, overrides, config } = program;
  const { openOnly } = config;
  return {
    generatedAtMs: now,
    nextUpdateAtMs: now + cadenceMs,
    cadenceMs,
    commit: environment.commit,
    run: environment.run,
    overrides,
    sources: buildSourceReports(program.sources, sources, outcomes, openOnly),
    excludedKinds: openOnly ? listExcludedKinds(program.sources, sources) : [],
    gate,
  };
}

async function keepRefusal(
  { effects: { state }, isFirst, isShard }: Build,
  { hasWrongClock }: ReadUpstreams,
  logs: BuildLogs,
): Promise<void> {
  state.rollback();
  if (isFirst || isShard || hasWrongClock) return;
  writeLogs(state, logs);
  await state.commit();
}

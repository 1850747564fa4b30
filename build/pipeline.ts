import { createHash } from "node:crypto";
import type { World } from "./api/endpoint.ts";
import { moveBackfill } from "./backfill/backfill-memory.ts";
import { computeTimeLimitMs } from "./backfill/budget.ts";
import { runBackfill } from "./backfill/run-backfill.ts";
import type { Config } from "./config.ts";
import { GateRefusal } from "./gate-refusal.ts";
import { updateLedgers } from "./history/datasets/update-datasets.ts";
import { moveSeries } from "./history/move-series.ts";
import { readPastPrices } from "./history/past-prices.ts";
import { isNewDay, settleDays } from "./history/publish-backfilled-days.ts";
import { readHistory } from "./history/read-history.ts";
import { updateSeries } from "./history/update-series.ts";
import type { FeedOutcome } from "./ingest/feed-outcome.ts";
import { readSources } from "./ingest/read-sources.ts";
import { buildSourceReport } from "./ingest/source-report.ts";
import { MINUTE_MS } from "./lib/time.ts";
import { addBuild, BUILD_LOG, traceBuild } from "./market/build-log.ts";
import { buildMarket } from "./market/build-market.ts";
import { type GateThresholds, judgeGate } from "./market/gate/gate.ts";
import { measureBuild } from "./market/gate/gate-input.ts";
import type { BuildTrace, GateVerdict, RunReport } from "./market/gate/run-report.ts";
import type { MarketMemory } from "./market/market-memory.ts";
import { listMissing, removeRestricted } from "./open-only.ts";
import type { Effects } from "./platform/platform.ts";
import type { Program, RunResult } from "./program.ts";
import { publish } from "./publish.ts";
import { loadEleventy } from "./site/render-pages.ts";
import type { Source } from "./sources/source.ts";

/** The stages in order. Throws a `GateRefusal` when nothing may be published; the output is then as it was. */
export async function run(program: Program, effects: Effects): Promise<RunResult> {
  const { config } = program;
  const { state, progress } = effects;
  const now = effects.now();
  const cadenceMs = config.cadenceMinutes * MINUTE_MS;
  const enabled = program.sources.filter((source) => isEnabled(source, config));
  // What fails here fails again where it is needed.
  if (program.site) loadEleventy().catch(() => undefined);

  const { coins, detailsPerBuild } = config;
  const { apiKeys } = program.environment;
  const { ignoreCache, only } = program;
  const session = { effects, now, cadenceMs, coins, detailsPerBuild, apiKeys, ignoreCache, outcomes: new Map() };
  const isFirst = state.list().length === 0;
  const outcomes = await readSources(enabled, session, only);
  const datasets = outcomes.flatMap(({ dataset }) => dataset ?? []);
  // What was read stays good whether or not this build may be published. A first build that is
  // refused leaves nothing.
  if (!isFirst) await state.commit();

  const pricing = progress.start("prices");
  if (config.openOnly) await removeRestricted(state, program.sources);
  const before = (await state.read<MarketMemory>("market")) ?? null;
  const built = buildMarket({
    now,
    limit: coins,
    datasets,
    cadenceOf: (source, feed) => Math.max(cadenceMs, findCadence(enabled, source, feed)),
    nextDueMs: (source, observedMs) => enabled.find(({ id }) => id === source)?.nextDueMs?.(observedMs),
    venues: enabled.flatMap(({ id, name, homepage, venue }) => (venue ? [{ id, name, homepage, ...venue }] : [])),
    publishers: new Map(enabled.map(({ id, name, homepage }) => [id, { id, name, url: homepage }])),
    memory: before,
    ...(await readPastPrices(state, now)),
    hash: (text) => createHash("sha256").update(text).digest("hex"),
  });
  const { market, memory } = built;

  const usdFiat = new Set(enabled.flatMap(({ id, venue }) => (venue?.usdFiat ? [id] : [])));
  const measured = measureBuild(built, datasets, usdFiat, before);
  const gate = judgeGate(measured, config.gate as unknown as GateThresholds);
  const judged = buildReport(program, enabled, outcomes, gate, now);
  const counts = {
    coins: market.coins.length,
    pricedCoins: memory.pricedCoins,
    tickersUsed: market.coverage.tickersUsed,
  };
  const trace = traceBuild(judged, counts, effects.elapsedMs?.() ?? null);
  const builds = addBuild((await state.read<BuildTrace[]>(BUILD_LOG)) ?? [], trace);
  // A part of a backfill is no build: a day that it closed before the site had all of it would win over the site's own.
  const isPart = (program.shard?.count ?? 1) > 1;
  const missing = config.openOnly ? { missing: listMissing(market.coins) } : {};
  const report: RunReport = { ...judged, ...missing, builds };
  if (!gate.passed) {
    pricing.failed("the gate refuses this build");
    // The next build that is published tells of it.
    state.rollback();
    if (!isFirst && !isPart) {
      state.write(BUILD_LOG, builds);
      await state.commit();
    }
    throw new GateRefusal(report);
  }
  pricing.done(`${memory.pricedCoins} of ${market.coins.length} coins from ${market.coverage.tickersUsed} tickers`);

  if (config.openOnly) warnMissing(program.sources, report, progress.warn);
  for (const doubt of built.rateDoubts) progress.warn(`exchange rates: ${doubt}`);
  const newDay = isNewDay(state, market.asOfMs);
  if (!isPart) {
    state.write(BUILD_LOG, builds);
    state.write("market", memory);
    await moveSeries(state, built.moves);
    await moveBackfill(state, built.moves);
    await updateSeries(state, market, progress.warn, measured.clockSkewMs !== null);
    await updateLedgers(state, market);
  }
  const fillHistory = () =>
    runBackfill({
      market,
      identification: built.priced.identification,
      datasets,
      state,
      http: effects.http,
      budget: { requests: config.backfill, timeLimitMs: computeTimeLimitMs(config.backfill) },
      ...(program.shard && { shard: program.shard }),
      openOnly: config.openOnly,
      progress,
    });
  // The sample world answers at once, so its first build already shows history; a live build publishes it for the next one.
  if (program.sample) await fillHistory();
  if (!isPart) await settleDays(state, market.asOfMs, newDay);
  const history = await readHistory(state, readSparklines(market.coins), market.asOfMs);
  const world: World = { market, history, run: report, archives: [], sample: program.sample };
  const trees = await publish(program, world, effects, async () => {
    if (!program.sample) await fillHistory();
  });
  return { trees, report };
}

function isEnabled(source: Source, { sourcesOn, sourcesOff, openOnly }: Config): boolean {
  const { id, offByDefault } = source;
  if (openOnly && source.redistribution === "restricted") return false;
  return !sourcesOff.includes(id) && (offByDefault === undefined || sourcesOn.includes(id));
}

function findCadence(sources: readonly Source[], id: string, feed: string): number {
  const source = sources.find((candidate) => candidate.id === id);
  const refreshMs = source?.feeds.find((candidate) => candidate.id === feed)?.refreshMs;
  return Math.max(source?.cadenceMs ?? MINUTE_MS, refreshMs ?? MINUTE_MS);
}

function buildReport(
  { config, environment, overrides, sources }: Program,
  enabled: readonly Source[],
  outcomes: readonly FeedOutcome[],
  gate: GateVerdict,
  now: number,
): Omit<RunReport, "builds"> {
  return {
    generatedAtMs: now,
    nextUpdateAtMs: now + config.cadenceMinutes * MINUTE_MS,
    cadenceMs: config.cadenceMinutes * MINUTE_MS,
    commit: environment.commit,
    run: environment.run,
    overrides,
    sources: sources.map((source) => {
      const own = outcomes.filter((outcome) => outcome.source === source);
      const isLeftOut = config.openOnly && source.redistribution === "restricted";
      const reason = isLeftOut ? "left out: its terms restrict redistribution (--open-only)" : null;
      return buildSourceReport(source, enabled.includes(source) ? own : undefined, reason);
    }),
    gate,
  };
}

function warnMissing(sources: readonly Source[], { missing = [] }: RunReport, warn: (message: string) => void): void {
  const names = sources.flatMap(({ name, redistribution }) => (redistribution === "restricted" ? name : []));
  const list = missing.length === 0 ? "" : ` No coin has: ${missing.join(", ")}.`;
  warn(`--open-only leaves out ${names.join(" and ")}, whose terms restrict redistribution.${list}`);
}

function readSparklines(coins: World["market"]["coins"]) {
  return new Map(
    coins.flatMap(({ id, sparkline, sparklineEndMs }) =>
      sparklineEndMs === null ? [] : [[id, { prices: sparkline, endMs: sparklineEndMs }] as const],
    ),
  );
}

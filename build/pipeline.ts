import { createHash } from "node:crypto";
import { DEFAULT_TIME_LIMIT_MS } from "./backfill/budget.ts";
import { runBackfill } from "./backfill/run-backfill.ts";
import type { Shard } from "./backfill/shard.ts";
import type { Config, Environment } from "./config.ts";
import type { Effects, PublishedTree } from "./effects/effects.ts";
import type { Endpoint, World } from "./endpoints/endpoint.ts";
import { GateRefusal } from "./gate-refusal.ts";
import { readPastPrices } from "./history/past-prices.ts";
import { readHistory } from "./history/read-history.ts";
import { openShelf } from "./history/shelf.ts";
import { updateLedgers } from "./history/update-ledgers.ts";
import { updateSeries } from "./history/update-series.ts";
import { completeFor } from "./hosts/complete-for.ts";
import type { Bundles, Host } from "./hosts/host.ts";
import { none } from "./hosts/none.ts";
import type { FeedOutcome } from "./ingest/feed-outcome.ts";
import { readSources } from "./ingest/read-sources.ts";
import { buildSourceReport } from "./ingest/source-report.ts";
import { MINUTE_MS } from "./lib/time.ts";
import { buildMarket } from "./market/build-market.ts";
import { type GateThresholds, judgeGate } from "./market/gate.ts";
import { measureBuild } from "./market/gate-input.ts";
import type { MarketMemory } from "./market/market-memory.ts";
import type { RunReport } from "./market/run-report.ts";
import type { Source } from "./sources/source.ts";
import { type ArchiveCatalogue, type ArchiveMemory, CATALOGUE_NAME } from "./writers/archive-memory.ts";
import { renderTree } from "./writers/render-tree.ts";
import { renderRoutes } from "./writers/routes.ts";

/** What to build, as data: the same program on the same effects gives the same bytes. */
export interface Program {
  config: Config;
  environment: Environment;
  /** Configuration that differs from the defaults, for the report. */
  overrides: readonly string[];
  sources: readonly Source[];
  endpoints: readonly Endpoint[];
  /** Where the site is made for, each with a tree of its own. Absent: the bare tree. */
  hosts?: readonly Host[];
  /** The programs that control files of the hosts hold. */
  bundles?: Readonly<Partial<Bundles>>;
  /** The upstreams are simulated: every answer says so. */
  sample: boolean;
  /** Ask this source alone; the others give their last good answers. */
  only?: string | undefined;
  /** Which part of the missing history this run fills. */
  shard?: Shard;
  /** Ask for everything, also for what the state still holds. */
  ignoreCache: boolean;
}

export interface RunResult {
  /** One per host, in the order of the program. */
  trees: PublishedTree[];
  report: RunReport;
}

/** The stages in order. Throws a `GateRefusal` when nothing may be published; the output is then as it was. */
export async function run(program: Program, effects: Effects): Promise<RunResult> {
  const { config, sources } = program;
  const now = effects.now();
  const cadenceMs = config.cadenceMinutes * MINUTE_MS;
  const enabled = sources.filter((source) => isEnabled(source, config));

  const session = {
    effects,
    now,
    cadenceMs,
    coins: config.coins,
    detailsPerBuild: config.detailsPerBuild,
    apiKeys: program.environment.apiKeys,
    ignoreCache: program.ignoreCache,
    outcomes: new Map<string, FeedOutcome>(),
  };
  const outcomes = await readSources(enabled, session, program.only);
  // What was read stays good whether or not this build may be published.
  await effects.state.commit();

  const pricing = effects.progress.start("prices");
  const before = (await effects.state.read<MarketMemory>("market")) ?? null;
  const shelf = openShelf(effects.state);
  const past = await readPastPrices(shelf, now);
  const datasets = outcomes.flatMap(({ dataset }) => dataset ?? []);
  const built = buildMarket({
    now,
    limit: config.coins,
    datasets,
    cadenceOf: (source, feed) => Math.max(cadenceMs, findCadence(enabled, source, feed)),
    venues: enabled.flatMap(({ id, name, homepage, venue }) => (venue ? [{ id, name, homepage, ...venue }] : [])),
    publishers: new Map(enabled.map(({ id, name, homepage }) => [id, { id, name, url: homepage }])),
    memory: before,
    samplesOf: past.samplesOf,
    priceBefore: past.priceBefore,
    hash: (text) => createHash("sha256").update(text).digest("hex"),
  });
  const { market, memory } = built;
  const usdFiatVenues = new Set(enabled.flatMap(({ id, venue }) => (venue?.usdFiat ? [id] : [])));
  const gate = judgeGate(
    measureBuild(built, datasets, usdFiatVenues, before),
    config.gate as unknown as GateThresholds,
  );
  const report: RunReport = {
    generatedAtMs: now,
    nextUpdateAtMs: now + cadenceMs,
    commit: program.environment.commit,
    run: program.environment.run,
    overrides: program.overrides,
    sources: sources.map((source) =>
      buildSourceReport(
        source,
        enabled.includes(source) ? outcomes.filter((outcome) => outcome.source === source) : undefined,
      ),
    ),
    gate,
  };
  if (!gate.passed) {
    pricing.failed("the gate refuses this build");
    throw new GateRefusal(report);
  }
  pricing.done(`${memory.pricedCoins} of ${market.coins.length} coins from ${market.coverage.tickersUsed} tickers`);

  const writing = effects.progress.start("files");
  await updateSeries(shelf, market, effects.progress.warn);
  await updateLedgers(shelf, market);
  const fillHistory = async (): Promise<void> => {
    await runBackfill({
      market,
      identification: built.priced.identification,
      datasets,
      shelf,
      http: effects.http,
      budget: { requests: config.backfill, timeLimitMs: DEFAULT_TIME_LIMIT_MS },
      ...(program.shard && { shard: program.shard }),
      progress: effects.progress,
    });
  };
  // The sample world answers at once, so its first build already shows history; a live build does not wait for it.
  if (program.sample) await fillHistory();
  const history = await readHistory(shelf, readSparklines(market.coins), market.asOfMs);
  const world: World = { market, history, run: report, archives: [], sample: program.sample };
  const archiveMemory: ArchiveMemory = {
    series: shelf,
    catalogue: await effects.state.read<ArchiveCatalogue>(CATALOGUE_NAME),
    findPublished: async (path, sha256, where) => effects.findPublished?.(path, sha256, where),
    remember: (catalogue) => effects.state.write(CATALOGUE_NAME, catalogue),
    warn: effects.progress.warn,
  };
  const trees: PublishedTree[] = [];
  for (const host of program.hosts ?? [none]) {
    const completion = completeFor(host, renderRoutes(program.endpoints), program.bundles ?? {});
    const output = effects.outputOf?.(host.id) ?? effects.output;
    trees.push(
      await output.publish(
        renderTree(program.endpoints, world, config.homepage, writing.update, archiveMemory, completion),
      ),
    );
  }
  effects.state.write("market", memory);
  await effects.state.commit();
  writing.done(trees.map(renderSize).join("; "));
  if (!program.sample) {
    await fillHistory();
    await effects.state.commit();
  }
  return { trees, report };
}

function renderSize({ files, bytes, folder }: PublishedTree): string {
  return `${files.toLocaleString("en-US")} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`;
}

function isEnabled({ id, offByDefault }: Source, { sourcesOn, sourcesOff }: Config): boolean {
  return !sourcesOff.includes(id) && (offByDefault === undefined || sourcesOn.includes(id));
}

function findCadence(sources: readonly Source[], id: string, feed: string): number {
  const source = sources.find((candidate) => candidate.id === id);
  const refreshMs = source?.feeds.find((candidate) => candidate.id === feed)?.refreshMs;
  return Math.max(source?.cadenceMs ?? MINUTE_MS, refreshMs ?? MINUTE_MS);
}

function readSparklines(coins: World["market"]["coins"]) {
  return new Map(
    coins.flatMap(({ id, sparkline, sparklineEndMs }) =>
      sparklineEndMs === null ? [] : [[id, { prices: sparkline, endMs: sparklineEndMs }] as const],
    ),
  );
}

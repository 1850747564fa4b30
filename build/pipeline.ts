import { CLEAN_LOGS, extendLogs, readSlowSources, writeLogs } from "./app/run/build-logs.ts";
import { COIN_PAGES, type CoinPageHour, chooseCoinAnswers, removeRestrictedPages } from "./app/run/coin-page-hour.ts";
import { GateRefusal } from "./app/run/gate-refusal.ts";
import type { Program, RunResult } from "./app/run/program.ts";
import { loadEleventy, renderSite } from "./app/site/render-site.ts";
import { describeLimits } from "./app/workflow/limits.ts";
import { listSettings } from "./config.ts";
import { MOST_CORRECTIONS } from "./crypto/api/endpoints/corrections.ts";
import { layout } from "./crypto/api/layout.ts";
import { FIXED_AT_MS } from "./crypto/api/quote/fixing.ts";
import type { RunReport } from "./crypto/api/run-report.ts";
import type { World } from "./crypto/api/world.ts";
import { computeTimeLimitMs } from "./crypto/backfill/budget.ts";
import { fillHistory } from "./crypto/backfill/fill-history.ts";
import { BACKFILL, removeRetries } from "./crypto/backfill/retry-memory.ts";
import { CANDLE_FOLDERS, removeRestrictedCandles } from "./crypto/candles/candle-document.ts";
import { fetchDense } from "./crypto/candles/dense/fetch-dense.ts";
import { fetchCandles } from "./crypto/candles/fetch-candles.ts";
import { fillWithCandles, publishBackfilledCandles } from "./crypto/candles/keep-backfilled.ts";
import { readStoredCandles } from "./crypto/candles/stored-candles.ts";
import { updateCandles } from "./crypto/candles/update-candles.ts";
import { CORRECTIONS, readCorrections, removeRestrictedCorrections } from "./crypto/corrections/correction-log.ts";
import { recordCorrections } from "./crypto/corrections/record-corrections.ts";
import { listFixingDays, readFixings } from "./crypto/history/datasets/fixings.ts";
import { HOUR_REVISIONS, type HourRevisions } from "./crypto/history/hour-revisions.ts";
import { LARGEST_COINS } from "./crypto/history/kept-hours.ts";
import { observe } from "./crypto/history/observe.ts";
import { PAST_HOURS, removeCursors } from "./crypto/history/past-hours-document.ts";
import { readPastPrices } from "./crypto/history/past-prices.ts";
import { listSparklines, readHistory } from "./crypto/history/read-history.ts";
import { REMOVED, removeRestricted } from "./crypto/history/remove-restricted.ts";
import { isNewDay, publishBackfilledDays } from "./crypto/history/update-series.ts";
import {
  buildSourceReports,
  chooseSources,
  describeLeftOut,
  describeSources,
  findHourlySource,
  listExcludedKinds,
} from "./crypto/ingest/choose-sources.ts";
import { readSources } from "./crypto/ingest/read-sources.ts";
import { openReadingTime } from "./crypto/ingest/reading-time.ts";
import { buildMarket } from "./crypto/market/build-market.ts";
import { followExtremes } from "./crypto/market/coins/follow-extremes.ts";
import { isClockWrong, judgeGate } from "./crypto/market/gate/gate.ts";
import { measureBuild, measureClockSkew } from "./crypto/market/gate/measure-build.ts";
import type { MarketMemory } from "./crypto/market/market-memory.ts";
import { listMissing, MARKET } from "./crypto/market/open-only.ts";
import type { GateThresholds } from "./crypto/market/rules/price.ts";
import { renderArchives } from "./crypto/render/archives/archives.ts";
import { buildApi } from "./crypto/render/market-api.ts";
import { declareClientExports } from "./crypto/serve/client-exports.ts";
import { describeEndpoints } from "./kit/api/describe-endpoints.ts";
import { none } from "./kit/hosts/host.ts";
import { createHostAdapter } from "./kit/hosts/kit/adapt-tree.ts";
import { getHost, hosts } from "./kit/hosts/registry.ts";
import type { Artifact } from "./kit/platform/artifact.ts";
import type { Effects } from "./kit/platform/platform.ts";
import { exportState } from "./kit/platform/state/state-store.ts";
import { DEPLOY_NEEDS } from "./kit/publish/deploy-command.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "./kit/render/archives/archive-memory.ts";
import type { RenderedArchive } from "./kit/render/archives/publish-archive.ts";
import { buildCatalogue, listEntries, removeRestrictedArchives } from "./kit/render/archives/render-archives.ts";
import { listAllDocuments } from "./kit/render/documents/api-index.ts";
import { renderClientTypes } from "./kit/render/documents/client-types.ts";
import { renderRoutes } from "./kit/render/documents/routes.ts";
import { readPreviousAnswers } from "./kit/render/manifest.ts";
import { renderCore } from "./kit/render/tree/render-tree.ts";
import { beginSite, describeTree } from "./kit/render/tree/site-writer.ts";
import { measureLaterFiles, measureSite, writeApi } from "./kit/render/tree/write-api.ts";
import { computeSha256 } from "./lib/hash.ts";
import { MINUTE_MS } from "./lib/time.ts";

/** Runs the stages in order. Throws a `GateRefusal` when the build may not be published. */
export async function run(program: Program, effects: Effects): Promise<RunResult> {
  const { config, endpoints, environment, ignoreCache, only } = program;
  const { state, output, progress } = effects;
  const { coins, detailsPerBuild, openOnly, homepage, baseUrl, mirrorUrl } = config;
  const now = effects.now();
  const cadenceMs = config.cadenceMinutes * MINUTE_MS;
  const sources = chooseSources(program.sources, config);
  const isFirst = state.list().length === 0;
  // Backfill shards write no series: closing a day early would override the site's data on merge.
  const isShard = (program.shard?.count ?? 1) > 1;
  // Loads while real sources are read. Rendering throws its error again.
  if (program.site && !program.sample) loadEleventy().catch(() => undefined);

  // 1. Read the sources. Their answers stay valid even if this build is refused.
  const days = new Map([["fixing", await listFixingDays(state)] as const]);
  const settings = { now, cadenceMs, coins, detailsPerBuild, apiKeys: environment.apiKeys, ignoreCache, days };
  const time = openReadingTime({ elapsedMs: effects.elapsedMs, slow: await readSlowSources(state) });
  const outcomes = await readSources(sources, { effects, ...settings, time, outcomes: new Map() }, only);
  const datasets = outcomes.flatMap(({ dataset }) => dataset ?? []);
  const thresholds = config.gate as unknown as GateThresholds;
  // The gate refuses a build with a wrong clock. Its times would stay in the state: it leaves none.
  const hasWrongClock = isClockWrong(measureClockSkew(datasets), thresholds);
  if (hasWrongClock) state.rollback();
  // A refused first build leaves nothing.
  else if (!isFirst) await state.commit();
  // 2. Compute the market.
  const pricing = progress.start("prices");
  const others = {
    [BACKFILL]: removeRetries,
    ...Object.fromEntries(CANDLE_FOLDERS.map((folder) => [folder, removeRestrictedCandles])),
    [CATALOGUE_NAME]: removeRestrictedArchives,
    [COIN_PAGES]: removeRestrictedPages,
    [CORRECTIONS]: removeRestrictedCorrections,
    [PAST_HOURS]: removeCursors,
    [HOUR_REVISIONS]: (revisions: HourRevisions) => revisions,
    ...CLEAN_LOGS,
  };
  const removes = openOnly && (await removeRestricted(state, program.sources, others));
  const before = (await state.read<MarketMemory>(MARKET)) ?? null;
  const built = buildMarket({
    now,
    limit: coins,
    datasets,
    ...describeSources(sources, cadenceMs),
    memory: before,
    ...(await readPastPrices(state, now)),
    hash: computeSha256,
  });
  const { market, memory } = built;

  // 3. Judge it: the only place that refuses the data. A refusal leaves its log entry at most.
  const usdFiat = new Set(sources.flatMap(({ id, venue }) => (venue?.usdFiat ? [id] : [])));
  const measured = measureBuild(built, datasets, usdFiat, before);
  const gate = judgeGate(measured, thresholds);
  const times = { generatedAtMs: now, nextUpdateAtMs: now + cadenceMs, cadenceMs };
  const judged = {
    ...times,
    commit: environment.commit,
    run: environment.run,
    overrides: program.overrides,
    sources: buildSourceReports(program.sources, sources, outcomes, openOnly),
    excludedKinds: openOnly ? listExcludedKinds(program.sources, sources) : [],
    gate,
  };
  const { pricedCoins } = memory;
  const counts = { coins: market.coins.length, pricedCoins, tickersUsed: market.coverage.tickersUsed };
  const logs = await extendLogs(state, judged, counts, effects.elapsedMs?.() ?? null, time.timedOut);
  const report: RunReport = { ...judged, ...(openOnly && { missing: listMissing(market.coins) }), ...logs.report };
  if (!gate.passed) {
    pricing.failed("the gate refuses this build");
    state.rollback();
    if (!isFirst && !isShard && !hasWrongClock) {
      writeLogs(state, logs);
      await state.commit();
    }
    throw new GateRefusal(report);
  }
  pricing.done(`${pricedCoins} of ${counts.coins} coins from ${counts.tickersUsed} tickers`);
  if (openOnly) progress.warn(describeLeftOut(program.sources, report.missing ?? []));
  for (const warning of built.warnings.rates) progress.warn(`exchange rates: ${warning}`);

  // 4. Add this build's observation to the series.
  const reading = {
    market,
    identification: built.priced.identification,
    datasets,
    state,
    http: effects.http,
    progress,
  };
  const fill = async () => {
    const budget = { requests: config.backfill, timeLimitMs: computeTimeLimitMs(config.backfill, program.shard) };
    const { shard } = program;
    const { elapsedMs = () => 0 } = effects;
    const withOldHours = config.trees.includes("hours");
    const input = { ...reading, budget, withOldHours, ...(shard && { shard }), ...(isShard && { elapsedMs }) };
    // No candles where the settings switch the backfill off, or the candles themselves.
    if (config.backfill <= 0 || !config.trees.includes("candles")) return fillHistory(input);
    await fillWithCandles(input, compared.candleCoins);
    if (!isShard) await fetchCandles(reading);
  };
  const compared = { asOfMs: market.asOfMs, candleCoins: market.coins.slice(0, LARGEST_COINS).map(({ id }) => id) };
  const newDay = isNewDay(state, market.asOfMs);
  if (!isShard) {
    state.write(MARKET, memory);
    const isClockConfirmed = measured.clockSkewMs !== null;
    await observe(state, { market, moves: built.moves, isClockConfirmed }, progress.warn);
    await updateCandles(state, { ...compared, moves: built.moves, isNewDay: newDay });
  }
  if (program.sample) await fill();
  // Before the files are rendered: the last hour is what readers of this build look at.
  if (!isShard && config.backfill > 0) await fetchDense(reading);
  if (!isShard && (await publishBackfilledDays(state, market.asOfMs, newDay)))
    await publishBackfilledCandles(state, market.asOfMs);

  // A later writer of this build gives its own reason, but what it replaced was removed.
  await recordCorrections(state, { ...compared, moves: built.moves, cause: removes ? REMOVED : undefined });
  // The observation is durable: the build after a killed one continues and counts nothing twice.
  await state.commit();
  // Only now, because committed documents have the digests and revisions that answers depend on.
  const history = await readHistory(state, listSparklines(market.coins, findHourlySource(datasets)), market.asOfMs);

  // 5. Render the files into new trees beside the published ones.
  const fixings = await readFixings(state, now - FIXED_AT_MS, progress.warn);
  const { sample, digest, worker } = program;
  const consistent = { ...market, coins: followExtremes(market.coins, history, market.asOfMs) };
  const candles = await readStoredCandles(state);
  const known = { market: consistent, history, candles, fixings, run: report, mainCurrencies: config.mainCurrencies };
  const world: World = { ...known, archives: [], sample, hidesBooks: config.evidence === "computed" };
  const task = progress.start("files");
  const listeners = { warn: progress.warn, update: task.update };
  const siteHosts = program.hosts ?? [none];
  const api = buildApi(endpoints);
  const routes = renderRoutes(api);
  const site = await beginSite(output, {
    hosts: siteHosts,
    adapt: (host) => createHostAdapter(host, { layout, routes, worker }),
    noun: layout.growth.noun,
    api,
    world,
    program: digest,
    ...listeners,
  });
  try {
    const previous = digest === undefined ? undefined : readPreviousAnswers(site, digest);
    const input = { api, homepage, baseUrl, mirrorUrl, previous, trees: config.trees, world };
    // First, because `start` serves them while the rest is written.
    await site.write(renderCore(input));
    task.update("archives");
    const archives: Omit<RenderedArchive, "artifacts">[] = [];
    const rendered: Artifact[] = [];
    const archiveMemory = {
      series: state,
      catalogue: await state.read<ArchiveCatalogue>(CATALOGUE_NAME),
      retention: config.archiveMonths,
      parquet: config.trees.includes("parquet"),
      findPublished: effects.findPublished ?? (async () => undefined),
    };
    for await (const { artifacts, ...archive } of renderArchives(world, archiveMemory)) {
      rendered.push(...artifacts.filter(({ tree }) => tree !== undefined));
      await site.write(artifacts.filter(({ tree }) => tree === undefined));
      if (archive.warning !== undefined) progress.warn(archive.warning);
      archives.push(archive);
    }
    state.write(CATALOGUE_NAME, buildCatalogue(archives));
    await recordCorrections(state, compared);
    const corrections = await readCorrections(state, MOST_CORRECTIONS);
    if (program.programFiles)
      await site.write([...(await program.programFiles()), renderClientTypes(api, declareClientExports())]);
    const room = measureLaterFiles(state.list(), program.site ? market.coins.length : 0);
    const complete = { ...world, archives: listEntries(archives), corrections };
    const published = await writeApi(site, { ...input, rendered, world: complete }, room);
    if (program.site) {
      task.update("pages");
      const { leftOut } = published;
      const all = hosts.map(({ id }) => getHost(id, config.paidHosts));
      const sizes = measureSite(api, site.measure(), room, { hosts: all, leftOut });
      const hour = await chooseCoinAnswers(state, { endpoints, world: published }, digest);
      if (!isShard) state.write(COIN_PAGES, hour);
      await site.write(renderSitePages(program, published, program.site, { sizes, coinAnswers: hour.answers }));
    }

    // 6. Fill missing history. The new points are in the files of the next build.
    if (!program.sample) await fill();
    // Only now: a build that fails while rendering is not in the logs.
    if (!isShard) writeLogs(state, logs);
    await recordCorrections(state, compared);
    await state.commit();

    // 7. Add the state, so that a build can continue from any site, and replace the trees.
    await site.write(exportState(state));
    const trees = await site.commit();
    task.done(trees.map(describeTree).join("; "));
    return { trees, report };
  } finally {
    await site.abandon();
  }
}

function renderSitePages(
  program: Program,
  world: World,
  options: NonNullable<Program["site"]>,
  { sizes, coinAnswers }: { sizes: ReturnType<typeof measureSite>; coinAnswers: CoinPageHour["answers"] },
) {
  const { config, endpoints, sources, hosts: [host = none] = [] } = program;
  const venues = sources.flatMap(({ id, name, venue }) => (venue ? [{ id, name, ...venue }] : []));
  const off = new Set(world.run.sources.flatMap(({ id, status }) => (status === "off" ? id : [])));
  const open = sources.filter(({ id }) => !off.has(id));
  const limits = describeLimits({ config, host, sizes, sources: open, world });
  const plain = { deployable: DEPLOY_NEEDS, settings: listSettings(), limits, venues };
  const documents = listAllDocuments(buildApi(endpoints), world);
  return renderSite({
    endpoints: describeEndpoints(endpoints),
    documents,
    world,
    hosts,
    options,
    coinAnswers,
    ...plain,
  });
}

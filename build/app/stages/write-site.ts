import { MOST_CORRECTIONS } from "../../crypto/api/endpoints/corrections.ts";
import { layout } from "../../crypto/api/layout.ts";
import { FIXED_AT_MS } from "../../crypto/api/quote/fixing.ts";
import type { RunReport } from "../../crypto/api/run-report.ts";
import { TREES } from "../../crypto/api/trees.ts";
import type { World } from "../../crypto/api/world.ts";
import { readStoredCandles } from "../../crypto/candles/stored-candles.ts";
import { readCorrections } from "../../crypto/corrections/correction-log.ts";
import { recordCorrections } from "../../crypto/corrections/record-corrections.ts";
import { readFixings } from "../../crypto/history/datasets/fixings.ts";
import { listSparklines, readHistory } from "../../crypto/history/read-history.ts";
import { findHourlySource } from "../../crypto/ingest/choose-sources.ts";
import { followExtremes } from "../../crypto/market/coins/follow-extremes.ts";
import type { Market } from "../../crypto/market/model/market.ts";
import type { Dataset } from "../../crypto/normalise/record.ts";
import { renderArchives } from "../../crypto/render/archives/archives.ts";
import { buildApi } from "../../crypto/render/market-api.ts";
import { declareClientExports } from "../../crypto/serve/client-exports.ts";
import { describeEndpoints } from "../../kit/api/describe-endpoints.ts";
import { type Host, none } from "../../kit/hosts/host.ts";
import { createHostAdapter } from "../../kit/hosts/kit/adapt-tree.ts";
import { getHost, hosts } from "../../kit/hosts/registry.ts";
import type { Artifact } from "../../kit/platform/artifact.ts";
import { LIVE_PATH } from "../../kit/platform/output/live-file.ts";
import type { Task } from "../../kit/platform/platform.ts";
import { DEPLOY_NEEDS } from "../../kit/publish/deploy-command.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "../../kit/render/archives/archive-memory.ts";
import type { RenderedArchive } from "../../kit/render/archives/publish-archive.ts";
import { buildCatalogue, listEntries } from "../../kit/render/archives/render-archives.ts";
import { listAllDocuments } from "../../kit/render/documents/api-index.ts";
import { renderClientTypes } from "../../kit/render/documents/client-types.ts";
import { renderRoutes } from "../../kit/render/documents/routes.ts";
import { readPreviousAnswers } from "../../kit/render/manifest.ts";
import { renderCore } from "../../kit/render/tree/render-tree.ts";
import { beginSite, type SiteWriter } from "../../kit/render/tree/site-writer.ts";
import { measureLaterFiles, measureSite, writeApi } from "../../kit/render/tree/write-api.ts";
import { COIN_PAGES, chooseCoinAnswers } from "../run/coin-page-hour.ts";
import { renewLive } from "../run/live-tier.ts";
import type { Program } from "../run/program.ts";
import type { PageInput } from "../site/page-data/page-data.ts";
import { measureToday, type Routes } from "../workflow/estimate-site.ts";
import { describeLimits } from "../workflow/limits.ts";
import { listSettings } from "../workflow/settings-list.ts";
import type { Build } from "./build.ts";
import { describeComparison } from "./extend-history.ts";

/** What the files are rendered from. Archives and corrections are added while they are written. */
export async function readWorld(
  { program, effects: { state, progress }, now }: Build,
  datasets: readonly Dataset[],
  market: Market,
  report: RunReport,
): Promise<World> {
  const { config, sample } = program;
  // After the commit, because committed documents have the digests and revisions of the answers.
  const history = await readHistory(state, listSparklines(market.coins, findHourlySource(datasets)), market.asOfMs);
  const fixings = await readFixings(state, now - FIXED_AT_MS, progress.warn);
  return {
    market: { ...market, coins: followExtremes(market.coins, history, market.asOfMs) },
    history,
    candles: await readStoredCandles(state),
    fixings,
    run: report,
    mainCurrencies: config.mainCurrencies,
    archives: [],
    sample,
    hidesBooks: config.evidence === "computed",
  };
}

/** Begins one tree for each host beside the published ones. */
export function openSite({ program, effects }: Build, world: World, task: Task): Promise<SiteWriter> {
  const api = buildApi(program.endpoints);
  const routes = renderRoutes(api);
  const targets = program.hosts ?? [none];
  return beginSite(effects.output, {
    hosts: targets,
    adapt: (host) => createHostAdapter(host, { layout, routes, worker: program.worker }),
    noun: layout.growth.noun,
    api,
    world,
    program: program.digest,
    warn: effects.progress.warn,
    update: task.update,
    expected: estimateFiles(program, targets, routes),
  });
}

/** About how many files a build writes; `undefined` for one that leaves files out. */
function estimateFiles({ config, site }: Program, targets: readonly Host[], routes: Routes): number | undefined {
  if (site === undefined || config.trees.length < TREES.length) return undefined;
  const sizes = targets.map((host) => measureToday({ host, routes }, undefined, config.coins));
  return sizes.reduce((sum, { files }) => sum + files, 0);
}

/** Loaded late: the API is written without the libraries of the pages. */
export function loadSite() {
  return import("../site/render-site.ts");
}

/** Writes the API, the archives and the pages. Nothing is visible before the caller commits. */
export async function writeSite(site: SiteWriter, build: Build, world: World, task: Task): Promise<void> {
  const { program, effects } = build;
  const { state } = effects;
  const { homepage, baseUrl, mirrorUrl, trees } = program.config;
  const api = buildApi(program.endpoints);
  const previous = program.digest === undefined ? undefined : readPreviousAnswers(site, program.digest);
  const input = { api, homepage, baseUrl, mirrorUrl, previous, trees, world };
  // First, because `start` serves them while the rest is written.
  await site.write(renderCore(input));
  task.update("archives");
  const { archives, rendered } = await writeArchives(site, build, world);
  await recordCorrections(state, describeComparison(world.market));
  const corrections = await readCorrections(state, MOST_CORRECTIONS);
  if (program.programFiles)
    await site.write([...(await program.programFiles()), renderClientTypes(api, declareClientExports())]);
  const room = measureLaterFiles(state.list(), program.site ? world.market.coins.length : 0);
  const complete = { ...world, archives: listEntries(archives), corrections };
  const published = await writeApi(site, { ...input, rendered, world: complete }, room);
  if (program.site === undefined) return;
  task.update("pages");
  const all = hosts.map(({ id }) => getHost(id, program.config.paidHosts));
  const sizes = measureSite(api, site.measure(), room, { hosts: all, leftOut: published.leftOut });
  const { hour, isNew } = await chooseCoinAnswers(
    state,
    { endpoints: program.endpoints, world: published },
    program.digest,
  );
  // All of the responses in one document are large: it is not written again for each build.
  if (isNew && !build.isShard) state.write(COIN_PAGES, hour);
  const options = { ...program.site, live: renewLive(site.readOld(LIVE_PATH), build) !== undefined };
  const measured = { sizes, hosts: all, routes: renderRoutes(api) };
  await site.write(renderPages(build, published, { options, measured, coinAnswers: hour.answers, previous }));
}

/** Writes the archives of every site. Resolves to all of them, and to files of optional trees. */
async function writeArchives(site: SiteWriter, { program, effects }: Build, world: World) {
  const { state, progress, findPublished = async () => undefined } = effects;
  const { archiveMonths, trees } = program.config;
  const archives: Omit<RenderedArchive, "artifacts">[] = [];
  const rendered: Artifact[] = [];
  const memory = {
    series: state,
    catalogue: await state.read<ArchiveCatalogue>(CATALOGUE_NAME),
    retention: archiveMonths,
    parquet: trees.includes("parquet"),
    findPublished,
  };
  for await (const { artifacts, ...archive } of renderArchives(world, memory)) {
    rendered.push(...artifacts.filter(({ tree }) => tree !== undefined));
    await site.write(artifacts.filter(({ tree }) => tree === undefined));
    if (archive.warning !== undefined) progress.warn(archive.warning);
    archives.push(archive);
  }
  state.write(CATALOGUE_NAME, buildCatalogue(archives));
  return { archives, rendered };
}

async function* renderPages(
  { program }: Build,
  world: World,
  shown: Pick<PageInput, "options" | "coinAnswers" | "previous"> & {
    measured: Pick<Parameters<typeof describeLimits>[0], "sizes" | "hosts" | "routes">;
  },
) {
  const { measured, ...input } = shown;
  const { config, endpoints, sources, hosts: builtFor = [] } = program;
  const [host = none] = builtFor;
  const off = new Set(world.run.sources.flatMap(({ id, status }) => (status === "off" ? id : [])));
  const open = sources.filter(({ id }) => !off.has(id));
  const { renderSite } = await loadSite();
  yield* renderSite({
    endpoints: describeEndpoints(endpoints),
    documents: listAllDocuments(buildApi(endpoints), world),
    world,
    hosts,
    builtFor,
    ...input,
    deployable: DEPLOY_NEEDS,
    settings: listSettings(),
    limits: describeLimits({ config, host, ...measured, sources: open, world }),
    venues: sources.flatMap(({ id, name, venue }) => (venue ? [{ id, name, ...venue }] : [])),
  });
}

import { BACKFILL, removeRetries } from "../../crypto/backfill/retry-memory.ts";
import { CANDLE_FOLDERS, removeRestrictedCandles } from "../../crypto/candles/candle-document.ts";
import { CORRECTIONS, removeRestrictedCorrections } from "../../crypto/corrections/correction-log.ts";
import { readArticleDates } from "../../crypto/history/datasets/datasets.ts";
import { listFixingDays } from "../../crypto/history/datasets/fixings.ts";
import { HOUR_REVISIONS, type HourRevisions } from "../../crypto/history/hour-revisions.ts";
import { PAST_HOURS, removeCursors } from "../../crypto/history/past-hours-document.ts";
import { readPastPrices } from "../../crypto/history/past-prices.ts";
import { removeRestricted } from "../../crypto/history/remove-restricted.ts";
import { describeSources } from "../../crypto/ingest/choose-sources.ts";
import { readSources } from "../../crypto/ingest/read-sources.ts";
import { openReadingTime } from "../../crypto/ingest/reading-time.ts";
import { buildMarket } from "../../crypto/market/build-market.ts";
import { isClockWrong } from "../../crypto/market/gate/gate.ts";
import { measureClockSkew } from "../../crypto/market/gate/measure-build.ts";
import { MARKET, type MarketMemory } from "../../crypto/market/market-memory.ts";
import type { Dataset } from "../../crypto/normalise/record.ts";
import { CATALOGUE_NAME } from "../../kit/render/archives/archive-memory.ts";
import { removeRestrictedArchives } from "../../kit/render/archives/render-archives.ts";
import { computeSha256 } from "../../lib/hash.ts";
import { CLEAN_LOGS, readSlowSources } from "../run/build-logs.ts";
import { COIN_PAGES, removeRestrictedPages } from "../run/coin-page-hour.ts";
import type { Build } from "./build.ts";

/** Reads the sources, and commits their answers: these stay valid even if the build is refused. */
export async function readUpstreams({ program, effects, now, cadenceMs, sources, thresholds, isFirst }: Build) {
  const { config, environment, ignoreCache, only } = program;
  const { coins, detailsPerBuild } = config;
  const { state } = effects;
  const days = new Map([["fixing", await listFixingDays(state)] as const]);
  const settings = { now, cadenceMs, coins, detailsPerBuild, apiKeys: environment.apiKeys, ignoreCache, days };
  const time = openReadingTime({ elapsedMs: effects.elapsedMs, slow: await readSlowSources(state) });
  const outcomes = await readSources(sources, { effects, ...settings, time, outcomes: new Map() }, only);
  const datasets = outcomes.flatMap(({ dataset }) => dataset ?? []);
  // The gate refuses a build with a wrong clock. Its times would stay in the state: it leaves none.
  const hasWrongClock = isClockWrong(measureClockSkew(datasets), thresholds);
  if (hasWrongClock) state.rollback();
  else if (!isFirst) await state.commit();
  return { outcomes, datasets, hasWrongClock, timedOut: time.timedOut };
}

export type ReadUpstreams = Awaited<ReturnType<typeof readUpstreams>>;

/** How documents beside the series lose the values of restricted sources. */
const OTHER_DOCUMENTS = {
  [BACKFILL]: removeRetries,
  ...Object.fromEntries(CANDLE_FOLDERS.map((folder) => [folder, removeRestrictedCandles])),
  [CATALOGUE_NAME]: removeRestrictedArchives,
  [COIN_PAGES]: removeRestrictedPages,
  [CORRECTIONS]: removeRestrictedCorrections,
  [PAST_HOURS]: removeCursors,
  [HOUR_REVISIONS]: (revisions: HourRevisions) => revisions,
  ...CLEAN_LOGS,
};

/** Makes one market of the records. With `openOnly`, the state loses restricted values before. */
export async function computeMarket(
  { program, effects: { state }, now, cadenceMs, sources }: Build,
  datasets: readonly Dataset[],
) {
  const { openOnly, coins } = program.config;
  const hasRemoved = openOnly && (await removeRestricted(state, program.sources, OTHER_DOCUMENTS));
  /** The memory of the build before. */
  const before = (await state.read<MarketMemory>(MARKET)) ?? null;
  const built = buildMarket({
    now,
    limit: coins,
    datasets,
    ...describeSources(sources, cadenceMs),
    memory: before,
    ...(await readPastPrices(state, now)),
    articleDates: await readArticleDates(state, now),
    hash: computeSha256,
  });
  return { built, before, hasRemoved };
}

export type ComputedMarket = Awaited<ReturnType<typeof computeMarket>>;

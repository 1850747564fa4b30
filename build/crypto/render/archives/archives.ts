import type { Archive } from "../../../kit/render/archives/archive.ts";
import { type ArchiveMemory, NO_ARCHIVE_MEMORY } from "../../../kit/render/archives/archive-memory.ts";
import type { RenderedArchive } from "../../../kit/render/archives/publish-archive.ts";
import * as kit from "../../../kit/render/archives/render-archives.ts";
import type { World } from "../../api/world.ts";
import { computeRetention } from "./retention.ts";
import { correctionLog } from "./tables/correction-table.ts";
import { fearGreedArchive, globalDaily, news } from "./tables/dataset-tables.ts";
import { defiChainsLatest, defiProtocolsLatest, defiTvlDaily } from "./tables/defi-tables.ts";
import { hours } from "./tables/hour-table.ts";
import { coinsLatest, exchangesLatest } from "./tables/latest-tables.ts";
import { coinHistory, daily, hourly, prices } from "./tables/point-tables.ts";
import { exchangeRates } from "./tables/rate-table.ts";

export const archives: readonly Archive[] = [
  coinsLatest,
  exchangesLatest,
  defiProtocolsLatest,
  defiChainsLatest,
  prices,
  hourly,
  hours,
  daily,
  globalDaily,
  fearGreedArchive,
  defiTvlDaily,
  exchangeRates,
  news,
  correctionLog,
  coinHistory,
];

/** The archives of a build. `memory.retention`: that of the site, or the defaults. */
export function renderArchives(
  world: World,
  memory: ArchiveMemory = NO_ARCHIVE_MEMORY,
  selected: readonly Archive[] = archives,
): AsyncGenerator<RenderedArchive> {
  const retention = computeRetention(memory.retention, world.market.asOfMs);
  return kit.renderArchives(world, { ...memory, retention }, selected);
}

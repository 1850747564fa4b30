import type { BuildTrace } from "../../crypto/api/run-report.ts";
import {
  BACKFILL,
  type BackfillDocument,
  isBackfillDocument,
  mergeBackfillDocuments,
} from "../../crypto/backfill/retry-memory.ts";
import { CANDLE_FOLDERS, findCandleSpan, isCandlePartition } from "../../crypto/candles/candle-document.ts";
import { type CandlePartition, countCandles, mergeCandles } from "../../crypto/candles/candle-partition.ts";
import type { Correction } from "../../crypto/corrections/correction.ts";
import {
  CORRECTIONS,
  isCorrectionLog,
  isCorrectionsName,
  joinCorrections,
} from "../../crypto/corrections/correction-log.ts";
import { recordJoin } from "../../crypto/corrections/record-corrections.ts";
import { recordJoinedRevisions } from "../../crypto/corrections/record-revisions.ts";
import { type DatasetSeries, isDatasetDocument, joinRows } from "../../crypto/history/datasets/dataset-series.ts";
import { datasetSeries } from "../../crypto/history/datasets/datasets.ts";
import {
  HOUR_REVISIONS,
  type HourRevisions,
  isHourRevisions,
  mergeHourRevisions,
} from "../../crypto/history/hour-revisions.ts";
import { countPoints, mergePartitions, type Partition } from "../../crypto/history/partition.ts";
import {
  DAILY,
  DENSE,
  HOURLY,
  HOURS,
  hasTimesOf,
  isPartition,
  isPartitionName,
  PENDING_DAYS,
  SAMPLES,
} from "../../crypto/history/partition-document.ts";
import { isPastHours, mergePastHours, PAST_HOURS, type PastHours } from "../../crypto/history/past-hours-document.ts";
import { createLastKnownGoodCheck } from "../../crypto/ingest/last-known-good.ts";
import { isMarketMemory, MARKET, SPARE_FIELDS } from "../../crypto/market/market-memory.ts";
import { sources } from "../../crypto/sources/registry.ts";
import { LAST_KNOWN_GOOD } from "../../kit/platform/platform.ts";
import type { DocumentKind, DocumentKinds, Merged } from "../../kit/platform/state/document-kind.ts";
import {
  type ArchiveCatalogue,
  CATALOGUE_NAME,
  isArchiveCatalogue,
  mergeCatalogues,
} from "../../kit/render/archives/archive-memory.ts";
import { BUILD_LOG, isBuildLog, joinBuildLogs } from "./build-log.ts";
import { COIN_PAGES, isCoinPageHour } from "./coin-page-hour.ts";
import { ANSWER_LOG, type AnswerLog, isAnswerLog, joinAnswerLogs } from "./reachability.ts";

function joinPartitions(older: Partition, newer: Partition): Merged<Partition> {
  const value = mergePartitions(older, newer);
  return { value, rows: countPoints(value) };
}

/** Hours and days are computed again from joined samples: the last sample of an hour may differ. */
function joinSamples(older: Partition, newer: Partition): Merged<Partition> {
  return { ...joinPartitions(older, newer), open: true };
}

const partitions: DocumentKind<Partition> = {
  isName: isPartitionName,
  accepts: (value, name) => isPartitionName(name) && isPartition(value) && hasTimesOf(name, value),
  merge: joinPartitions,
};

const candles: DocumentKind<CandlePartition> = {
  isName: (name) => findCandleSpan(name) !== undefined,
  accepts: isCandlePartition,
  merge: (older, newer) => {
    const value = mergeCandles(older, newer);
    return { value, rows: countCandles(value) };
  },
};

function describeDataset<Row>(series: DatasetSeries<Row>): DocumentKind<Row[]> {
  return {
    accepts: (value, name) => isDatasetDocument(series, value, name),
    merge: (older, newer) => {
      const value = joinRows(series, older, newer);
      return { value, rows: value.length };
    },
  };
}

const backfill: DocumentKind<BackfillDocument> = {
  accepts: isBackfillDocument,
  merge: (older, newer) => {
    const value = mergeBackfillDocuments(older, newer);
    return { value, rows: Object.keys(value.retries).length };
  },
};

const pastHours: DocumentKind<PastHours> = {
  accepts: isPastHours,
  merge: (older, newer) => {
    const value = mergePastHours(older, newer);
    return { value, rows: Object.keys(value.reachedMs).length };
  },
};

const hourRevisions: DocumentKind<HourRevisions> = {
  accepts: isHourRevisions,
  merge: (older, newer) => {
    const value = mergeHourRevisions(older, newer);
    return { value, rows: Object.keys(value).length };
  },
  follow: recordJoinedRevisions,
};

const builds: DocumentKind<BuildTrace[]> = {
  accepts: isBuildLog,
  merge: (older, newer) => {
    const value = joinBuildLogs(older, newer);
    return { value, rows: value.length };
  },
};

const answers: DocumentKind<AnswerLog> = {
  accepts: isAnswerLog,
  merge: (older, newer) => {
    const value = joinAnswerLogs(older, newer);
    return { value, rows: value.times.length };
  },
};

const corrections: DocumentKind<Correction[]> = {
  isName: isCorrectionsName,
  accepts: isCorrectionLog,
  merge: (older, newer) => {
    const value = joinCorrections(older, newer);
    return { value, rows: value.length };
  },
  follow: recordJoin,
};

const catalogues: DocumentKind<ArchiveCatalogue> = {
  accepts: isArchiveCatalogue,
  merge: (older, newer) => ({ value: mergeCatalogues(older, newer), rows: 1 }),
};

/** Every kind of document in a state: its shape, and how two versions are joined. */
export const STATE_KINDS: DocumentKinds = {
  [MARKET]: { accepts: isMarketMemory, spare: SPARE_FIELDS },
  [LAST_KNOWN_GOOD]: { accepts: createLastKnownGoodCheck(sources), isReadOnce: true },
  [SAMPLES]: { ...partitions, merge: joinSamples },
  [DENSE]: partitions,
  [HOURLY]: partitions,
  // Ten years of them are more than a build may hold in memory.
  [HOURS]: { ...partitions, isReadOnce: true },
  [DAILY]: partitions,
  [PENDING_DAYS]: partitions,
  ...Object.fromEntries(CANDLE_FOLDERS.map((folder) => [folder, candles])),
  [BACKFILL]: backfill,
  [PAST_HOURS]: pastHours,
  [HOUR_REVISIONS]: hourRevisions,
  [CATALOGUE_NAME]: catalogues,
  [BUILD_LOG]: builds,
  [ANSWER_LOG]: answers,
  [CORRECTIONS]: corrections,
  [COIN_PAGES]: { accepts: isCoinPageHour, isReadOnce: true },
  ...Object.fromEntries(datasetSeries.map((series) => [series.prefix, describeDataset(series)])),
};

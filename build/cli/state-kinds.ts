import { BACKFILL, type BackfillMemory } from "../backfill/backfill-memory.ts";
import { isBackfillMemory } from "../backfill/backfill-shape.ts";
import { mergeBackfillMemory } from "../backfill/merge-backfill-memory.ts";
import { isDatasetDocument, joinRows } from "../history/datasets/dataset-series.ts";
import { datasetSeries } from "../history/datasets/update-datasets.ts";
import { countPoints, mergePartitions, type Partition } from "../history/partition.ts";
import { isPartition, isPartitionName } from "../history/partition-document.ts";
import { DAILY, HOURLY, PENDING_DAYS, SAMPLES } from "../history/partition-name.ts";
import { createLastGoodCheck } from "../ingest/last-good-shape.ts";
import { BUILD_LOG, joinBuildLogs } from "../market/build-log.ts";
import type { BuildTrace } from "../market/gate/run-report.ts";
import { isBuildLog, isMarketMemory, SPARE_FIELDS } from "../market/market-memory-shape.ts";
import { RECORD_VERSIONS } from "../normalise/record-version.ts";
import type { DocumentKind, DocumentKinds, MergeDocuments } from "../platform/state/document-kind.ts";
import { isArchiveCatalogue } from "../render/archives/archive-catalogue-shape.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "../render/archives/archive-memory.ts";
import { mergeCatalogues } from "../render/archives/merge-catalogues.ts";
import { sources } from "../sources/registry.ts";

const joinPartitions: MergeDocuments = (older, newer) => {
  const value = mergePartitions(older as Partition, newer as Partition);
  return { value, rows: countPoints(value) };
};

/**
 * What follows from samples is computed again from the joined ones: the last sample of an hour may
 * be another now.
 */
const joinSamples: MergeDocuments = (older, newer) => ({ ...joinPartitions(older, newer), open: true });

const partitions: DocumentKind = { isName: isPartitionName, accepts: isPartition, merge: joinPartitions };

function describeDataset(series: (typeof datasetSeries)[number]): DocumentKind {
  return {
    accepts: (value, name) => isDatasetDocument(series, value, name),
    merge: (older, newer) => {
      const value = joinRows(series, older as never[], newer as never[]);
      return { value, rows: value.length };
    },
  };
}

const backfill: DocumentKind = {
  accepts: isBackfillMemory,
  merge: (older, newer) => {
    const value = mergeBackfillMemory(older as BackfillMemory, newer as BackfillMemory);
    return { value, rows: Object.keys(value.coins).length };
  },
};

const builds: DocumentKind = {
  accepts: isBuildLog,
  merge: (older, newer) => {
    const value = joinBuildLogs(older as BuildTrace[], newer as BuildTrace[]);
    return { value, rows: value.length };
  },
};

const catalogues: DocumentKind = {
  accepts: isArchiveCatalogue,
  merge: (older, newer) => ({ value: mergeCatalogues(older as ArchiveCatalogue, newer as ArchiveCatalogue), rows: 1 }),
};

/**
 * Every kind of document that builds leave: the shape that its readers rely on, and how two
 * versions of it are joined.
 */
export const STATE_KINDS: DocumentKinds = {
  market: { accepts: isMarketMemory, spare: SPARE_FIELDS },
  "last-good/": { accepts: createLastGoodCheck(sources, RECORD_VERSIONS) },
  [SAMPLES]: { ...partitions, merge: joinSamples },
  [HOURLY]: partitions,
  [DAILY]: partitions,
  [PENDING_DAYS]: partitions,
  [BACKFILL]: backfill,
  [CATALOGUE_NAME]: catalogues,
  [BUILD_LOG]: builds,
  ...Object.fromEntries(datasetSeries.map((series) => [series.prefix, describeDataset(series)])),
};

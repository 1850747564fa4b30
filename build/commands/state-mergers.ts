import { BACKFILL, type BackfillMemory } from "../backfill/backfill-memory.ts";
import { mergeBackfillMemory } from "../backfill/merge-backfill-memory.ts";
import type { MergeDocuments } from "../effects/state-merge.ts";
import { joinRows } from "../history/ledger.ts";
import { countPoints, mergePartitions, type Partition } from "../history/partition.ts";
import { DAILY, HOURLY, PENDING_DAYS, SAMPLES } from "../history/partition-name.ts";
import { ledgers } from "../history/update-ledgers.ts";
import { BUILD_LOG, joinBuildLogs } from "../market/build-log.ts";
import type { BuildTrace } from "../market/run-report.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "../writers/archive-memory.ts";
import { mergeCatalogues } from "../writers/merge-catalogues.ts";

const joinPartitions: MergeDocuments = (older, newer) => {
  const value = mergePartitions(older as Partition, newer as Partition);
  return { value, rows: countPoints(value) };
};

/** What follows from samples is computed again from the joined ones: the last sample of an hour may be another now. */
const joinSamples: MergeDocuments = (older, newer) => ({ ...joinPartitions(older, newer), open: true });

function joinLedger(ledger: (typeof ledgers)[number]): MergeDocuments {
  return (older, newer) => {
    const value = joinRows(ledger, older as never[], newer as never[]);
    return { value, rows: value.length };
  };
}

const joinBackfill: MergeDocuments = (older, newer) => {
  const value = mergeBackfillMemory(older as BackfillMemory, newer as BackfillMemory);
  return { value, rows: Object.keys(value.coins).length };
};

const joinBuilds: MergeDocuments = (older, newer) => {
  const value = joinBuildLogs(older as BuildTrace[], newer as BuildTrace[]);
  return { value, rows: value.length };
};

const joinCatalogues: MergeDocuments = (older, newer) => {
  const value = mergeCatalogues(older as ArchiveCatalogue, newer as ArchiveCatalogue);
  return { value, rows: 1 };
};

/** By the beginnings of names. Series are joined point by point and ledgers row by row; whatever is not named here is taken whole, the newer one. */
export const STATE_MERGERS: Readonly<Record<string, MergeDocuments>> = {
  [SAMPLES]: joinSamples,
  [HOURLY]: joinPartitions,
  [DAILY]: joinPartitions,
  [PENDING_DAYS]: joinPartitions,
  [BACKFILL]: joinBackfill,
  [CATALOGUE_NAME]: joinCatalogues,
  [BUILD_LOG]: joinBuilds,
  ...Object.fromEntries(ledgers.map((ledger) => [ledger.prefix, joinLedger(ledger)])),
};

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { BACKFILL, type BackfillMemory, mergeBackfillMemory } from "../backfill/backfill-memory.ts";
import { type MergeDocuments, mergeStates } from "../effects/state-merge.ts";
import { verifyState } from "../effects/state-verify.ts";
import { joinRows } from "../history/ledger.ts";
import { countPoints, mergePartitions, type Partition } from "../history/partition.ts";
import { DAILY, HOURLY, PENDING_DAYS, SAMPLES } from "../history/partition-name.ts";
import { ledgers } from "../history/update-ledgers.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { renderState } from "./state-report.ts";

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

/** By the beginnings of names. Series are joined point by point and ledgers row by row; whatever is not named here is taken whole, the newer one. */
const MERGERS: Readonly<Record<string, MergeDocuments>> = {
  [SAMPLES]: joinSamples,
  [HOURLY]: joinPartitions,
  [DAILY]: joinPartitions,
  [PENDING_DAYS]: joinPartitions,
  [BACKFILL]: joinBackfill,
  ...Object.fromEntries(ledgers.map((ledger) => [ledger.prefix, joinLedger(ledger)])),
};

/** `npm run state -- inspect`: what builds remember, as a table. Fails when something is damaged, after the table. */
export function inspectStateCommand(folder: string): void {
  const root = findRoot(folder);
  const { manifest, faults } = verifyState(root);
  process.stdout.write(renderState(folder, manifest, Date.now()));
  refuseFaults(folder, faults);
}

/** `npm run state -- verify`: checks every document. Fails with the list of what is damaged. */
export function verifyStateCommand(folder: string): void {
  const { manifest, faults } = verifyState(findRoot(folder));
  refuseFaults(folder, faults);
  process.stdout.write(`${folder}: ${manifest.documents.size} documents verified, 0 damaged\n`);
}

/** `npm run state -- merge A B --into C`: the union of two states of one world. */
export async function mergeStatesCommand(a: string, b: string, { into }: { into: string }): Promise<void> {
  const documents = await mergeStates(a, b, into, { mergers: MERGERS });
  process.stdout.write(`${into}: ${documents.size} documents out of ${a} and ${b}\n`);
}

/** A published site has its state in a folder of its own. */
function findRoot(folder: string): string {
  const published = join(resolve(folder), "state");
  return existsSync(join(published, "manifest.json")) ? published : resolve(folder);
}

function refuseFaults(folder: string, faults: ReturnType<typeof verifyState>["faults"]): void {
  if (faults.length === 0) return;
  const list = faults.map(({ name, reason }) => `\n  ${name}: ${reason}`).join("");
  throw new OperationalError(`${folder} is damaged, documents that do not hold: ${faults.length}${list}`);
}

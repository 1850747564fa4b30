import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DocumentInfo } from "../../kit/platform/platform.ts";
import { listDocuments, STATE_MANIFEST, type StateManifest } from "../../kit/platform/state/state-manifest.ts";
import { mergeStates, verifyState } from "../../kit/platform/state/state-open.ts";
import { addToGroup } from "../../lib/entries.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { cutList, groupThousands, renderAge, renderBytes, renderTable } from "../../lib/text-layout.ts";
import { renderDay } from "../../lib/time.ts";
import { STATE_KINDS } from "../run/state-kinds.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";

/** `npm run state -- inspect`: prints all documents. Fails afterwards when one is damaged. */
export function inspectStateCommand(folder: string): void {
  const root = findRoot(folder);
  const { manifest, faults } = verifyState(root, STATE_KINDS);
  stdout.printText(renderState(folder, manifest, Date.now()));
  refuseFaults(folder, faults);
}

/** `npm run state -- verify`: checks every document. Fails with a list of the damaged ones. */
export function verifyStateCommand(folder: string): void {
  const { manifest, faults } = verifyState(findRoot(folder), STATE_KINDS);
  refuseFaults(folder, faults);
  stdout.print(`${folder}: ${manifest.documents.size} documents verified, 0 damaged`);
}

/** `npm run state -- merge A B --into C`: joins two states of one world in a new folder. */
export async function mergeStatesCommand(a: string, b: string, { into }: { into: string }): Promise<void> {
  const documents = await mergeStates([a, b], into, STATE_KINDS, (message) => stderr.warn("state merge", message));
  stdout.print(`${into}: ${documents.size} documents from ${a} and ${b}`);
}

/** A published site has its state in `state/`; the demo market has its own folder. */
function findRoot(folder: string): string {
  const isState = (path: string) => existsSync(join(path, STATE_MANIFEST));
  const published = join(resolve(folder), "state");
  if (isState(published)) return published;
  const demo = `${folder}-demo`;
  if (!isState(folder) && isState(demo)) {
    throw new OperationalError(
      `There is no state in ${folder}. The state of the demo market is in ${demo}: add this folder to the command.`,
    );
  }
  return resolve(folder);
}

function refuseFaults(folder: string, faults: ReturnType<typeof verifyState>["faults"]): void {
  if (faults.length === 0) return;
  const lines = cutList(faults.map(({ name, reason }) => `${name}: ${reason}`)).map((line) => `  ${line}`);
  throw new OperationalError(`${folder} is damaged: ${faults.length} documents failed verification`, { lines });
}

/** A table of the documents, their total, and the days, months or years of each series. */
export function renderState(folder: string, { world, documents }: StateManifest, now: number): string {
  const infos = listDocuments(documents);
  const rows = infos.map((info) => renderRow(info, now));
  const bytes = infos.reduce((sum, info) => sum + info.bytes, 0);
  const total = `${infos.length} documents, ${renderBytes(bytes)}, ${world} data`;
  const coverage = listCoverage(infos.map(({ name }) => name));
  const table = renderTable([["document", "rows", "size", "age", "revision", "closed"], ...rows]);
  return [table, `${folder}: ${total}`, ...coverage.map((line) => `  ${line}`), ""].join("\n");
}

function renderRow({ name, rows, bytes, updatedAtMs, revision, closed }: DocumentInfo, now: number): string[] {
  const age = renderAge(now - updatedAtMs);
  return [name, groupThousands(rows), renderBytes(bytes), age, String(revision), closed ? "closed" : ""];
}

/** One line per series: `hourly  2026-10-06 to 2026-11-19, 44 of 45 days, missing 2026-11-01`. */
function listCoverage(names: readonly string[]): string[] {
  const series = new Map<string, string[]>();
  for (const name of names) {
    const match = /^(.+)\/(\d{4}(?:-\d{2}(?:-\d{2})?)?)$/.exec(name);
    if (match?.[1] !== undefined && match[2] !== undefined) addToGroup(series, match[1], match[2]);
  }
  return [...series].map(([prefix, found]) => {
    const [first = "", last = ""] = [found[0], found.at(-1)];
    const all = listTimes(first, last);
    const missing = all.filter((time) => !found.includes(time));
    const gaps = missing.length === 0 ? "" : `, missing ${missing.join(", ")}`;
    return `${prefix}  ${first} to ${last}, ${found.length} of ${all.length} ${UNITS[first.length]}${gaps}`;
  });
}

/** Units of a series, by the length of its times. */
const UNITS: Readonly<Record<number, string>> = { 4: "years", 7: "months", 10: "days" };

/** Every day, month or year from the first to the last. */
function listTimes(first: string, last: string): string[] {
  const times: string[] = [];
  const endMs = Date.parse(last);
  for (let time = first; Date.parse(time) <= endMs; time = findNext(time)) times.push(time);
  return times;
}

function findNext(time: string): string {
  const next = new Date(time);
  if (time.length === 4) next.setUTCFullYear(next.getUTCFullYear() + 1);
  else if (time.length === 7) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCDate(next.getUTCDate() + 1);
  return renderDay(next.getTime()).slice(0, time.length);
}

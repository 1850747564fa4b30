import { renderAge, renderBytes, renderTable } from "../lib/text-layout.ts";
import { renderDay } from "../lib/time.ts";
import type { DocumentInfo } from "../platform/platform.ts";
import type { StateManifest } from "../platform/state/state-manifest.ts";

/** A table of the documents, their total, and the days, months or years of each series. */
export function renderState(folder: string, { world, documents }: StateManifest, now: number): string {
  const infos = [...documents.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = infos.map((info) => renderRow(info, now));
  const bytes = infos.reduce((sum, info) => sum + info.bytes, 0);
  const total = `${infos.length} documents, ${renderBytes(bytes)}, ${world} data`;
  const coverage = listCoverage(infos.map(({ name }) => name));
  return `${renderTable([["document", "rows", "size", "age", "revision", "closed"], ...rows])}\n${folder}: ${total}\n${coverage.map((line) => `  ${line}\n`).join("")}`;
}

function renderRow({ name, rows, bytes, updatedAtMs, revision, closed }: DocumentInfo, now: number): string[] {
  const age = renderAge(now - updatedAtMs);
  return [name, rows.toLocaleString("en-US"), renderBytes(bytes), age, String(revision), closed ? "closed" : ""];
}

/** One line per series: `hourly  2026-10-06 to 2026-11-19, 44 of 45, missing 2026-11-01`. */
function listCoverage(names: readonly string[]): string[] {
  const series = new Map<string, string[]>();
  for (const name of names) {
    const match = /^(.+)\/(\d{4}(?:-\d{2}(?:-\d{2})?)?)$/.exec(name);
    if (match?.[1] !== undefined && match[2] !== undefined)
      series.set(match[1], [...(series.get(match[1]) ?? []), match[2]]);
  }
  return [...series].map(([prefix, found]) => {
    const [first = "", last = ""] = [found[0], found.at(-1)];
    const all = listTimes(first, last);
    const missing = all.filter((time) => !found.includes(time));
    const gaps = missing.length === 0 ? "" : `, missing ${missing.join(", ")}`;
    return `${prefix}  ${first} to ${last}, ${found.length} of ${all.length}${gaps}`;
  });
}

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

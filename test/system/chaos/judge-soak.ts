import type { Soak } from "./soak-run.ts";

/** Bytes by which the heap may rise and fall by itself. */
const BREATH = 12e6;
/**
 * 45 documents of hours, three of samples, one of each other kind: a state of 50 coins is never
 * larger.
 */
const MAX_STATE_BYTES = 12e6;

/** What a soak promises: sentences of what does not hold. */
export function judgeSoak({ suite, heap, stateBytes, problems, points, answers }: Soak, builds: number): string[] {
  const found = [...suite.problems, ...problems.slice(0, 10)];
  if (suite.builds !== builds) found.push(`${suite.builds} builds instead of ${builds}`);
  // What is loaded once is loaded by the first quarter.
  const settled = heap.slice(Math.ceil(heap.length / 4));
  const half = Math.ceil(settled.length / 2);
  const [early, late] = [settled.slice(0, half), settled.slice(half)].map((part) => Math.min(...part));
  if (late! > early! + BREATH) found.push(`the heap grew from ${early} to ${late} bytes`);
  if (Math.max(...stateBytes) > MAX_STATE_BYTES) found.push(`the state grew to ${Math.max(...stateBytes)} bytes`);
  if (builds > 50 && answers === 0) found.push("no published history was compared");
  if (builds > 50 && points === 0) found.push("no point of the history was compared");
  return found;
}

import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import type { SeriesRequest } from "./series-request.ts";

type Lists = Readonly<Record<"gaps" | "older" | "again", readonly SeriesRequest[]>>;

/** Of four requests three are for gaps, and one for what is older or was asked for in vain: where builds are seldom, each brings new gaps. */
const TURNS: readonly (keyof Lists)[] = ["gaps", "gaps", "gaps", "older", "gaps", "gaps", "gaps", "again"];

/** The requests of all lists, in turns; with whose turn the list begins changes from build to build, so that a small budget reaches all of them. */
export function takeTurns(lists: Lists, asOfMs: number): SeriesRequest[] {
  const left = { gaps: [...lists.gaps], older: [...lists.older], again: [...lists.again] };
  for (const list of Object.values(left)) list.reverse();
  const all: SeriesRequest[] = [];
  // Not a multiple of the turns in any cadence that divides a day.
  let turn = Math.floor(asOfMs / DAY_MS) + Math.floor(asOfMs / HOUR_MS);
  for (; Object.values(left).some(({ length }) => length > 0); turn += 1) {
    const name = TURNS[turn % TURNS.length] ?? "gaps";
    const request = left[name].pop();
    if (request !== undefined) all.push(request);
  }
  return all;
}

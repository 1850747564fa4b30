import { findStarts } from "../../crypto/api/answer-spans.ts";
import { ABSENT_BUILDS, type Outage, type Reachability } from "../../crypto/api/run-report.ts";
import { isText, isTimeMs, listOf, mapOf, objectOf, optional, type Shape, type ShapeOf } from "../../lib/shape.ts";
import type { Judged } from "./build-log.ts";

export const ANSWER_LOG = "answers";

/**
 * Which sources answered in the builds of the last month. A build that the gate refused counts too.
 * A text of one character per build is small: 40 sources take about 80 KB, and 5 KB compressed.
 */
export type AnswerLog = ShapeOf<typeof isGrid>;
const isGrid = objectOf({
  /** When each build began, ascending. */
  times: listOf(isTimeMs),
  /** By source, a sign for each build. */
  answers: mapOf(isText),
  /** By source, the last error and the time of its build. */
  errors: mapOf(objectOf({ timeMs: isTimeMs, text: isText })),
  /** By source, the last build in which it took all of its time and did not answer. */
  timeouts: optional(mapOf(isTimeMs)),
});

/** Whether a stored value has the shape of the log, with one entry for each time. */
export const isAnswerLog: Shape<AnswerLog> = (value): value is AnswerLog =>
  isGrid(value) && Object.values(value.answers).every(({ length }) => length === value.times.length);

const ANSWERED = "1";
const MISSED = "0";
/** Not requested, off, or unknown in that build. */
const NOT_REQUESTED = "-";

/** More than a month of builds at a pace of one in five minutes. */
const MAX_BUILDS = 10_000;
/** Errors quote responses. */
const MAX_ERROR_LENGTH = 300;

type ReadSources = Pick<Judged, "generatedAtMs" | "sources">;

const EMPTY: AnswerLog = { times: [], answers: {}, errors: {} };

/**
 * Adds a build and drops those older than a month. A repeated build replaces itself. `timedOut`:
 * the sources that took all of their time.
 */
export function addAnswers(
  known: AnswerLog | undefined,
  { generatedAtMs, sources }: ReadSources,
  timedOut: Iterable<string> = [],
): AnswerLog {
  const timeouts = Object.fromEntries([...timedOut].map((id) => [id, generatedAtMs]));
  const own: AnswerLog = { times: [generatedAtMs], answers: {}, errors: {}, timeouts };
  for (const { id, answered, lastError } of sources) {
    if (answered === null) continue;
    own.answers[id] = answered ? ANSWERED : MISSED;
    if (lastError !== null) own.errors[id] = { timeMs: generatedAtMs, text: lastError.slice(0, MAX_ERROR_LENGTH) };
  }
  return dropOld(joinAnswerLogs(known ?? EMPTY, own), findStarts(generatedAtMs).month);
}

/**
 * A source that timed out gets less time in so many builds, and then its full time again. A last
 * known good response is used for three cadences, so one timeout of a source that needs longer
 * leaves no gap.
 */
const SLOW_BUILDS = 2;

/** The sources that took all of their time in one of the last builds. */
export function findSlowSources({ times, timeouts = {} }: AnswerLog): Set<string> {
  const firstMs = times.slice(-SLOW_BUILDS)[0] ?? 0;
  return new Set(Object.entries(timeouts).flatMap(([id, timeMs]) => (timeMs >= firstMs ? [id] : [])));
}

/** The sources that did not answer in the last build. */
export function findAbsentSources({ answers }: AnswerLog): Set<string> {
  return new Set(Object.entries(answers).flatMap(([id, signs]) => (signs.endsWith(MISSED) ? [id] : [])));
}

function dropOld(log: AnswerLog, fromMs: number): AnswerLog {
  const kept = log.times.filter((timeMs) => timeMs >= fromMs).slice(-MAX_BUILDS).length;
  return cut(log, log.times.length - kept, log.times.length, (timeMs) => timeMs >= fromMs);
}

/** Drops the builds after a time. */
export function dropLater(log: AnswerLog, lastMs: number): AnswerLog {
  return cut(log, 0, log.times.filter((timeMs) => timeMs <= lastMs).length, (timeMs) => timeMs <= lastMs);
}

/** The builds from one position to another, and the errors and timeouts of a time. */
function cut(
  { times, answers, errors, timeouts = {} }: AnswerLog,
  start: number,
  end: number,
  isKept: (timeMs: number) => boolean,
): AnswerLog {
  const signs = Object.entries(answers).map(([id, all]) => [id, all.slice(start, end)] as const);
  return {
    times: times.slice(start, end),
    answers: Object.fromEntries(signs.filter(([, own]) => own.includes(ANSWERED) || own.includes(MISSED))),
    errors: Object.fromEntries(Object.entries(errors).filter(([, { timeMs }]) => isKept(timeMs))),
    timeouts: Object.fromEntries(Object.entries(timeouts).filter(([, timeMs]) => isKept(timeMs))),
  };
}

/** The log without some sources: it quotes what they answered when they failed. */
export function removeSources(log: AnswerLog, { sources }: { sources: ReadonlySet<string> }): AnswerLog {
  const { timeouts = {} } = log;
  if (![log.answers, log.errors, timeouts].flatMap(Object.keys).some((id) => sources.has(id))) return log;
  const drop = <Value>(bySource: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(bySource).filter(([id]) => !sources.has(id)));
  return { ...log, answers: drop(log.answers), errors: drop(log.errors), timeouts: drop(timeouts) };
}

/** All builds of two logs; where both have a build, the newer log counts. */
export function joinAnswerLogs(older: AnswerLog, newer: AnswerLog): AnswerLog {
  const times = [...new Set([...older.times, ...newer.times])].sort((a, b) => a - b);
  const columns = [newer, older].map((log) => {
    const positions = new Map(log.times.map((timeMs, position) => [timeMs, position]));
    return { answers: log.answers, positions: times.map((timeMs) => positions.get(timeMs)) };
  });
  const joinSigns = (id: string): string =>
    times
      .map((_, at) => {
        for (const { answers, positions } of columns) {
          const position = positions[at];
          if (position !== undefined) return answers[id]?.[position] ?? NOT_REQUESTED;
        }
        return NOT_REQUESTED;
      })
      .join("");
  const ids = new Set([...Object.keys(older.answers), ...Object.keys(newer.answers)]);
  const errors = new Map(Object.entries(older.errors));
  for (const [id, error] of Object.entries(newer.errors))
    if (error.timeMs >= (errors.get(id)?.timeMs ?? error.timeMs)) errors.set(id, error);
  const timeouts = { ...older.timeouts };
  for (const [id, timeMs] of Object.entries(newer.timeouts ?? {})) timeouts[id] = Math.max(timeMs, timeouts[id] ?? 0);
  return {
    times,
    answers: Object.fromEntries([...ids].map((id) => [id, joinSigns(id)])),
    errors: Object.fromEntries(errors),
    timeouts,
  };
}

/** How often each source answered that is not off. `log` contains the build of the report. */
export function computeReachability(log: AnswerLog, { generatedAtMs, sources }: ReadSources): Reachability[] {
  return sources.flatMap(({ id, name, kind, status, fetchedAtMs }) => {
    if (status === "off") return [];
    const signs = log.answers[id] ?? "";
    const starts = findStarts(generatedAtMs);
    const count = (fromMs: number) => countAnswers(log.times, signs, fromMs, generatedAtMs);
    const [day, week, month] = [count(starts.day), count(starts.week), count(starts.month)];
    return {
      id,
      name,
      kind,
      requested: { day: day.requested, week: week.requested, month: month.requested },
      answeredShare: { day: day.share, week: week.share, month: month.share },
      absentBuilds: countMissed(signs),
      lastSuccessMs: findLastSuccess(log.times, signs, generatedAtMs) ?? fetchedAtMs,
      lastError: log.errors[id] ?? null,
    };
  });
}

/** Outages of sources that are not off, newest first. `log` contains the build of the report. */
export function listOutages(log: AnswerLog, { generatedAtMs, sources }: ReadSources): Outage[] {
  return sources
    .flatMap(({ id, name, status }) =>
      status === "off" ? [] : findOutages(log.times, log.answers[id] ?? "").map((outage) => ({ id, name, ...outage })),
    )
    .filter(({ noticedMs }) => noticedMs <= generatedAtMs)
    .sort((a, b) => b.noticedMs - a.noticedMs);
}

/**
 * Oldest first. An outage begins after an answer: a beginning that the log no longer has, or a
 * source that never answered, is none. A build that did not request the source changes nothing.
 */
function findOutages(times: readonly number[], signs: string): Omit<Outage, "id" | "name">[] {
  const outages: Omit<Outage, "id" | "name">[] = [];
  let missed: number[] = [];
  const close = (endedMs: number | null) => {
    const [fromMs] = missed;
    const noticedMs = missed[ABSENT_BUILDS - 1];
    if (fromMs !== undefined && noticedMs !== undefined) outages.push({ fromMs, noticedMs, endedMs });
    missed = [];
  };
  const firstAnswer = signs.indexOf(ANSWERED);
  if (firstAnswer < 0) return outages;
  for (const [at, timeMs] of times.entries()) {
    if (at < firstAnswer) continue;
    if (signs[at] === MISSED) missed.push(timeMs);
    else if (signs[at] === ANSWERED) close(timeMs);
  }
  close(null);
  return outages;
}

/** A clock that was ahead may have left later builds. */
function findLastSuccess(times: readonly number[], signs: string, lastMs: number): number | undefined {
  return times.findLast((timeMs, at) => timeMs <= lastMs && signs[at] === ANSWERED);
}

/** Counts the builds from `fromMs` until `toMs`. */
function countAnswers(times: readonly number[], signs: string, fromMs: number, toMs: number) {
  let requested = 0;
  let answered = 0;
  for (const [at, timeMs] of times.entries()) {
    if (timeMs < fromMs || timeMs > toMs) continue;
    if (signs[at] === ANSWERED) answered += 1;
    if (signs[at] === ANSWERED || signs[at] === MISSED) requested += 1;
  }
  return { requested, share: requested === 0 ? null : answered / requested };
}

function countMissed(signs: string): number {
  return signs.slice(signs.lastIndexOf(ANSWERED) + 1).replaceAll(NOT_REQUESTED, "").length;
}

import { isText, isTimeMs, listOf, mapOf, objectOf, type Shape, type ShapeOf } from "../../lib/shape.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Judged, PerSpan, Reachability } from "./run-report.ts";

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
});

export const isAnswerLog: Shape<AnswerLog> = (value): value is AnswerLog =>
  isGrid(value) && Object.values(value.answers).every(({ length }) => length === value.times.length);

const ANSWERED = "1";
const MISSED = "0";
/** Not requested, off, or unknown in that build. */
const NOT_REQUESTED = "-";

const SPANS_MS: PerSpan<number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
/** More than a month of builds at a pace of one in five minutes. */
const MAX_BUILDS = 10_000;
/** Errors quote responses. */
const MAX_ERROR_LENGTH = 300;

type ReadSources = Pick<Judged, "generatedAtMs" | "sources">;

const EMPTY: AnswerLog = { times: [], answers: {}, errors: {} };

/** Adds a build and drops those older than a month. A repeated build replaces itself. */
export function addAnswers(known: AnswerLog | undefined, { generatedAtMs, sources }: ReadSources): AnswerLog {
  const own: AnswerLog = { times: [generatedAtMs], answers: {}, errors: {} };
  for (const { id, answered, lastError } of sources) {
    if (answered === null) continue;
    own.answers[id] = answered ? ANSWERED : MISSED;
    if (lastError !== null) own.errors[id] = { timeMs: generatedAtMs, text: lastError.slice(0, MAX_ERROR_LENGTH) };
  }
  return dropOld(joinAnswerLogs(known ?? EMPTY, own), generatedAtMs - SPANS_MS.month);
}

function dropOld({ times, answers, errors }: AnswerLog, untilMs: number): AnswerLog {
  const kept = times.filter((timeMs) => timeMs > untilMs).slice(-MAX_BUILDS).length;
  const start = times.length - kept;
  const young = Object.entries(answers).map(([id, signs]) => [id, signs.slice(start)] as const);
  return {
    times: times.slice(start),
    answers: Object.fromEntries(young.filter(([, signs]) => signs.includes(ANSWERED) || signs.includes(MISSED))),
    errors: Object.fromEntries(Object.entries(errors).filter(([, { timeMs }]) => timeMs > untilMs)),
  };
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
  return {
    times,
    answers: Object.fromEntries([...ids].map((id) => [id, joinSigns(id)])),
    errors: Object.fromEntries(errors),
  };
}

/** How often each source answered that is not off. `log` contains the build of the report. */
export function computeReachability(log: AnswerLog, { generatedAtMs, sources }: ReadSources): Reachability[] {
  return sources.flatMap(({ id, name, kind, status, fetchedAtMs }) => {
    if (status === "off") return [];
    const signs = log.answers[id] ?? "";
    const spans = mapSpans((spanMs) => countAnswers(log.times, signs, generatedAtMs - spanMs, generatedAtMs));
    return {
      ...{ id, name, kind },
      requested: { day: spans.day.requested, week: spans.week.requested, month: spans.month.requested },
      answered: { day: spans.day.share, week: spans.week.share, month: spans.month.share },
      absentBuilds: countMissed(signs),
      lastSuccessMs: log.times[signs.lastIndexOf(ANSWERED)] ?? fetchedAtMs,
      lastError: log.errors[id] ?? null,
    };
  });
}

function mapSpans<Value>(compute: (spanMs: number) => Value): PerSpan<Value> {
  return { day: compute(SPANS_MS.day), week: compute(SPANS_MS.week), month: compute(SPANS_MS.month) };
}

/** Counts the builds after `fromMs` until `toMs`. */
function countAnswers(times: readonly number[], signs: string, fromMs: number, toMs: number) {
  let requested = 0;
  let answered = 0;
  for (const [at, timeMs] of times.entries()) {
    if (timeMs <= fromMs || timeMs > toMs) continue;
    if (signs[at] === ANSWERED) answered += 1;
    if (signs[at] === ANSWERED || signs[at] === MISSED) requested += 1;
  }
  return { requested, share: requested === 0 ? null : answered / requested };
}

function countMissed(signs: string): number {
  return signs.slice(signs.lastIndexOf(ANSWERED) + 1).replaceAll(NOT_REQUESTED, "").length;
}

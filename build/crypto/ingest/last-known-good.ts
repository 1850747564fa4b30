import { type Effects, LAST_KNOWN_GOOD } from "../../kit/platform/platform.ts";
import {
  isFlag,
  isNumber,
  isText,
  isTimeMs,
  listOf,
  mapOf,
  objectOf,
  optional,
  orNull,
  type ShapeOf,
} from "../../lib/shape.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/time.ts";
import { identifyRecord, keepIdentity, type RecordKind, type RecordKinds } from "../normalise/record.ts";
import { getRecordVersion, RECORD_SHAPES } from "../normalise/record-shape.ts";
import type { Feed, FeedRequest, RequestFailure, Source } from "../sources/source.ts";
import { isShrunken } from "./shrunken.ts";

/** A feed's last known good response in the state. `times[i]` is when `records[i]` was fetched. */
export interface LastKnownGood extends ShapeOf<typeof isHeld> {
  records: RecordKinds[RecordKind][];
}

const isHeld = objectOf({
  /** Version of the form of its records. */
  version: isNumber,
  fetchedAtMs: isTimeMs,
  /** False: some requests failed, so it is fetched again even while it is young. */
  complete: isFlag,
  /** The URL it came from, with its validators; `null` if there were several. */
  validated: orNull(
    objectOf({ url: isText, validators: objectOf({ etag: optional(isText), lastModified: optional(isText) }) }),
  ),
  times: listOf(isTimeMs),
  /** When each page of a feed of several pages was last answered, by URL. */
  answered: optional(mapOf(isTimeMs)),
  /** Size and URLs of the last complete response: the next one is compared with it. */
  full: orNull(objectOf({ records: isNumber, urls: listOf(isText) })),
  /** Set while responses are implausibly small. */
  shrunken: orNull(isShrunken),
  /** Failures of requests that bring one record, by the key of that record. */
  failures: mapOf(objectOf({ inARow: isNumber, atMs: isTimeMs })),
});

/** The name of a feed's document in the state. */
export function lastKnownGoodName(source: string, feed: string): string {
  return `${LAST_KNOWN_GOOD}${source}.${feed}`;
}

/** Clocks that are right differ by less. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * `undefined` without one, if its records have an older form, or if it is from the future: a wrong
 * clock wrote it, so its age is unknown.
 */
export async function readLastKnownGood(
  { effects, now }: { effects: Pick<Effects, "state">; now: number },
  source: string,
  feed: Feed,
): Promise<LastKnownGood | undefined> {
  const lastGood = await effects.state.read<LastKnownGood>(lastKnownGoodName(source, feed.id));
  if (lastGood === undefined || lastGood.version !== getRecordVersion(feed.kind)) return undefined;
  return lastGood.fetchedAtMs <= now + CLOCK_TOLERANCE_MS ? lastGood : undefined;
}

/** One without records, of now. */
export function createLastKnownGood({ kind }: Feed, now: number): LastKnownGood {
  return {
    version: getRecordVersion(kind),
    fetchedAtMs: now,
    complete: false,
    validated: null,
    records: [],
    times: [],
    full: null,
    shrunken: null,
    failures: {},
  };
}

interface MergeOptions {
  now: number;
  complete: boolean;
  /** The requests of this run do not cover all records of the feed. */
  partial: boolean;
  rejected: number;
  maxAgeMs: number;
}

/**
 * Merges fresh records with earlier ones up to `maxAgeMs` old: those that no request of this run
 * was for (`partial`), those of a page that failed, and what stays true of those that may be the
 * `rejected` rows.
 */
export function mergeLastKnownGood(
  feed: Feed,
  before: LastKnownGood | undefined,
  fresh: readonly RecordKinds[RecordKind][],
  { now, complete, partial, rejected, maxAgeMs }: MergeOptions,
): LastKnownGood {
  const { kind } = feed;
  const records = [...fresh];
  const times = fresh.map(() => now);
  const keepsAll = partial || !complete;
  if (before !== undefined && (keepsAll || rejected > 0)) {
    const present = new Set(fresh.map((record) => identifyRecord(kind, record)));
    const kept = dropOld(before, maxAgeMs, now);
    for (const [index, record] of kept.records.entries()) {
      const stayed = keepsAll ? record : keepIdentity(record);
      if (stayed === undefined || present.has(identifyRecord(kind, record))) continue;
      records.push(stayed);
      times.push(kept.times[index] ?? kept.fetchedAtMs);
    }
  }
  return {
    ...createLastKnownGood(feed, now),
    complete,
    records,
    times,
    full: before?.full ?? null,
    shrunken: complete ? null : (before?.shrunken ?? null),
  };
}

/** Drops records that were fetched longer than `maxAgeMs` ago. */
export function dropOld(lastGood: LastKnownGood, maxAgeMs: number, now: number): LastKnownGood {
  const isYoung = (_: unknown, index: number): boolean =>
    now - (lastGood.times[index] ?? lastGood.fetchedAtMs) <= maxAgeMs;
  return { ...lastGood, records: lastGood.records.filter(isYoung), times: lastGood.times.filter(isYoung) };
}

/** Older failures are forgotten: no request waits longer. */
const REMEMBERED_MS = 90 * DAY_MS;

/**
 * Counts failures in a row of requests that bring one record: a page that is gone must not take
 * the place of others in every run.
 */
export function countFailures(
  { kind }: Feed,
  requests: readonly FeedRequest[],
  records: readonly RecordKinds[RecordKind][],
  before: Readonly<Record<string, RequestFailure>>,
  now: number,
): Record<string, RequestFailure> {
  const brought = new Set(records.map((record) => identifyRecord(kind, record)));
  const failures = Object.fromEntries(Object.entries(before).filter(([, { atMs }]) => now - atMs <= REMEMBERED_MS));
  for (const { brings } of requests) {
    if (brings === undefined) continue;
    if (brought.has(brings)) delete failures[brings];
    else failures[brings] = { inARow: (before[brings]?.inARow ?? 0) + 1, atMs: now };
  }
  return failures;
}

/** When each request was last answered, by URL. `urls`: those that are answered now. */
export function noteAnswers(
  all: readonly FeedRequest[],
  urls: readonly string[],
  before: LastKnownGood | undefined,
  now: number,
): Record<string, number> {
  const answered: Record<string, number> = {};
  for (const { url } of all) {
    const timeMs = urls.includes(url) ? now : before?.answered?.[url];
    if (timeMs !== undefined) answered[url] = timeMs;
  }
  return answered;
}

/**
 * Checks last known good responses by document name. Documents of unknown feeds and other versions
 * pass: they are not read.
 */
export function createLastKnownGoodCheck(sources: readonly Source[]): (value: unknown, name: string) => boolean {
  const feeds = new Map<string, Feed>(
    sources.flatMap(({ id, feeds }) => feeds.map((feed) => [lastKnownGoodName(id, feed.id), feed] as const)),
  );
  return (value, name) => {
    const feed = feeds.get(name);
    if (feed === undefined || (hasVersion(value) && value.version !== getRecordVersion(feed.kind))) return true;
    if (!isHeld(value) || !("records" in value) || !listOf<unknown>(RECORD_SHAPES[feed.kind])(value.records))
      return false;
    return value.records.length === value.times.length;
  };
}

function hasVersion(value: unknown): value is { version: number } {
  return typeof value === "object" && value !== null && "version" in value && isNumber(value.version);
}

import { isFlag, isNumber, isText, isTimeMs, listOf, mapOf, objectOf, optional, orNull } from "../lib/shape.ts";
import type { RecordKind } from "../normalise/record.ts";
import { RECORD_SHAPES } from "../normalise/record-shape.ts";
import type { Validators } from "../platform/platform.ts";
import type { Feed, RequestFailure, Source } from "../sources/source.ts";
import { type LastGood, lastGoodName } from "./last-good.ts";
import type { Shrunken } from "./shrunken.ts";

const isHeld = objectOf<Omit<LastGood, "records">>({
  version: isNumber,
  fetchedAtMs: isTimeMs,
  complete: isFlag,
  validated: orNull(
    objectOf<NonNullable<LastGood["validated"]>>({
      url: isText,
      validators: objectOf<Validators>({ etag: optional(isText), lastModified: optional(isText) }),
    }),
  ),
  times: listOf(isTimeMs),
  full: orNull(objectOf<NonNullable<LastGood["full"]>>({ records: isNumber, urls: listOf(isText) })),
  shrunken: orNull(objectOf<Shrunken>({ answers: isNumber, sinceMs: isTimeMs, records: isNumber })),
  failures: mapOf(objectOf<RequestFailure>({ inARow: isNumber, atMs: isTimeMs })),
});

/**
 * The check of feeds' last good answers, by the name of the document. Of a feed that no source has,
 * and of records in the form of another version, nothing is read.
 */
export function createLastGoodCheck(
  sources: readonly Source[],
  versions: Readonly<Record<RecordKind, number>>,
): (value: unknown, name: string) => boolean {
  const feeds = new Map<string, Feed>(
    sources.flatMap(({ id, feeds }) => feeds.map((feed) => [lastGoodName(id, feed.id), feed] as const)),
  );
  return (value, name) => {
    const feed = feeds.get(name);
    if (feed === undefined || (hasVersion(value) && value.version !== versions[feed.kind])) return true;
    if (!isHeld(value) || !("records" in value) || !listOf<unknown>(RECORD_SHAPES[feed.kind])(value.records))
      return false;
    return value.records.length === value.times.length;
  };
}

function hasVersion(value: unknown): value is { version: number } {
  return typeof value === "object" && value !== null && "version" in value && isNumber(value.version);
}

import type { RecordKind, RecordKinds } from "../normalise/record.ts";
import type { Feed, RequestContext, Source } from "../sources/source.ts";
import type { LastGood } from "./last-good.ts";
import type { Session } from "./session.ts";

/** What a feed may know when it says what to ask. */
export function buildRequestContext(
  source: Source,
  feed: Feed,
  {
    now,
    coins,
    detailsPerBuild,
    apiKeys,
    outcomes,
  }: Pick<Session, "now" | "coins" | "detailsPerBuild" | "apiKeys" | "outcomes">,
  before: LastGood | undefined,
): RequestContext {
  return {
    now,
    coins,
    detailsPerBuild,
    apiKeys,
    failures: new Map(Object.entries(before?.failures ?? {})),
    records: <K extends RecordKind>(name: string) =>
      (outcomes.get(`${source.id}.${name}`)?.dataset?.records ?? []) as RecordKinds[K][],
    /** Only a feed's own earlier records are offered: that is all any source needs. */
    lastGood: <K extends RecordKind>(name: string) => {
      if (name !== feed.id) throw new Error(`${source.id}/${feed.id} may only look back at its own records`);
      return (before?.records ?? []).map((record, index) => ({
        record: record as RecordKinds[K],
        fetchedAtMs: before?.times[index] ?? before?.fetchedAtMs ?? 0,
      }));
    },
  };
}

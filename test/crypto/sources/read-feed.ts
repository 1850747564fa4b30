import type { Dropped, RecordKind, RecordKinds } from "../../../build/crypto/normalise/record.ts";
import { isDropped } from "../../../build/crypto/sources/kit/schema.ts";
import { type FeedRequest, FIRST_RUN, type RequestContext, type Source } from "../../../build/crypto/sources/source.ts";

export interface ReadOptions {
  /** Records of the source's other feeds, by feed id. */
  records?: Readonly<Record<string, readonly unknown[]>>;
  now?: number;
  serverTimeMs?: number | null;
  /** Which of the feed's requests the body answers: the first one by default. */
  request?: FeedRequest;
}

export interface ReadResult<K extends RecordKind> {
  records: RecordKinds[K][];
  dropped: Dropped[];
}

const NOW = Date.UTC(2026, 10, 20, 9, 15);

/**
 * Reads one body the way a build does: the upstream's own error first, then the schema, then the
 * records. Throws what the upstream says, or the schema's error. `readFeed<"ticker">(kraken,
 * "tickers", body, { records: { listing } })`.
 */
export function readFeed<K extends RecordKind = RecordKind>(
  source: Source,
  feedId: string,
  body: unknown,
  options: ReadOptions = {},
): ReadResult<K> {
  const feed = source.feeds.find((candidate) => candidate.id === feedId);
  if (feed === undefined) throw new Error(`${source.id} has no feed "${feedId}"`);
  const message = source.findError?.(body);
  if (message !== undefined) throw new Error(`${source.id}/${feedId}: ${message}`);

  const now = options.now ?? NOW;
  const records = <R extends RecordKind>(id: string, _kind: R) => (options.records?.[id] ?? []) as RecordKinds[R][];
  const result: ReadResult<K> = { records: [], dropped: [] };
  const values = feed.normalise(feed.schema.parse(body), {
    now,
    serverTimeMs: options.serverTimeMs ?? null,
    request: options.request ?? firstRequest(source, feedId, createContext({ now, records })),
    records,
  });
  for (const value of values) {
    if (isDropped(value)) result.dropped.push(value);
    else result.records.push(value as RecordKinds[K]);
  }
  return result;
}

/** How many rows were left out for each reason. */
export function countReasons(dropped: readonly Dropped[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of dropped) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** A build with nothing remembered and no key. */
export function createContext(change: Partial<RequestContext> = {}): RequestContext {
  return { ...FIRST_RUN, now: NOW, coins: 100, detailsPerBuild: 10, ...change };
}

function firstRequest(source: Source, feedId: string, context: RequestContext): FeedRequest {
  const request = source.feeds.find((feed) => feed.id === feedId)?.requests(context)[0];
  if (request === undefined) throw new Error(`${source.id}/${feedId} asks for nothing: pass the request it answers`);
  return request;
}

import type { DemoMarket } from "../../../../build/crypto/demo/demo-market.ts";
import { findSimulator } from "../../../../build/crypto/demo/simulators.ts";
import type { RecordKind, RecordKinds } from "../../../../build/crypto/normalise/record.ts";
import type { Source } from "../../../../build/crypto/sources/source.ts";
import { createContext, type ReadResult, readFeed } from "../../sources/read-feed.ts";

/**
 * What the demo market answers for an address, as an upstream would send it: text, or JSON that
 * went over the wire.
 */
export function ask(demo: DemoMarket, address: string): { status: number; body: unknown } {
  const url = new URL(address);
  const answer = findSimulator(url.host)?.answer({ url, headers: {} }, demo);
  if (answer === undefined) return { status: 404, body: undefined };
  const { status = 200, body } = answer;
  return { status, body: typeof body === "string" ? body : JSON.parse(JSON.stringify(body)) };
}

/**
 * Reads every feed of a source from the demo market, each request of it, in the order of the
 * source. `watch` may put an observer in place of each body.
 */
export function readSource(
  source: Source,
  demo: DemoMarket,
  watch: (body: unknown) => unknown = (body) => body,
): Map<string, ReadResult<RecordKind>> {
  const results = new Map<string, ReadResult<RecordKind>>();
  const records = <K extends RecordKind>(feed: string, _kind: K) =>
    (results.get(feed)?.records ?? []) as RecordKinds[K][];
  for (const feed of source.feeds) {
    const context = createContext({ now: demo.now, coins: demo.coins.length, detailsPerBuild: 4, records });
    const merged: ReadResult<RecordKind> = { records: [], dropped: [] };
    for (const request of feed.requests(context)) {
      for (const address of new Set([request.url, request.fallbackUrl ?? request.url])) {
        const { status, body } = ask(demo, address);
        if (status !== 200) throw new Error(`${address} was answered with ${status}`);
        const known = Object.fromEntries([...results].map(([id, { records }]) => [id, records]));
        const options = { now: demo.now, serverTimeMs: demo.now, request, records: known };
        const { records: read, dropped } = readFeed(source, feed.id, watch(body), options);
        if (address === request.url) merged.records.push(...read);
        merged.dropped.push(...dropped);
      }
    }
    results.set(feed.id, merged);
  }
  return results;
}

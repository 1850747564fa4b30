import type { DemoMarket } from "../../build/demo/demo-market.ts";
import type { Simulator } from "../../build/demo/simulator.ts";
import { parseJson } from "../../build/lib/json/parse-json.ts";
import { Dropped, type RecordKind, type RecordKinds } from "../../build/normalise/record.ts";
import type { NormaliseContext, Source } from "../../build/sources/source.ts";
import { createContext, type ReadResult } from "../sources/read-feed.ts";

/** Reads the first request of a feed from the simulator exactly as from the upstream. */
export function simulateFeed<K extends RecordKind>(
  source: Source,
  feedId: string,
  simulator: Simulator,
  demo: DemoMarket,
  records: NormaliseContext["records"] = () => [],
): ReadResult<K> {
  const feed = source.feeds.find(({ id }) => id === feedId)!;
  const shared = { now: demo.now, records };
  const [request] = feed.requests(createContext(shared));
  const answer = simulator.answer({ url: new URL(request!.url), headers: {} }, demo);
  if (answer === undefined) throw new Error(`no simulated answer for ${request!.url}`);
  const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  const body = feed.format === "json" ? parseJson(text) : text;
  const error = feed.findError?.(body);
  if (error !== undefined) throw new Error(error);
  const rows = [...feed.normalise(feed.schema.parse(body), { ...shared, serverTimeMs: demo.now, request: request! })];
  return {
    records: rows.filter((row) => !(row instanceof Dropped)) as RecordKinds[K][],
    dropped: rows.filter((row) => row instanceof Dropped),
  };
}

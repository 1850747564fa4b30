import type { ArchiveEntry } from "../../kit/api/archive-entry.ts";
import type { Endpoint as Contract, Docs } from "../../kit/api/endpoint.ts";
import type { StoredCandles } from "../candles/stored-candles.ts";
import type { Fixings } from "../history/datasets/fixings.ts";
import type { History } from "../history/read-history.ts";
import type { Market } from "../market/model/market.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { RunReport } from "./run-report.ts";
import type { LeftOut, REPORTS, TreeName } from "./trees.ts";

/** Everything that an answer may be computed from. */
export interface World {
  market: Market;
  history: History;
  candles: StoredCandles;
  /** The central bank's fixings as `/api/exchange-rates/history` publishes them. */
  fixings: Fixings;
  run: RunReport;
  /** Currencies of the price lists, besides USD: lower-case codes. */
  mainCurrencies: readonly string[];
  /** Coins with files of their own in optional trees, if fewer than planned. */
  coveredCoins?: number;
  /** The optional trees that are not published in full; known when all others are rendered. */
  leftOut?: readonly LeftOut[];
  /** Rendered before the responses, which list them. */
  archives: readonly ArchiveEntry[];
  /** Built from the embedded demo market; every answer says so. */
  sample: boolean;
  /** Answers hold no price and no volume of a single venue's order book. Absent: they do. */
  hidesBooks?: boolean;
}

export type Tag = "market" | "defi" | "archives" | "news" | "fiat" | "service" | "compat";

/** An endpoint of this interface: the contract in words of the domain. */
export interface Endpoint extends Contract<World> {
  docs: Docs & { tag: Tag };
  kinds: readonly RecordKind[];
  tree?: TreeName | typeof REPORTS;
}

/** Whether the endpoint has an answer in this build, and its files are not left out. */
export function isPublished({ variants, tree }: Endpoint, world: World): boolean {
  if (world.leftOut?.some((one) => one.tree === tree && one.coveredCoins === 0)) return false;
  for (const _ of variants(world)) return true;
  return false;
}

/** Whether the terms of its only sources keep the endpoint out of this build. */
export function isExcluded({ kinds }: Pick<Endpoint, "kinds">, { excludedKinds = [] }: World["run"]): boolean {
  return kinds.length > 0 && kinds.every((kind) => excludedKinds.includes(kind));
}

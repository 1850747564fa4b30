import type { Endpoint as Contract, Docs } from "../../kit/api/endpoint.ts";
import type { BaseWorld, REPORTS } from "../../kit/api/world.ts";
import type { StoredCandles } from "../candles/stored-candles.ts";
import type { Correction } from "../corrections/correction.ts";
import type { Fixings } from "../history/datasets/fixings.ts";
import type { History } from "../history/read-history.ts";
import type { Market } from "../market/model/market.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { RunReport } from "./run-report.ts";
import type { LeftOut, TreeName } from "./trees.ts";

/** Everything that an answer may be computed from. */
export interface World extends BaseWorld {
  market: Market;
  history: History;
  candles: StoredCandles;
  /** The central bank's fixings as `/api/exchange-rates/history` publishes them. */
  fixings: Fixings;
  run: RunReport;
  /** Currencies of the price lists, besides USD: lower-case codes. */
  mainCurrencies: readonly string[];
  leftOut?: readonly LeftOut[];
  /** The newest changes of closed values, newest first. Absent: there are none. */
  corrections?: readonly Correction[];
  /** Answers hold no price and no volume of a single venue's order book. */
  hidesBooks: boolean;
}

/** What an endpoint is for: its chapter in the reference. */
export type Tag = "prices" | "history" | "market" | "defi" | "ids" | "downloads" | "service" | "currencies" | "compat";

/** An endpoint of this interface: the contract in words of the domain. */
export interface Endpoint extends Contract<World> {
  docs: Docs & { tag: Tag };
  kinds: readonly RecordKind[];
  tree?: TreeName | typeof REPORTS;
}

import { compareText } from "../../lib/collections.ts";
import type { ShapeOf } from "../../lib/shape.ts";
import type { RECORD_SHAPES } from "./record-shape.ts";

/** Kind → its record. */
export type RecordKinds = { [Kind in keyof typeof RECORD_SHAPES]: ShapeOf<(typeof RECORD_SHAPES)[Kind]> };
export type Listing = RecordKinds["listing"];
export type Ticker = RecordKinds["ticker"];
export type ReferenceCoin = RecordKinds["coin"];
export type CoinDetail = RecordKinds["coin-detail"];
export type ReferenceGlobal = RecordKinds["global"];
export type ReferenceExchange = RecordKinds["exchange"];
export type Protocol = RecordKinds["protocol"];
export type Chain = RecordKinds["chain"];
export type TvlPoint = RecordKinds["tvl"];
export type DexVolume = RecordKinds["dex-volume"];
export type IndexValue = RecordKinds["index"];
export type FiatRate = RecordKinds["rate"];
export type Fixing = RecordKinds["fixing"];
export type Article = RecordKinds["article"];

export type RecordKind = keyof RecordKinds;

export interface Dataset<K extends RecordKind = RecordKind> {
  source: string;
  feed: string;
  kind: K;
  records: RecordKinds[K][];
  /** When the upstream sent them: an old time for a last known good response. */
  fetchedAtMs: number;
  /** The source failed in this run and these are its last known good records. */
  stale: boolean;
  /** `priority` and `origin` of its source. */
  priority?: number;
  origin?: string;
  /** Its source has its own ids of coins, in `sourceId`. */
  ownIds?: true;
  /** Its rates are a central bank's fixings of their day. */
  isFixing?: true;
  /** How far our clock was ahead of the upstream's. Absent without a response or a time. */
  clockSkewMs?: number;
}

/** Whether the records of the dataset are of the kind. */
export function isOfKind<K extends RecordKind>(dataset: Dataset, kind: K): dataset is Dataset<K> {
  return dataset.kind === kind;
}

/** Sources without a declared priority come after all others. */
const LAST = Number.MAX_SAFE_INTEGER;

/** By the declared priority of the source, then by name: the order of arrival has no influence. */
export function compareByPriority(a: Dataset, b: Dataset): number {
  return (a.priority ?? LAST) - (b.priority ?? LAST) || compareText(a.source, b.source) || compareText(a.feed, b.feed);
}

/** The datasets of a build by kind, those of preferred sources first. */
export interface DatasetsByKind {
  all<K extends RecordKind>(kind: K): Dataset<K>[];
  /**
   * The one that counts where the sources of a kind are not merged: of the first source that
   * responded in this run, otherwise of the first one.
   */
  first<K extends RecordKind>(kind: K): Dataset<K> | undefined;
}

/** The datasets by the priority of their sources, fresh or not. */
export function sortDatasets(datasets: readonly Dataset[]): DatasetsByKind {
  const sorted = [...datasets].sort(compareByPriority);
  const all = <K extends RecordKind>(kind: K): Dataset<K>[] =>
    sorted.filter((dataset): dataset is Dataset<K> => dataset.kind === kind);
  return {
    all,
    first(kind) {
      const ordered = all(kind);
      return ordered.find(({ stale }) => !stale) ?? ordered[0];
    },
  };
}

/** The fields of a coin that expire with its price. */
export const NO_PRICE = {
  priceUsd: null,
  marketCapUsd: null,
  volumeUsd: null,
  high24hUsd: null,
  low24hUsd: null,
  change24hUsd: null,
  changePercentage1h: null,
  changePercentage24h: null,
  changePercentage7d: null,
  changePercentage30d: null,
  changePercentage1y: null,
};

/** What identifies a record of a kind. One answer has one record of the other kinds. */
const KEYS: { readonly [K in RecordKind]?: keyof RecordKinds[K] } = {
  listing: "market",
  ticker: "market",
  coin: "id",
  "coin-detail": "id",
  exchange: "id",
  protocol: "id",
  chain: "name",
  tvl: "timeMs",
  index: "timeMs",
  rate: "quote",
  fixing: "date",
  article: "url",
};

/** Two records of a feed with one key are the same thing, read at two times or on two pages. */
export function identifyRecord(kind: RecordKind, record: RecordKinds[RecordKind]): string {
  const key = KEYS[kind];
  return key === undefined ? "" : String(Reflect.get(record, key));
}

/**
 * What stays true of a record when its row is damaged: a coin loses its numbers but not its
 * identity. `undefined`: nothing.
 */
export function keepIdentity(record: RecordKinds[RecordKind]): ReferenceCoin | undefined {
  return "sparklineUsd" in record ? { ...record, ...NO_PRICE, sparklineUsd: [] } : undefined;
}

/**
 * Kinds whose records go to a series of the state, so no last known good answer holds them. They
 * are requested when the series needs them, and a failure is remembered.
 */
export const SERIES_KINDS: ReadonlySet<RecordKind> = new Set(["fixing"]);

/**
 * A row that is left out. `fault`: it is malformed or implausible; too many of these fail the feed.
 * Otherwise it is just not of interest (a halted pair, a derivative).
 */
export class Dropped {
  readonly reason: string;
  readonly fault: boolean;
  constructor(reason: string, fault: boolean) {
    this.reason = reason;
    this.fault = fault;
  }
}

/** A row that is malformed or implausible. */
export function rejected(reason: string): Dropped {
  return new Dropped(reason, true);
}

/** A row that is of no interest, such as a halted pair. */
export function ignored(reason: string): Dropped {
  return new Dropped(reason, false);
}

/**
 * What the terms of a source say about publishing its values again. `open`: a licence allows it.
 * `attribution`: they allow it with credit. `unclear`: they are unread, silent or contradictory.
 * `restricted`: they forbid it.
 */
export type Redistribution = "open" | "attribution" | "unclear" | "restricted";

/** The terms of a source as far as they are known, published with every value of it. */
export interface Terms {
  /** Address of the page. */
  url: string;
  /** Who read or reported them; `null`: no reader is known. */
  ground: TermsGround | null;
  /** One sentence in our own words. */
  says: string;
  /** Works computed from the values. Shown, without effect on a build. */
  derived: "allowed" | "forbidden" | "silent";
  class: Redistribution;
}

export interface TermsGround {
  /** `read`: the page itself was read. `reported`: somebody else writes what it says. */
  kind: "read" | "reported";
  /** `2026-11-23`: the day when it was read, or when the report was collected. */
  on: string;
  /** The person who read it, the public document, or "public reports". */
  by: string;
  /** The licence that the upstream itself publishes, and where. */
  licence?: string;
}

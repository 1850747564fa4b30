import type { Dataset, RecordKind } from "../normalise/record.ts";
import type { LongSpan } from "./aggregate/price-change.ts";
import type { PastDays } from "./coins/validate-extremes.ts";
import type { MarketMemory } from "./market-memory.ts";
import type { Timing } from "./model/market.ts";
import { compareByPriority, pickDataset } from "./price/reference-price.ts";
import type { Publisher } from "./totals/build-articles.ts";
import type { PolledExchange } from "./totals/exchanges.ts";

export interface MarketInput extends Timing {
  now: number;
  /** How many coins to cover. */
  limit: number;
  datasets: readonly Dataset[];
  venues: readonly (Omit<PolledExchange, "tickers"> & { trust: number; usdFiat: boolean })[];
  publishers: ReadonlyMap<string, Publisher>;
  memory: MarketMemory | null;
  /** Own prices of a coin in about the last day, ascending in time. */
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  /** Own price of a coin at `now` minus the span; `null` where the series are shorter. */
  priceBefore?(coinId: string, span: LongSpan): number | null;
  daysOf?(coinId: string): PastDays | null;
  /** sha256 in hex. */
  hash(text: string): string;
}

/** The datasets of a build by kind, those of preferred sources first. */
export interface DatasetsByKind {
  all<K extends RecordKind>(kind: K): Dataset<K>[];
  /** The one that counts where the sources of a kind are not merged. */
  first<K extends RecordKind>(kind: K): Dataset<K> | undefined;
}

/** The datasets by the priority of their sources, fresh or not. */
export function sortDatasets(datasets: readonly Dataset[]): DatasetsByKind {
  const sorted = [...datasets].sort(compareByPriority);
  const all = <K extends RecordKind>(kind: K): Dataset<K>[] =>
    sorted.filter((dataset): dataset is Dataset<K> => dataset.kind === kind);
  return { all, first: (kind) => pickDataset(all(kind)) };
}

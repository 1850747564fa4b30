import { DAY_MS, floorTo } from "../../lib/time.ts";
import { EMPTY_PARTITION, findColumns, type Partition, pickCoin, replaceCoins } from "../history/partition.ts";
import type { Step } from "./step.ts";

export interface KnownPrice {
  price: number;
  /** Its source; `null`: this project's own price. */
  origin: string | null;
  /** No build observed it, own or reference: market cap and volume are unknown. */
  isFilled: boolean;
}

/** Points with the row of each time. */
interface Points {
  partition: Partition;
  rows: ReadonlyMap<number, number>;
}

/**
 * A state document that a store reads and fills. Coins that were filled lie apart until it is
 * saved: copying a document of thousands of coins for each of them is slow.
 */
export interface OpenDocument extends Points {
  step: Step;
  name: string;
  /** Coin id → its points, which count instead of those in the document. */
  filled: Map<string, Partition>;
  /** Of the filled coin that was read last: one coin is read at a time. */
  indexed?: Points;
}

/** Names of partitions by time, in the order in which they are read; the last one is filled. */
export type Layout = Readonly<Record<Step, readonly ((timeMs: number) => string)[]>>;

/** Opens a document for one step. `partition`: its content, in steps of that length. */
export function openDocument(step: Step, name: string, partition: Partition): OpenDocument {
  return { step, name, ...indexRows(partition), filled: new Map() };
}

function indexRows(partition: Partition): Points {
  return { partition, rows: new Map(partition.times.map((time, row) => [time, row])) };
}

/** The points among which those of the coin are. */
function pointsOf(document: OpenDocument, coinId: string): Points {
  const ofCoin = document.filled.get(coinId);
  if (ofCoin === undefined) return document;
  if (document.indexed?.partition !== ofCoin) document.indexed = indexRows(ofCoin);
  return document.indexed;
}

/** Finds and merges points in the documents of a store. */
export function indexDocuments(documents: readonly OpenDocument[], layout: Layout) {
  const opened: Record<Step, Map<string, OpenDocument>> = { hourly: new Map(), daily: new Map() };
  for (const document of documents) opened[document.step].set(document.name, document);
  /** By the start of a day: rendering a name for every price is slow. */
  const names: Record<Step, Map<number, string[]>> = { hourly: new Map(), daily: new Map() };

  return {
    /** The points of a coin, by document. */
    listPoints: (step: Step, coinId: string): Partition[] =>
      [...opened[step].values()].map(({ filled, partition }) => filled.get(coinId) ?? partition),
    findPoint(step: Step, coinId: string, timeMs: number): KnownPrice | undefined {
      const dayMs = floorTo(timeMs, DAY_MS);
      const ofDay = names[step].get(dayMs) ?? layout[step].map((nameOf) => nameOf(dayMs));
      names[step].set(dayMs, ofDay);
      for (const name of ofDay) {
        const document = opened[step].get(name);
        if (document === undefined) continue;
        const { partition, rows } = pointsOf(document, coinId);
        const row = rows.get(timeMs);
        const columns = row === undefined ? undefined : findColumns(partition, coinId);
        const price = readAt(columns?.prices, row);
        if (price === null) continue;
        const origin = partition.origins?.[readAt(columns?.origins, row) ?? -1] ?? null;
        const isUnknown = readAt(columns?.marketCaps, row) === null && readAt(columns?.totalVolumes, row) === null;
        return { price, origin, isFilled: origin !== null && isUnknown };
      }
      return undefined;
    },
    merge(step: Step, name: string, coinId: string, mergeInto: (ofCoin: Partition) => Partition): void {
      const document = opened[step].get(name) ?? openDocument(step, name, EMPTY_PARTITION);
      opened[step].set(name, document);
      const before = document.filled.get(coinId) ?? pickCoin(document.partition, coinId);
      document.filled.set(coinId, mergeInto(before));
    },
    /** The documents that were filled, with their names. */
    listFilled: (): { name: string; partition: Partition }[] =>
      Object.values(opened).flatMap((ofStep) =>
        [...ofStep.values()].flatMap(({ name, partition, filled }) => {
          return filled.size === 0 ? [] : { name, partition: replaceCoins(partition, filled) };
        }),
      ),
  };
}

/** Apart from `findPoint`, because a function made for every price costs more than the search. */
function readAt(column: readonly (number | null)[] | undefined, row = -1): number | null {
  return column?.[row] ?? null;
}

import type { Dataset, DatasetsByKind, RecordKind } from "../normalise/record.ts";
import type { MarketMemory } from "./market-memory.ts";
import type { MarketCoin } from "./model/market.ts";
import { buildDefi, validateDefi } from "./totals/defi.ts";
import { validateGlobal } from "./totals/global.ts";
import { validateIndex } from "./totals/validate-index.ts";

/** The totals that sources state: each is accepted, held at an older one, or absent. */
export function validateTotals(
  { all, first }: DatasetsByKind,
  coins: readonly MarketCoin[],
  memory: Pick<MarketMemory, "global" | "defi"> | null,
  now: number,
) {
  const index = all("index");
  const fearGreed = validateIndex(index);
  const global = validateGlobal(
    all("global").sort((a, b) => Number(a.stale) - Number(b.stale)),
    all("coin"),
    coins,
    memory?.global,
    now,
  );
  const protocols = first("protocol");
  const chains = first("chain");
  const tvl = first("tvl");
  const defi = validateDefi(
    {
      points: tvl?.records ?? [],
      protocols: protocols?.records ?? [],
      chains: chains?.records ?? [],
      dexVolume: first("dex-volume")?.records[0],
    },
    coins,
    memory?.defi,
    now,
  );
  return {
    fearGreed,
    global,
    defi,
    defiMarket: buildDefi(
      protocols && keepRows(defi.protocols, protocols.records),
      chains && keepRows(defi.chains, chains.records),
      tvl === undefined ? [] : defi.history,
      defi.dexVolume,
    ),
    used: [
      ...index.flatMap((each) => markStale(each, fearGreed.stale)),
      ...all("article"),
      ...markStale(global.dataset ?? first("global"), global.dataset === undefined),
      ...markStale(tvl && { ...tvl, records: [...defi.history] }, defi.stale.history),
      ...markStale(protocols, defi.stale.protocols),
      ...markStale(chains, defi.stale.chains),
    ],
  };
}

/** A response that was not accepted is treated as missing: what replaces it is marked as stale. */
function markStale<K extends RecordKind>(dataset: Dataset<K> | undefined, stale: boolean): Dataset<K>[] {
  return dataset === undefined ? [] : [stale ? { ...dataset, stale } : dataset];
}

/** A list without any valid row is treated as missing. */
function keepRows<Row>(kept: readonly Row[], read: readonly Row[]): readonly Row[] | undefined {
  return kept.length === 0 && read.length > 0 ? undefined : kept;
}

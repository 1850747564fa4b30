import type { Dataset, RecordKind } from "../normalise/record.ts";
import type { BuiltMarket } from "./build-market.ts";
import type { GateInput } from "./gate.ts";
import type { MarketMemory } from "./market-memory.ts";

/** What shrinks only when something broke: of these a half answer is worse than none. */
const ESSENTIAL: readonly RecordKind[] = ["ticker", "coin", "protocol", "chain"];
/** A jump is confirmed where the reference, which sees other venues, has moved as well. */
const CONFIRMS = 0.1;

/** The measurements that decide whether a build may be published. */
export function measureBuild(
  { market, quotes, priced, memory }: BuiltMarket,
  datasets: readonly Dataset[],
  usdFiatVenues: ReadonlySet<string>,
  before: MarketMemory | null,
): GateInput {
  const venues = datasets.filter(({ kind, stale }) => kind === "ticker" && !stale);
  const confidenceOf = (id: string): GateInput["btcConfidence"] => {
    const own = priced.prices.get(id);
    return own?.fresh === true ? own.evidence.confidence : "none";
  };
  const isReferenced = createReferenceCheck(datasets);
  return {
    venues: venues.length,
    usdFiatVenues: venues.filter(({ source }) => usdFiatVenues.has(source)).length,
    btcConfidence: confidenceOf("bitcoin"),
    ethConfidence: confidenceOf("ethereum"),
    usdtStatus: quotes.rates.get("USDT")?.status ?? null,
    pricedCoins: memory.pricedCoins,
    previousPricedCoins: before?.pricedCoins ?? null,
    topCoins: market.coins.slice(0, 100).map(({ id, symbol, price }) => ({
      symbol,
      price,
      previousPrice: before?.prices[id]?.priceUsd ?? null,
      confirmed: price !== null && isReferenced(id, price),
    })),
    datasets: datasets
      .filter(({ kind, stale }) => ESSENTIAL.includes(kind) && !stale)
      .map(({ source, feed, records }) => ({
        name: `${source}/${feed}`,
        records: records.length,
        previousRecords: before?.sizes[`${source}.${feed}`] ?? null,
      })),
  };
}

/** Whether any reference source that answered in this run sees the coin at about this price. */
function createReferenceCheck(datasets: readonly Dataset[]): (coinId: string, price: number) => boolean {
  const references = new Map<string, number[]>();
  for (const dataset of datasets) {
    if (dataset.kind !== "coin" || dataset.stale) continue;
    for (const { id, priceUsd } of (dataset as Dataset<"coin">).records) {
      if (priceUsd !== null) references.set(id, [...(references.get(id) ?? []), priceUsd]);
    }
  }
  return (id, price) => references.get(id)?.some((reference) => Math.abs(reference / price - 1) <= CONFIRMS) ?? false;
}

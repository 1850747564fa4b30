import { groupBy } from "../lib/group-by.ts";
import { median } from "../lib/stats.ts";
import { DAY_MS } from "../lib/time.ts";
import type { Dataset, RecordKind } from "../normalise/record.ts";
import type { BuiltMarket } from "./build-market.ts";
import { buildRemarks } from "./build-remarks.ts";
import type { GateInput } from "./gate.ts";
import type { MarketCoin } from "./market.ts";
import type { MarketMemory } from "./market-memory.ts";
import { isSupported, type ReferenceWitnesses } from "./reference-witness.ts";

/** What shrinks only when something broke: of these a half answer is worse than none. A venue's tickers are one voice of many. */
const ESSENTIAL: readonly RecordKind[] = ["coin", "protocol", "chain"];
/** A jump is confirmed where another source has moved as well. */
const CONFIRMS = 0.1;
/** A site that stood still for a day is measured by itself: what was true then may never be true again, and must not block for ever. */
const COMPARED_MS = DAY_MS;

/** Upstreams whose clocks are compared with ours. Of two that differ nobody knows which is right. */
const MIN_CLOCKS = 3;

/** The measurements that decide whether a build may be published. */
export function measureBuild(
  built: BuiltMarket,
  datasets: readonly Dataset[],
  usdFiatVenues: ReadonlySet<string>,
  previous: MarketMemory | null,
): GateInput {
  const { market, quotes, priced, memory, books, witnesses } = built;
  const before = previous !== null && memory.timeMs - previous.timeMs <= COMPARED_MS ? previous : null;
  const venues = books.live.filter(({ records, stale }) => !stale && records.length > 0);
  const confidenceOf = (id: string): GateInput["btcConfidence"] => {
    const own = priced.prices.get(id);
    return own?.fresh === true ? own.evidence.confidence : "none";
  };
  return {
    clockSkewMs: measureClockSkew(datasets),
    venues: venues.length,
    usdFiatVenues: venues.filter(({ source }) => usdFiatVenues.has(source)).length,
    btcConfidence: confidenceOf("bitcoin"),
    ethConfidence: confidenceOf("ethereum"),
    usdtStatus: quotes.rates.get("USDT")?.status ?? null,
    pricedCoins: memory.pricedCoins,
    previousPricedCoins: before?.pricedCoins ?? null,
    topCoins: market.coins.slice(0, 100).map((coin) => ({
      symbol: coin.symbol,
      price: coin.price,
      previousPrice: before?.prices[coin.id]?.priceUsd ?? null,
      confirmed: isConfirmed(coin, witnesses),
    })),
    datasets: datasets
      .filter(({ kind, stale }) => ESSENTIAL.includes(kind) && !stale)
      .map(({ source, feed, records }) => ({
        name: `${source}/${feed}`,
        records: records.length,
        previousRecords: before?.sizes[`${source}.${feed}`] ?? null,
      })),
    remarks: buildRemarks(built),
  };
}

/** Whether a reference source that answered in this run sees the coin at about this price: another one than the price itself is from. */
function isConfirmed({ id, price, priceSource }: MarketCoin, witnesses: ReferenceWitnesses): boolean {
  if (price === null) return false;
  const said = witnesses.all(id);
  // Its own source says exactly this; a second one that does so as well is still there when the first is taken away.
  const own = priceSource === "reference" ? said.indexOf(price) : -1;
  return isSupported(
    price,
    said.filter((_, index) => index !== own),
    CONFIRMS,
  );
}

/**
 * By how much our clock is ahead of those of the upstreams, each of which counts once: the median, which a wrong one among them does not
 * move. `null` where too few told the time.
 */
function measureClockSkew(datasets: readonly Dataset[]): number | null {
  const heard = datasets.filter(({ clockSkewMs }) => clockSkewMs !== undefined);
  const skews = [...groupBy(heard, ({ source }) => source).values()].map((own) =>
    median(own.flatMap(({ clockSkewMs }) => clockSkewMs ?? [])),
  );
  return skews.length < MIN_CLOCKS ? null : median(skews);
}

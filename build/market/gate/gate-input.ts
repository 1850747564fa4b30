import { groupBy } from "../../lib/collections.ts";
import { median } from "../../lib/stats.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Dataset, RecordKind } from "../../normalise/record.ts";
import type { BuiltMarket } from "../build-market.ts";
import type { MarketMemory } from "../market-memory.ts";
import { PIVOT_COINS } from "../quotes/quote-code.ts";
import type { GateInput } from "./gate.ts";
import { buildRemarks } from "./warnings.ts";

/**
 * What shrinks only when something broke: of these a half answer is worse than none. A venue's
 * tickers are one voice of many.
 */
const ESSENTIAL: readonly RecordKind[] = ["coin", "protocol", "chain"];
/**
 * A build is compared with one of at most a day ago: an older one must not block the site
 * permanently.
 */
const COMPARED_MS = DAY_MS;

/**
 * Upstreams whose clocks are compared with ours. Of two that differ nobody knows which is right.
 */
const MIN_CLOCKS = 3;

/** The measurements that decide whether a build may be published. */
export function measureBuild(
  built: BuiltMarket,
  datasets: readonly Dataset[],
  usdFiatVenues: ReadonlySet<string>,
  previous: MarketMemory | null,
): GateInput {
  const { quotes, priced, memory, books } = built;
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
    pivots: [...PIVOT_COINS].map(([symbol, id]) => ({
      symbol,
      // Of a stablecoin the rate counts: every price quoted in it rests on the rate.
      priceUsd: quotes.rates.get(symbol)?.kind === "stablecoin" ? quotes.usd(symbol) : findPrice(built, id),
      referencesUsd: priced.references.get(id) ?? [],
    })),
    heldCoins: measureHeldCoins(built),
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

function findPrice({ market }: BuiltMarket, id: string): number | null {
  return market.coins.find((coin) => coin.id === id)?.price ?? null;
}

/** Coins with a vote of at least one venue, and those of them whose price is in doubt. */
function measureHeldCoins({ market, priced }: BuiltMarket): GateInput["heldCoins"] {
  let [traded, held, capUsd, heldCapUsd] = [0, 0, 0, 0];
  for (const { id, marketCap } of market.coins) {
    const own = priced.prices.get(id);
    if (own === undefined || !(own.fresh || own.doubtful)) continue;
    traded += 1;
    capUsd += marketCap ?? 0;
    if (!own.doubtful) continue;
    held += 1;
    heldCapUsd += marketCap ?? 0;
  }
  return { traded, held, capShare: capUsd === 0 ? 0 : heldCapUsd / capUsd };
}

/**
 * By how much our clock is ahead of those of the upstreams, each of which counts once: the median,
 * which a wrong one among them does not move. `null` where too few told the time.
 */
function measureClockSkew(datasets: readonly Dataset[]): number | null {
  const heard = datasets.filter(({ clockSkewMs }) => clockSkewMs !== undefined);
  const skews = [...groupBy(heard, ({ source }) => source).values()].map((own) =>
    median(own.flatMap(({ clockSkewMs }) => clockSkewMs ?? [])),
  );
  return skews.length < MIN_CLOCKS ? null : median(skews);
}

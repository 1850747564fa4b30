import { HOUR_MS } from "../lib/time.ts";
import type { MarketCoin } from "../market/market.ts";
import type { Dataset, ReferenceCoin } from "../normalise/record.ts";
import type { FindAnchor } from "./apply-series.ts";
import { USDT } from "./plan.ts";

/** DefiLlama's prices under CoinGecko's ids are CoinGecko's. */
const CHART_REFERENCE = "coingecko";
/** A reference price this much older than the build is of another moment. */
const MAX_LAG_MS = HOUR_MS;

/**
 * Where a series of a book or a chart stands at the moment of this build, beside our own price: the book's last price in this build, and
 * the price of the reference that the chart rests on.
 */
export function createFindAnchor(
  coins: readonly Pick<MarketCoin, "id" | "price" | "priceSource">[],
  datasets: readonly Dataset[],
  asOfMs: number,
): FindAnchor {
  const ours = new Map(
    coins.flatMap(({ id, price, priceSource }) => (price === null || priceSource === "stale" ? [] : [[id, price]])),
  );
  const reference = datasets.find(({ source, kind, stale }) => source === CHART_REFERENCE && kind === "coin" && !stale);
  const references = new Map(
    ((reference?.records ?? []) as readonly ReferenceCoin[]).flatMap(({ id, priceUsd, updatedAtMs }) =>
      priceUsd === null || asOfMs - (updatedAtMs ?? 0) > MAX_LAG_MS ? [] : [[id, priceUsd]],
    ),
  );
  const usdt = ours.get(USDT);
  return (request, coinId) => {
    const own = ours.get(coinId);
    if (own === undefined) return undefined;
    if (request.kind === "chart") {
      const theirs = references.get(coinId);
      return theirs === undefined ? undefined : { timeMs: asOfMs, ours: own, theirs };
    }
    const { last, units, quote } = request.market;
    const rate = quote === "USD" ? 1 : usdt;
    return last === null || rate === undefined
      ? undefined
      : { timeMs: asOfMs, ours: own, theirs: (last / units) * rate };
  };
}

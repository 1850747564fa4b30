import { isNear } from "../../../lib/stats.ts";
import type { Dataset, ReferenceCoin } from "../../normalise/record.ts";
import { isSamePrice } from "../aggregate/price-change.ts";
import type { CoinPrice } from "../price/coin-price.ts";
import { isRedenomination, type RememberedPrice } from "../price/publication.ts";
import { MERGE_RULES } from "../rules/coins.ts";
import { DISPUTE_RULES } from "../rules/price.ts";

/*
 * A redenomination replaces many coins by one: the price rises, and the supply falls, by the same
 * factor. Exchanges and lists follow it on different days.
 */

/** What a build knows of the coin's own price. */
type OwnPrice = Pick<CoinPrice, "fresh" | "price">;

/**
 * Whether a fresh price of our own moved as much as the listed supply, the other way, since
 * exchanges and a list last agreed. Neither of them can show that alone.
 */
export function isRedenominated(
  { circulatingSupply: supply }: ReferenceCoin,
  { fresh, price }: OwnPrice,
  before: RememberedPrice | undefined,
): boolean {
  const anchor = before?.anchor;
  if (!fresh || price === null || supply === null || anchor === undefined || anchor.supply === null) return false;
  const isOther = !isNear(supply, anchor.supply, MERGE_RULES.redenominated);
  return isOther && isRedenomination({ freshUsd: [price], supply }, anchor);
}

/**
 * The row in the unit of the exchanges. Where the list of a row has not followed a redenomination
 * that the exchanges and another list show, and both lists state the same market cap, the price and
 * the supplies are those of the other list.
 */
export function createUnitFollower(
  lists: readonly Dataset<"coin">[],
): (coin: ReferenceCoin, own: OwnPrice) => ReferenceCoin {
  const fresh = lists.filter(({ stale }) => !stale);
  return (coin, { fresh: isFresh, price }) => {
    const { priceUsd, circulatingSupply: supply } = coin;
    if (!isFresh || price === null || priceUsd === null || supply === null) return coin;
    if (isNear(price, priceUsd, MERGE_RULES.redenominated)) return coin;
    const isSameCoin = (row: ReferenceCoin) =>
      row.id === coin.id &&
      row.symbol === coin.symbol &&
      row.priceUsd !== null &&
      row.circulatingSupply !== null &&
      isSamePrice(price, row.priceUsd) &&
      isNear(row.priceUsd * row.circulatingSupply, priceUsd * supply, 1 + DISPUTE_RULES.sameCap);
    const other = fresh.flatMap(({ records }) => records).find(isSameCoin);
    if (other === undefined) return coin;
    const { circulatingSupply, totalSupply, maxSupply, marketCapUsd } = other;
    return { ...coin, priceUsd: other.priceUsd, circulatingSupply, totalSupply, maxSupply, marketCapUsd };
  };
}

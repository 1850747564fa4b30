import { FAR_FROM_REFERENCE } from "../../normalise/identify.ts";
import type { MarketCoin } from "../market.ts";
import type { PricedCoins } from "../price/price-coins.ts";
import type { CodeValue } from "../totals/build-exchanges.ts";
import { isFiat } from "./quote-code.ts";
import type { QuoteGraph } from "./quote-graph.ts";

/** What the codes of venues are worth by the published prices. `venue` and `code` as in the tickers. */
export function createCodeValues(
  coins: readonly MarketCoin[],
  { identification, prices }: PricedCoins,
  quotes: QuoteGraph,
): (venue: string, code: string) => CodeValue | undefined {
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  return (venue, code) => {
    if (isFiat(code)) {
      const priceUsd = quotes.usd(code);
      return priceUsd === null ? undefined : { coinId: null, priceUsd, volumeDoubted: false };
    }
    const reason = identification.unidentified.get(venue, code);
    // It has the ticker of a coin, at another price.
    if (reason === FAR_FROM_REFERENCE) return { coinId: null, priceUsd: null, volumeDoubted: false };
    const identified = identification.recall(venue, code);
    const coin = identified && byId.get(identified.coinId);
    if (identified === undefined || coin === undefined || coin.price === null) return undefined;
    return {
      coinId: coin.id,
      priceUsd: coin.price * identified.units,
      volumeDoubted: prices.get(coin.id)?.doubtedVenues.includes(venue) ?? false,
    };
  };
}

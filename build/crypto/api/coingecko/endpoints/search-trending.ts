import { defineDerived } from "../../../../kit/api/derived.ts";
import { findWorth, ratesOf } from "../currency.ts";
import { isOpen, listOpen, openRow, round } from "../open-row.ts";
import { allRows, BASE_PATH, trending } from "../published.ts";

export const searchTrending = defineDerived({
  path: `${BASE_PATH}/search/trending`,
  title: "Coins that gained most",
  description: "The coins that gained most in 24 hours. Searches are not counted.",
  parameters: {},
  needs: ({ currency }) => [allRows, trending, ...ratesOf(currency)],
  /** The largest gains, because searches are not counted. */
  convert([all, { data }, ...references], { currency }) {
    const worth = findWorth(currency, references);
    if (worth === undefined) return null;
    const row = listOpen(all).find(({ id }) => id === "bitcoin");
    const bitcoin = row && openRow(row, worth);
    const toBitcoin = (value: number | null) =>
      value === null || bitcoin === undefined ? null : round(value / bitcoin.price);
    const gainers = data.top_gainers.filter(isOpen).map((gainer) => openRow(gainer, worth));
    const coins = gainers.map((row, score) => ({
      item: {
        id: row.id,
        coin_id: null,
        name: row.name,
        symbol: row.symbol,
        market_cap_rank: row.rank,
        thumb: null,
        small: null,
        large: null,
        slug: row.id,
        price_btc: toBitcoin(row.price),
        score,
        data: {
          price: row.price,
          price_btc: renderText(toBitcoin(row.price)),
          price_change_percentage_24h: { [currency]: row.changes["24h"] },
          market_cap: renderText(row.marketCap),
          market_cap_btc: renderText(toBitcoin(row.marketCap)),
          total_volume: renderText(row.volume),
          total_volume_btc: renderText(toBitcoin(row.volume)),
          sparkline: null,
          content: null,
        },
      },
    }));
    return { coins, nfts: [], categories: [] };
  },
});

function renderText(value: number | null): string | null {
  return value === null ? null : String(value);
}

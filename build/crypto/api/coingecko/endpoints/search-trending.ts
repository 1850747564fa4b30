import { defineDerived } from "../../../../kit/api/derived.ts";
import { findWorths, ratesOfEach } from "../currency.ts";
import { isOpen, listOpen, openRow, round } from "../open-row.ts";
import { allRows, BASE_PATH, trending } from "../published.ts";

export const searchTrending = defineDerived({
  path: `${BASE_PATH}/search/trending`,
  title: "Coins that gained most",
  description: "The coins that gained most in 24 hours. Searches are not counted.",
  parameters: {},
  needs: ({ currencies }) => [allRows, trending, ...ratesOfEach(currencies)],
  /** The largest gains, because searches are not counted. */
  convert([all, { data }, ...references], { currency, currencies }) {
    const known = findWorths(currencies, references);
    const worth = known.find((one) => one.currency === currency)?.worth;
    if (worth === undefined) return null;
    const row = listOpen(all).find(({ id }) => id === "bitcoin");
    const bitcoin = row && openRow(row, worth);
    const toBitcoin = (value: number | null) =>
      value === null || bitcoin === undefined ? null : round(value / bitcoin.price);
    const coins = data.top_gainers.filter(isOpen).map((gainer, score) => {
      const row = openRow(gainer, worth);
      const changes = known.map(({ currency, worth }) => [currency, openRow(gainer, worth).changes["24h"]]);
      const item = {
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
          price_change_percentage_24h: Object.fromEntries(changes),
          market_cap: renderText(row.marketCap),
          market_cap_btc: renderText(toBitcoin(row.marketCap)),
          total_volume: renderText(row.volume),
          total_volume_btc: renderText(toBitcoin(row.volume)),
          sparkline: null,
          content: null,
        },
      };
      return { item };
    });
    return { coins, nfts: [], categories: [] };
  },
});

function renderText(value: number | null): string | null {
  return value === null ? null : String(value);
}

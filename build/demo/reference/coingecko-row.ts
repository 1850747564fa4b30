import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import { type CoinView, findChangePercent, listPrices, roundPrice } from "./coin-view.ts";

/** The windows that `price_change_percentage` may name. */
const WINDOWS: Readonly<Record<string, number>> = {
  "1h": HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "14d": 14 * DAY_MS,
  "30d": 30 * DAY_MS,
  "200d": 200 * DAY_MS,
  "1y": 365 * DAY_MS,
};
const SPARKLINE_POINTS = 168;

export interface MarketRowOptions {
  /** `["1h", "24h"]`; unknown ones are left out, as upstream. */
  windows: readonly string[];
  sparkline: boolean;
}

/** One row of `/coins/markets` in USD. The stale coin keeps its price, with `null` for all that needs its last day. */
export function renderMarketRow(demo: DemoMarket, view: CoinView, { windows, sparkline }: MarketRowOptions) {
  const { coin, priceUsd, stale } = view;
  const day = listPrices(demo, coin, view.updatedAtMs, HOUR_MS, 25).map((point) => point.priceUsd);
  const before = demo.priceUsd(coin.id, view.updatedAtMs - DAY_MS);
  const change = stale || before === null ? null : priceUsd - before;
  const changePercent = stale ? null : findChangePercent(demo, view, DAY_MS);
  const [ath, atl] = [Math.max(coin.athUsd, priceUsd), Math.min(coin.atlUsd, priceUsd)];
  return {
    id: coin.id,
    symbol: coin.symbol.toLowerCase(),
    name: coin.name,
    image: renderImage(demo, coin, "large"),
    current_price: roundPrice(priceUsd),
    market_cap: Math.round(view.marketCapUsd),
    market_cap_rank: view.rank,
    fully_diluted_valuation: Math.round(priceUsd * (coin.maxSupply ?? coin.totalSupply ?? coin.circulatingSupply)),
    total_volume: Math.round(view.volumeUsd),
    high_24h: stale ? null : roundPrice(Math.max(priceUsd, ...day)),
    low_24h: stale ? null : roundPrice(Math.min(priceUsd, ...day)),
    price_change_24h: change,
    price_change_percentage_24h: roundPercent(changePercent),
    market_cap_change_24h: change === null ? null : Math.round(change * coin.circulatingSupply),
    market_cap_change_percentage_24h: roundPercent(changePercent),
    circulating_supply: coin.circulatingSupply,
    total_supply: coin.totalSupply,
    max_supply: coin.maxSupply,
    ath: roundPrice(ath),
    ath_change_percentage: roundPercent((priceUsd / ath - 1) * 100),
    ath_date: new Date(ath > coin.athUsd ? view.updatedAtMs : coin.athTimeMs).toISOString(),
    atl: roundPrice(atl),
    atl_change_percentage: roundPercent((priceUsd / atl - 1) * 100),
    atl_date: new Date(atl < coin.atlUsd ? view.updatedAtMs : coin.atlTimeMs).toISOString(),
    roi: null,
    last_updated: new Date(view.updatedAtMs).toISOString(),
    ...renderChanges(demo, view, windows),
    ...(sparkline ? { sparkline_in_7d: { price: renderSparkline(demo, view) } } : {}),
  };
}

/** The hourly true prices of seven days that end when the coin was updated; none for the stale coin. */
export function renderSparkline(demo: DemoMarket, view: CoinView): number[] {
  if (view.stale) return [];
  return listPrices(demo, view.coin, view.updatedAtMs, HOUR_MS, SPARKLINE_POINTS).map((point) => point.priceUsd);
}

/** Where the upstream keeps the picture of a coin; `size` is `thumb`, `small` or `large`. */
export function renderImage(demo: DemoMarket, coin: DemoCoin, size: string): string {
  const number = 1 + Math.floor(demo.noise(`image:${coin.id}`) * 70_000);
  return `https://coin-images.coingecko.com/coins/images/${number}/${size}/${encodeURIComponent(coin.id)}.png?1696501400`;
}

function renderChanges(demo: DemoMarket, view: CoinView, windows: readonly string[]): Record<string, number | null> {
  const entries = windows.flatMap((window): [string, number | null][] => {
    const windowMs = WINDOWS[window];
    if (windowMs === undefined) return [];
    const change = view.stale ? null : findChangePercent(demo, view, windowMs);
    return [[`price_change_percentage_${window}_in_currency`, change]];
  });
  return Object.fromEntries(entries);
}

/** The upstream cuts these to five decimals and gives the whole number in the field `…_in_currency`. */
function roundPercent(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(5));
}

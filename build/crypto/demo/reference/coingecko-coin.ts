import { DAY_MS, floorTo, HOUR_MS, renderDay } from "../../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import { hashText } from "../noise.ts";
import { type CoinView, findChangePercent, listPrices, roundPrice } from "./coin-view.ts";

/** The windows of `price_change_percentage`. */
const WINDOWS: Readonly<Record<string, number>> = {
  "1h": HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "1y": 365 * DAY_MS,
};
const SPARKLINE_POINTS = 168;

/** One row of `/coins/markets`. The stale coin has `null` for all that needs its last day. */
export function renderMarketRow(demo: DemoMarket, view: CoinView) {
  const { coin, priceUsd, stale } = view;
  const day = listPrices(demo, coin, view.updatedAtMs, HOUR_MS, 25);
  const before = demo.priceUsd(coin.id, view.updatedAtMs - DAY_MS);
  const changePercent = stale ? null : findChangePercent(demo, view, DAY_MS);
  const ath = Math.max(coin.athUsd, priceUsd);
  const atl = Math.min(coin.atlUsd, priceUsd);
  return {
    id: coin.id,
    symbol: coin.symbol.toLowerCase(),
    name: coin.name,
    image: renderImage(demo, coin),
    current_price: roundPrice(priceUsd),
    market_cap: Math.round(view.marketCapUsd),
    market_cap_rank: view.rank,
    total_volume: Math.round(view.volumeUsd),
    high_24h: stale ? null : roundPrice(Math.max(priceUsd, ...day)),
    low_24h: stale ? null : roundPrice(Math.min(priceUsd, ...day)),
    price_change_24h: stale || before === null ? null : priceUsd - before,
    // Cut to five decimals; the field `…_in_currency` has the whole number.
    price_change_percentage_24h: changePercent === null ? null : Number(changePercent.toFixed(5)),
    circulating_supply: coin.circulatingSupply,
    total_supply: coin.totalSupply,
    max_supply: coin.maxSupply,
    ath: roundPrice(ath),
    ath_date: new Date(ath > coin.athUsd ? view.updatedAtMs : coin.athTimeMs).toISOString(),
    atl: roundPrice(atl),
    atl_date: new Date(atl < coin.atlUsd ? view.updatedAtMs : coin.atlTimeMs).toISOString(),
    last_updated: new Date(view.updatedAtMs).toISOString(),
    ...renderChanges(demo, view),
    sparkline_in_7d: { price: stale ? [] : listHours(demo, view) },
  };
}

/** At full hours: two answers of one hour have the same list. */
function listHours(demo: DemoMarket, { coin, updatedAtMs }: CoinView): number[] {
  return listPrices(demo, coin, floorTo(updatedAtMs, HOUR_MS), HOUR_MS, SPARKLINE_POINTS);
}

function renderImage(demo: DemoMarket, { id }: DemoCoin): string {
  const number = 1 + Math.floor(demo.noise(`image:${id}`) * 70_000);
  return `https://coin-images.coingecko.com/coins/images/${number}/large/${encodeURIComponent(id)}.png?1696501400`;
}

function renderChanges(demo: DemoMarket, view: CoinView): Record<string, number | null> {
  const entries = Object.entries(WINDOWS).map(([window, windowMs]) => [
    `price_change_percentage_${window}_in_currency`,
    view.stale ? null : findChangePercent(demo, view, windowMs),
  ]);
  return Object.fromEntries(entries);
}

/** The body of `/coins/{id}` without market data. Lists of links are padded with empty texts. */
export function renderCoinPage(demo: DemoMarket, coin: DemoCoin) {
  return {
    id: coin.id,
    platforms: renderPlatforms(demo, coin),
    categories: [...coin.categories],
    links: renderLinks(coin),
    genesis_date: demo.noise(`${coin.id}:genesis`) < 0.5 ? renderDay(coin.launchedMs) : null,
  };
}

/** Coins with a chain of their own have one platform without name and address. */
function renderPlatforms(demo: DemoMarket, coin: DemoCoin): Record<string, string> {
  const own = coin.categories.some((category) => /^(Layer 1|Proof of Work|Smart Contract)/.test(category));
  if (own) return { "": "" };
  const address = (chain: string) =>
    [0, 1, 2, 3, 4]
      .map((part) => hashText(`${coin.id}/${chain}/${part}`, demo.seed).toString(16).padStart(8, "0"))
      .join("");
  const chains = ["ethereum", "binance-smart-chain", "base", "arbitrum-one"];
  const count = 1 + Math.floor(demo.noise(`${coin.id}:platforms`) * chains.length);
  return Object.fromEntries(chains.slice(0, count).map((chain) => [chain, `0x${address(chain)}`]));
}

function renderLinks(coin: DemoCoin) {
  const slug = coin.id.replace(/[^a-z0-9-]/g, "-");
  const pad = (values: readonly string[], length: number) => Array.from({ length }, (_, index) => values[index] ?? "");
  return {
    homepage: pad([`https://${slug}.example/`], 3),
    whitepaper: coin.categories.length > 1 ? `https://${slug}.example/paper.pdf` : "",
    blockchain_site: pad([`https://explorer.example/${slug}`, `https://blocks.example/${slug}`], 10),
    twitter_screen_name: slug.replaceAll("-", "_").slice(0, 15),
    subreddit_url: coin.launchedMs < Date.UTC(2022, 0) ? `https://www.reddit.com/r/${slug}/` : "https://www.reddit.com",
    repos_url: { github: coin.referenceOnly ? [] : [`https://github.com/${slug}/${slug}`], bitbucket: [] },
  };
}

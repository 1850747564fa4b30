import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, renderDay } from "../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import { hashText } from "../noise.ts";
import { type CoinView, getVolumeUsd, listPrices } from "./coin-view.ts";
import { renderImage, renderMarketRow, renderSparkline } from "./coingecko-row.ts";

export interface CoinPageOptions {
  marketData: boolean;
  sparkline: boolean;
}

/** The body of `/coins/{id}`. Lists of links are padded with empty texts, as upstream. */
export function renderCoinPage(demo: DemoMarket, view: CoinView, options: CoinPageOptions) {
  const { coin } = view;
  const platforms = renderPlatforms(demo, coin);
  return {
    id: coin.id,
    symbol: coin.symbol.toLowerCase(),
    name: coin.name,
    web_slug: coin.id,
    asset_platform_id: Object.keys(platforms)[0] || null,
    platforms,
    block_time_in_minutes: 0,
    hashing_algorithm: coin.categories.includes("Proof of Work (PoW)") ? "SHA-256" : null,
    categories: [...coin.categories],
    preview_listing: false,
    public_notice: null,
    additional_notices: [],
    description: { en: `${coin.name} is an asset of a sample market.\r\n\r\nNothing about it is advice.` },
    links: renderLinks(coin),
    image: Object.fromEntries(["thumb", "small", "large"].map((size) => [size, renderImage(demo, coin, size)])),
    country_origin: "",
    genesis_date: demo.noise(`${coin.id}:genesis`) < 0.5 ? renderDay(coin.launchedMs) : null,
    sentiment_votes_up_percentage: null,
    sentiment_votes_down_percentage: null,
    watchlist_portfolio_users: Math.floor(demo.noise(`${coin.id}:watchers`) * 100_000),
    market_cap_rank: view.rank,
    ...(options.marketData ? { market_data: renderMarketData(demo, view, options.sparkline) } : {}),
    status_updates: [],
    last_updated: new Date(view.updatedAtMs).toISOString(),
  };
}

/**
 * The body of `/coins/{id}/market_chart`: points every 5 minutes for a day, hourly up to 90 days, daily beyond, on the grid
 * of their step; the last one is of now.
 */
export function renderMarketChart(demo: DemoMarket, view: CoinView, days: number) {
  const stepMs = days <= 1 ? 5 * MINUTE_MS : days <= 90 ? HOUR_MS : DAY_MS;
  const gridEnd = floorTo(demo.now, stepMs);
  const grid = listPrices(demo, view.coin, gridEnd, stepMs, Math.ceil((days * DAY_MS) / stepMs));
  const points = [...grid, { timeMs: view.updatedAtMs, priceUsd: view.priceUsd }].filter(
    ({ timeMs }, index, all) => index === all.length - 1 || timeMs < view.updatedAtMs,
  );
  return {
    prices: points.map(({ timeMs, priceUsd }) => [timeMs, priceUsd]),
    market_caps: points.map(({ timeMs, priceUsd }) => [timeMs, priceUsd * view.coin.circulatingSupply]),
    total_volumes: points.map(({ timeMs }) => [timeMs, getVolumeUsd(demo, view.coin, view.rank, timeMs)]),
  };
}

function renderMarketData(demo: DemoMarket, view: CoinView, sparkline: boolean) {
  const row = renderMarketRow(demo, view, { windows: [], sparkline: false });
  const inCurrencies = (usd: number) =>
    Object.fromEntries(
      ["usd", "eur", "gbp", "jpy", "btc", "eth"].map((code) => [
        code,
        usd / demo.quoteUsd(code.toUpperCase(), view.updatedAtMs),
      ]),
    );
  return {
    current_price: { ...inCurrencies(view.priceUsd), usd: row.current_price },
    market_cap: { ...inCurrencies(view.marketCapUsd), usd: row.market_cap },
    market_cap_rank: view.rank,
    total_volume: { ...inCurrencies(view.volumeUsd), usd: row.total_volume },
    ath: { usd: row.ath },
    ath_date: { usd: row.ath_date },
    atl: { usd: row.atl },
    atl_date: { usd: row.atl_date },
    price_change_24h: row.price_change_24h,
    price_change_percentage_24h: row.price_change_percentage_24h,
    circulating_supply: row.circulating_supply,
    total_supply: row.total_supply,
    max_supply: row.max_supply,
    ...(sparkline ? { sparkline_7d: { price: renderSparkline(demo, view).slice(1) } } : {}),
    last_updated: row.last_updated,
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
    official_forum_url: pad([], 3),
    chat_url: pad([], 3),
    announcement_url: pad([], 2),
    twitter_screen_name: slug.replaceAll("-", "_").slice(0, 15),
    facebook_username: "",
    bitcointalk_thread_identifier: null,
    telegram_channel_identifier: "",
    subreddit_url: coin.launchedMs < Date.UTC(2022, 0) ? `https://www.reddit.com/r/${slug}/` : "https://www.reddit.com",
    repos_url: { github: coin.referenceOnly ? [] : [`https://github.com/${slug}/${slug}`], bitbucket: [] },
  };
}

import { DAY_MS, HOUR_MS, MINUTE_MS, renderTime, SECOND_MS } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { type CoinView, findChangePercent, viewCoins } from "./coin-view.ts";
import { listExchanges } from "./exchange-list.ts";
import { findPaprikaId } from "./paprika-id.ts";

const SOURCE = "coinpaprika";
/** The free plan ends here. */
const MAX_TICKERS = 2_000;
/** A few small coins are known but not ranked, which is written as rank 0. */
const UNRANKED_SHARE = 0.02;

/** `/v1/tickers`, `/v1/tickers/{id}`, `/v1/global` and `/v1/exchanges`. A trailing slash is redirected with a page of HTML. */
export const coinpaprikaSimulator: Simulator = {
  source: SOURCE,
  hosts: ["api.coinpaprika.com"],
  answer({ url }, demo) {
    const path = url.pathname;
    if (path.startsWith("/v1/") && path.endsWith("/")) return redirect(path.slice(0, -1));
    if (path === "/v1/tickers") return { body: renderTickers(demo) };
    if (path === "/v1/global") return { body: renderGlobal(demo) };
    if (path === "/v1/exchanges") return { body: renderExchanges(demo) };
    if (!path.startsWith("/v1/tickers/")) return undefined;
    const ticker = renderTickers(demo).find(({ id }) => id === decodeURIComponent(path.slice("/v1/tickers/".length)));
    return ticker === undefined ? { status: 404, body: { error: "id not found" } } : { body: ticker };
  },
};

function redirect(location: string): SimulatedAnswer {
  const headers = { location, "content-type": "text/html; charset=utf-8" };
  return { status: 301, headers, body: `<a href="${location}">Moved Permanently</a>.\n\n` };
}

function renderTickers(demo: DemoMarket) {
  return viewCoins(demo, SOURCE)
    .flatMap((view) => {
      const id = findPaprikaId(view.coin);
      return id === null ? [] : [{ view, id }];
    })
    .slice(0, MAX_TICKERS)
    .map(({ view, id }) => renderTicker(demo, view, id));
}

/** Whole numbers of coins, 0 for an unknown maximum, and no field for the circulating supply. */
function renderTicker(demo: DemoMarket, view: CoinView, id: string) {
  const { coin, priceUsd } = view;
  const unranked = view.rank > 100 && demo.noise(`${SOURCE}:${coin.id}:unranked`) < UNRANKED_SHARE;
  const withAth = demo.noise(`${SOURCE}:${coin.id}:ath`) > 0.05;
  const ath = Math.max(coin.athUsd, priceUsd);
  const change = (windowMs: number) => renderPercent(findChangePercent(demo, view, windowMs));
  const dayChange = change(DAY_MS);
  return {
    id,
    name: coin.name,
    symbol: coin.symbol,
    rank: unranked ? 0 : view.rank,
    total_supply: Math.round(coin.totalSupply ?? coin.circulatingSupply),
    max_supply: Math.round(coin.maxSupply ?? 0),
    beta_value: Number((0.5 + demo.noise(`${coin.id}:beta`)).toFixed(5)),
    first_data_at: renderTime(coin.launchedMs),
    last_updated: renderTime(view.updatedAtMs),
    quotes: {
      USD: {
        price: priceUsd,
        volume_24h: view.volumeUsd,
        volume_24h_change_24h: renderPercent(60 * (demo.noise(`${coin.id}:${view.updatedAtMs}:volume`) - 0.5)),
        market_cap: Math.round(view.marketCapUsd),
        market_cap_change_24h: dayChange,
        percent_change_15m: change(15 * MINUTE_MS),
        percent_change_30m: change(30 * MINUTE_MS),
        percent_change_1h: change(HOUR_MS),
        percent_change_6h: change(6 * HOUR_MS),
        percent_change_12h: change(12 * HOUR_MS),
        percent_change_24h: dayChange,
        percent_change_7d: change(7 * DAY_MS),
        // Windows of the paid plans: a zero that means nothing.
        percent_change_30d: 0,
        percent_change_1y: 0,
        ath_price: withAth ? ath : null,
        ath_date: withAth ? renderTime(ath > coin.athUsd ? view.updatedAtMs : coin.athTimeMs) : null,
        percent_from_price_ath: withAth ? Number(((priceUsd / ath - 1) * 100).toFixed(2)) : null,
      },
    },
  };
}

/** Two decimals that went through a 32-bit float; 0 where there is no price to compare with. */
function renderPercent(percent: number | null): number {
  return percent === null ? 0 : Math.fround(Number(percent.toFixed(2)));
}

function renderGlobal(demo: DemoMarket) {
  const views = viewCoins(demo, SOURCE);
  const capUsd = views.reduce((sum, view) => sum + view.marketCapUsd, 0);
  const volumeUsd = views.reduce((sum, view) => sum + view.volumeUsd, 0);
  const capBefore = demo.coins.reduce(
    (sum, coin) => sum + (demo.priceUsd(coin.id, demo.now - DAY_MS) ?? 0) * coin.circulatingSupply,
    0,
  );
  const bitcoin = views.find(({ coin }) => coin.id === "bitcoin");
  return {
    market_cap_usd: Math.round(capUsd),
    volume_24h_usd: Math.round(volumeUsd),
    bitcoin_dominance_percentage: Number((((bitcoin?.marketCapUsd ?? 0) / capUsd) * 100).toFixed(2)),
    cryptocurrencies_number: demo.coins.length + 2_200,
    market_cap_ath_value: Math.round(capUsd * 1.3),
    market_cap_ath_date: "2025-10-07T00:00:00Z",
    volume_24h_ath_value: Math.round(volumeUsd * 6),
    volume_24h_ath_date: "2025-10-11T00:00:00Z",
    market_cap_change_24h: Number(((capUsd / capBefore - 1) * 100).toFixed(2)),
    volume_24h_change_24h: Number(
      (40 * (demo.noise(`volume change:${Math.floor(demo.now / DAY_MS)}`) - 0.5)).toFixed(2),
    ),
    last_updated: Math.floor((demo.now - 30 * SECOND_MS) / SECOND_MS),
  };
}

function renderExchanges(demo: DemoMarket) {
  return listExchanges(demo).map(({ exchange, volumeUsd }, index) => ({
    id: exchange.id.replaceAll("_", "-"),
    name: exchange.name,
    active: volumeUsd > 0,
    website_status: volumeUsd > 0,
    api_status: volumeUsd > 0,
    message: null,
    description: null,
    links: { website: [exchange.url], twitter: [] },
    markets_data_fetched: volumeUsd > 0,
    adjusted_rank: index + 1,
    reported_rank: index + 1,
    currencies: 40 + Math.floor(demo.noise(`${exchange.id}:currencies`) * 600),
    markets: 60 + Math.floor(demo.noise(`${exchange.id}:markets`) * 900),
    fiats: exchange.country === "United States" ? [{ name: "US Dollars", symbol: "USD" }] : [],
    quotes: {
      USD: {
        reported_volume_24h: volumeUsd,
        adjusted_volume_24h: volumeUsd * 0.9,
        reported_volume_7d: volumeUsd * 6.5,
        adjusted_volume_7d: volumeUsd * 5.9,
        reported_volume_30d: volumeUsd * 28,
        adjusted_volume_30d: volumeUsd * 25,
      },
    },
    last_updated: renderTime(demo.now - 3 * MINUTE_MS),
  }));
}

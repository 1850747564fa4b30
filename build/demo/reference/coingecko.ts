import { DAY_MS, SECOND_MS } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import { FIAT_CODES } from "../fiat-rates.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { type CoinView, viewCoins, viewRanks } from "./coin-view.ts";
import { renderCoinPage, renderMarketChart } from "./coingecko-coin.ts";
import { renderMarketRow } from "./coingecko-row.ts";
import { listExchanges } from "./exchange-list.ts";

const SOURCE = "coingecko";
const MAX_PAGE_SIZE = 250;
/** Without a paid key, nothing older is given. */
const MAX_CHART_DAYS = 365;
const COIN_PATH = /^\/api\/v3\/coins\/([^/]+)(\/market_chart)?$/;

const COIN_NOT_FOUND: SimulatedAnswer = { status: 404, body: { error: "Could not find coin with the given id" } };
const NO_CURRENCY: SimulatedAnswer = { status: 422, body: { error: "Missing parameter vs_currency" } };

/** `/coins/markets`, `/global`, `/exchanges`, `/coins/{id}` and `/coins/{id}/market_chart`, all in USD. */
export const coingeckoSimulator: Simulator = {
  source: SOURCE,
  hosts: ["api.coingecko.com"],
  answer({ url }, demo) {
    switch (url.pathname) {
      case "/api/v3/coins/markets":
        return answerMarkets(demo, url.searchParams);
      case "/api/v3/global":
        return { body: { data: renderGlobal(demo) } };
      case "/api/v3/exchanges":
        return answerExchanges(demo, url.searchParams);
      default:
        return answerCoin(demo, url);
    }
  },
};

function answerMarkets(demo: DemoMarket, query: URLSearchParams): SimulatedAnswer {
  if (query.get("vs_currency") === null) return NO_CURRENCY;
  if (query.get("vs_currency") !== "usd") return { status: 400, body: { error: "invalid vs_currency" } };
  const { start, size } = readPage(query);
  const options = {
    windows: (query.get("price_change_percentage") ?? "").split(","),
    sparkline: query.get("sparkline") === "true",
  };
  const ids = query.get("ids")?.split(",");
  const ranks = demo.coins.flatMap((coin, index) => (ids === undefined || ids.includes(coin.id) ? [index + 1] : []));
  const views = viewRanks(demo, SOURCE, ranks.slice(start, start + size));
  return { body: views.map((view) => renderMarketRow(demo, view, options)) };
}

function answerExchanges(demo: DemoMarket, query: URLSearchParams): SimulatedAnswer {
  const { start, size } = readPage(query);
  const bitcoinUsd = demo.quoteUsd("BTC", demo.now);
  const rows = listExchanges(demo).map(({ exchange, volumeUsd }, index) => ({
    id: exchange.id,
    name: exchange.name,
    year_established: exchange.year,
    country: exchange.country,
    description: "",
    url: exchange.url,
    image: `https://coin-images.coingecko.com/markets/images/${index + 1}/small/${exchange.id}.png?1706864000`,
    has_trading_incentive: exchange.venue === null && index % 3 === 0 ? null : false,
    trust_score: volumeUsd > 1e8 ? 10 : volumeUsd > 1e6 ? 6 : null,
    trust_score_rank: index + 1,
    trade_volume_24h_btc: volumeUsd / bitcoinUsd,
    trade_volume_24h_btc_normalized: volumeUsd / bitcoinUsd,
  }));
  return { body: rows.slice(start, start + size) };
}

function answerCoin(demo: DemoMarket, url: URL): SimulatedAnswer | undefined {
  const match = COIN_PATH.exec(url.pathname);
  if (match === null) return undefined;
  const id = decodeURIComponent(match[1] ?? "");
  const index = demo.coins.findIndex((coin) => coin.id === id);
  const [view] = viewRanks(demo, SOURCE, [index + 1]);
  if (view === undefined) return COIN_NOT_FOUND;
  const query = url.searchParams;
  if (match[2] !== undefined) return answerChart(demo, view, query);
  const options = {
    marketData: query.get("market_data") !== "false",
    sparkline: query.get("sparkline") === "true",
  };
  return { body: renderCoinPage(demo, view, options) };
}

function answerChart(demo: DemoMarket, view: CoinView, query: URLSearchParams): SimulatedAnswer {
  if (query.get("vs_currency") === null) return NO_CURRENCY;
  const days = Number(query.get("days") ?? "1");
  if (!(days > 0)) return { status: 400, body: { error: "invalid days" } };
  if (days > MAX_CHART_DAYS) {
    const status = { error_code: 10012, error_message: `Public callers see ${MAX_CHART_DAYS} days at most.` };
    return { status: 401, body: { error: { status } } };
  }
  return { body: renderMarketChart(demo, view, days) };
}

function renderGlobal(demo: DemoMarket) {
  const views = viewCoins(demo, SOURCE);
  const capUsd = sum(views.map((view) => view.marketCapUsd));
  const dayAgo = demo.now - DAY_MS;
  const capBefore = sum(demo.coins.map((coin) => (demo.priceUsd(coin.id, dayAgo) ?? 0) * coin.circulatingSupply));
  const volumeUsd = sum(views.map((view) => view.volumeUsd));
  const currencies = ["BTC", "ETH", ...FIAT_CODES];
  const convert = (usd: number) =>
    Object.fromEntries(currencies.map((code) => [code.toLowerCase(), usd / demo.quoteUsd(code, demo.now)]));
  return {
    active_cryptocurrencies: 17_000 + demo.coins.length,
    upcoming_icos: 0,
    ongoing_icos: 49,
    ended_icos: 3376,
    markets: 1_480,
    total_market_cap: convert(capUsd),
    total_volume: convert(volumeUsd),
    market_cap_percentage: Object.fromEntries(
      views.slice(0, 10).map((view) => [view.coin.symbol.toLowerCase(), (view.marketCapUsd / capUsd) * 100]),
    ),
    market_cap_change_percentage_24h_usd: (capUsd / capBefore - 1) * 100,
    volume_change_percentage_24h_usd: 40 * (demo.noise(`volume change:${Math.floor(demo.now / DAY_MS)}`) - 0.5),
    updated_at: Math.floor((demo.now - 45 * SECOND_MS) / SECOND_MS),
  };
}

function readPage(query: URLSearchParams): { start: number; size: number } {
  const read = (name: string, fallback: number) => {
    const value = Number(query.get(name) ?? fallback);
    return Number.isInteger(value) && value > 0 ? value : fallback;
  };
  const size = Math.min(read("per_page", 100), MAX_PAGE_SIZE);
  return { start: (read("page", 1) - 1) * size, size };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

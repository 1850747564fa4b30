import { SECOND_MS } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { viewRanks, viewTotals } from "./coin-view.ts";
import { renderCoinPage, renderMarketRow } from "./coingecko-coin.ts";
import { listExchanges } from "./exchange-list.ts";

const SOURCE = "coingecko";
const MAX_PAGE_SIZE = 250;
const COIN_PATH = /^\/api\/v3\/coins\/([^/]+)$/;

const COIN_NOT_FOUND: SimulatedAnswer = { status: 404, body: { error: "Could not find coin with the given id" } };
const NO_CURRENCY: SimulatedAnswer = { status: 422, body: { error: "Missing parameter vs_currency" } };

/** `/coins/markets`, `/global`, `/exchanges` and `/coins/{id}`, all in USD. */
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
    url: exchange.url,
    image: `https://coin-images.coingecko.com/markets/images/${index + 1}/small/${exchange.id}.png?1706864000`,
    trade_volume_24h_btc: volumeUsd / bitcoinUsd,
  }));
  return { body: rows.slice(start, start + size) };
}

function answerCoin(demo: DemoMarket, { pathname }: URL): SimulatedAnswer | undefined {
  const [, id] = COIN_PATH.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  const coin = demo.coins.find((candidate) => candidate.id === decodeURIComponent(id));
  return coin === undefined ? COIN_NOT_FOUND : { body: renderCoinPage(demo, coin) };
}

function renderGlobal(demo: DemoMarket) {
  const { views, capUsd, volumeUsd, capChange, volumeChange } = viewTotals(demo, SOURCE);
  return {
    active_cryptocurrencies: 17_000 + demo.coins.length,
    markets: 1_480,
    total_market_cap: { usd: capUsd },
    total_volume: { usd: volumeUsd },
    market_cap_percentage: Object.fromEntries(
      views.slice(0, 10).map((view) => [view.coin.symbol.toLowerCase(), (view.marketCapUsd / capUsd) * 100]),
    ),
    market_cap_change_percentage_24h_usd: capChange,
    volume_change_percentage_24h_usd: volumeChange,
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

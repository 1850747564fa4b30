import { SECOND_MS } from "../../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { viewRanks, viewTotals } from "./coin-view.ts";
import { renderCoinPage, renderMarketRow } from "./coingecko-coin.ts";
import { listExchanges } from "./exchange-list.ts";

const SOURCE = "coingecko";
/** Besides those of the market. */
export const ACTIVE_COINS = 17_000;
export const MARKETS = 1_480;
const COIN_PATH = /^\/api\/v3\/coins\/([^/]+)$/;

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
  const { start, size } = readPage(query);
  const ranks = demo.coins.map((_coin, index) => index + 1).slice(start, start + size);
  return { body: viewRanks(demo, SOURCE, ranks).map((view) => renderMarketRow(demo, view)) };
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
  if (coin === undefined) return { status: 404, body: { error: "Could not find coin with the given id" } };
  return { body: renderCoinPage(demo, coin) };
}

function renderGlobal(demo: DemoMarket) {
  const { views, capUsd, volumeUsd, capChange, volumeChange } = viewTotals(demo, SOURCE);
  return {
    active_cryptocurrencies: ACTIVE_COINS + demo.coins.length,
    markets: MARKETS,
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
  const size = Number(query.get("per_page"));
  return { start: (Number(query.get("page")) - 1) * size, size };
}

import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { renderFixed } from "../decimal.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { type CoinView, findChangePercent, viewCoins, viewRanks } from "./coin-view.ts";
import { listExchanges } from "./exchange-list.ts";

const SOURCE = "coinlore";
const MAX_PAGE_SIZE = 100;
/** Beyond the large coins, a tenth is not known here. */
const UNKNOWN_SHARE = 0.1;

/** Numbers that the upstream gave first; the others are drawn. */
const IDS: Readonly<Record<string, string>> = { bitcoin: "90", ethereum: "80", tether: "518" };
/** Where the upstream's own name of a coin is not CoinGecko's id. */
const NAME_IDS: Readonly<Record<string, string>> = {
  "avalanche-2": "avalanche",
  binancecoin: "binance-coin",
  blockstack: "stacks",
  dogwifcoin: "dogwifhat",
  "fetch-ai": "fetch",
  "flare-networks": "flare",
  "leo-token": "unus-sed-leo",
  near: "near-protocol",
  popcat: "popcat-sol",
  "quant-network": "quant",
  "render-token": "render",
  "sei-network": "sei",
  "the-open-network": "toncoin",
};
/** Small coins whose name of the upstream nobody has matched yet. */
const UNMATCHED_SHARE = 0.05;

/** `/api/tickers/?start&limit`, `/api/global/` and `/api/exchanges/`; almost every number is a text. */
export const coinloreSimulator: Simulator = {
  source: SOURCE,
  hosts: ["api.coinlore.net"],
  answer({ url }, demo) {
    switch (url.pathname) {
      case "/api/tickers/":
        return { body: renderTickers(demo, url.searchParams) };
      case "/api/global/":
        return { body: [renderGlobal(demo)] };
      case "/api/exchanges/":
        return { body: renderExchanges(demo) };
      default:
        return undefined;
    }
  },
};

/** The ranks of the coins that the upstream knows. */
function listKnownRanks(demo: DemoMarket): number[] {
  return demo.coins.flatMap((coin, index) =>
    index < 50 || demo.noise(`${SOURCE}:${coin.id}:known`) >= UNKNOWN_SHARE ? [index + 1] : [],
  );
}

function renderTickers(demo: DemoMarket, query: URLSearchParams) {
  const read = (name: string, fallback: number) => {
    const value = Number(query.get(name) ?? fallback);
    return Number.isInteger(value) && value >= 0 ? value : fallback;
  };
  const start = read("start", 0);
  const size = Math.min(read("limit", MAX_PAGE_SIZE), MAX_PAGE_SIZE);
  const known = listKnownRanks(demo);
  const bitcoinUsd = demo.quoteUsd("BTC", demo.now);
  return {
    data: viewRanks(demo, SOURCE, known.slice(start, start + size)).map((view, index) =>
      renderTicker(demo, view, start + index + 1, view.priceUsd / bitcoinUsd),
    ),
    info: { coins_num: 13_400 + known.length, time: Math.floor((demo.now - 90 * SECOND_MS) / SECOND_MS) },
  };
}

/** Prices have two decimals from a dollar on and six below: a small coin's price is `"0.000000"`. */
function renderTicker(demo: DemoMarket, view: CoinView, rank: number, priceBtc: number) {
  const { coin, priceUsd } = view;
  const change = (windowMs: number) => {
    const percent = findChangePercent(demo, view, windowMs);
    return percent === null ? "" : percent.toFixed(2);
  };
  const maxSupply = coin.maxSupply === null ? unknownSupply(demo, coin) : renderFixed(coin.maxSupply, 0);
  return {
    id: IDS[coin.id] ?? String(1_000 + Math.floor(demo.noise(`${SOURCE}:${coin.id}:id`) * 1e8)),
    symbol: coin.symbol,
    name: coin.name,
    nameid: NAME_IDS[coin.id] ?? renderNameId(demo, view),
    rank,
    price_usd: priceUsd.toFixed(priceUsd >= 1 ? 2 : 6),
    percent_change_24h: change(DAY_MS),
    percent_change_1h: change(HOUR_MS),
    percent_change_7d: change(7 * DAY_MS),
    price_btc: priceBtc >= 1e-6 ? priceBtc.toFixed(6) : priceBtc.toExponential(2).toUpperCase(),
    market_cap_usd: view.marketCapUsd.toFixed(2),
    volume24: view.volumeUsd,
    volume24a: view.volumeUsd * 0.8,
    csupply: renderFixed(coin.circulatingSupply, 2),
    tsupply: renderFixed(coin.totalSupply ?? coin.circulatingSupply, 0),
    msupply: maxSupply,
  };
}

/** Two ways to say nothing. */
function unknownSupply(demo: DemoMarket, coin: DemoCoin): "" | null {
  return demo.noise(`${SOURCE}:${coin.id}:supply`) < 0.5 ? "" : null;
}

function renderNameId(demo: DemoMarket, { coin, rank }: CoinView): string {
  if (rank <= 50 || demo.noise(`${SOURCE}:${coin.id}:matched`) >= UNMATCHED_SHARE) return coin.id;
  return `${coin.id}-${coin.symbol.toLowerCase()}`;
}

function renderGlobal(demo: DemoMarket) {
  const views = viewCoins(demo, SOURCE);
  const capUsd = views.reduce((sum, view) => sum + view.marketCapUsd, 0);
  const capBefore = demo.coins.reduce(
    (sum, coin) => sum + (demo.priceUsd(coin.id, demo.now - DAY_MS) ?? 0) * coin.circulatingSupply,
    0,
  );
  const share = (id: string) => {
    const cap = views.find(({ coin }) => coin.id === id)?.marketCapUsd;
    return cap === undefined ? "0.00" : ((cap / capUsd) * 100).toFixed(2);
  };
  const change = ((capUsd / capBefore - 1) * 100).toFixed(2);
  return {
    coins_count: 14_000 + views.length,
    active_markets: 28_840,
    total_mcap: capUsd,
    total_volume: views.reduce((sum, view) => sum + view.volumeUsd, 0),
    btc_d: share("bitcoin"),
    eth_d: share("ethereum"),
    mcap_change: change,
    volume_change: (40 * (demo.noise(`volume change:${Math.floor(demo.now / DAY_MS)}`) - 0.5)).toFixed(2),
    avg_change_percent: change,
    // Nonsense, as upstream: larger than all trade there ever was.
    volume_ath: 3.4e17,
    mcap_ath: capUsd * 11,
  };
}

/** An object by number, not a list. */
function renderExchanges(demo: DemoMarket) {
  const entries = listExchanges(demo).map(({ exchange, volumeUsd }, index) => {
    const id = String(5 + index * 7);
    const row = {
      id,
      name: exchange.name,
      name_id: exchange.id.replaceAll("_", "-"),
      volume_usd: Number(volumeUsd.toFixed(2)),
      active_pairs: 60 + Math.floor(demo.noise(`${exchange.id}:markets`) * 900),
      url: exchange.url,
      country: exchange.country ?? "",
    };
    return [id, row] as const;
  });
  return Object.fromEntries(entries);
}

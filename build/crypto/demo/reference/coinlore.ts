import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import { COINLORE_IDS } from "../../sources/reference/coin-ids.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { renderFixed } from "../venue-book.ts";
import { type CoinView, findChangePercent, viewRanks, viewTotals } from "./coin-view.ts";

const SOURCE = "coinlore";
/** Beyond the large coins, a tenth is not known here. */
const UNKNOWN_SHARE = 0.1;

/** Where the upstream's own name of a coin is not CoinGecko's id. */
const NAME_IDS = new Map([...COINLORE_IDS].map(([name, geckoId]) => [geckoId, name]));
/** Share of small coins whose name is not CoinGecko's id. */
const UNMATCHED_SHARE = 0.05;

/** `/api/tickers/?start&limit` and `/api/global/`; almost every number is a text. */
export const coinloreSimulator: Simulator = {
  source: SOURCE,
  hosts: ["api.coinlore.net"],
  answer({ url }, demo) {
    switch (url.pathname) {
      case "/api/tickers/":
        return { body: renderTickers(demo, url.searchParams) };
      case "/api/global/":
        return { body: [renderGlobal(demo)] };
      default:
        return undefined;
    }
  },
};

/** The ranks of the coins that the upstream lists. */
function listKnownRanks(demo: DemoMarket): number[] {
  return demo.coins.flatMap((coin, index) =>
    index < 50 || demo.noise(`${SOURCE}:${coin.id}:known`) >= UNKNOWN_SHARE ? [index + 1] : [],
  );
}

function renderTickers(demo: DemoMarket, query: URLSearchParams) {
  const start = Number(query.get("start"));
  const size = Number(query.get("limit"));
  const known = listKnownRanks(demo);
  return {
    data: viewRanks(demo, SOURCE, known.slice(start, start + size)).map((view, index) =>
      renderTicker(demo, view, start + index + 1),
    ),
    info: { time: Math.floor((demo.now - 90 * SECOND_MS) / SECOND_MS) },
  };
}

/** Prices have two decimals from a dollar on and six below: `"0.000000"` for tiny ones. */
function renderTicker(demo: DemoMarket, view: CoinView, rank: number) {
  const { coin, priceUsd } = view;
  const change = (windowMs: number) => {
    const percent = findChangePercent(demo, view, windowMs);
    return percent === null ? "" : percent.toFixed(2);
  };
  const maxSupply = coin.maxSupply === null ? unknownSupply(demo, coin) : renderFixed(coin.maxSupply, 0);
  return {
    symbol: coin.symbol,
    name: coin.name,
    nameid: NAME_IDS.get(coin.id) ?? renderNameId(demo, view),
    rank,
    price_usd: priceUsd.toFixed(priceUsd >= 1 ? 2 : 6),
    percent_change_24h: change(DAY_MS),
    percent_change_1h: change(HOUR_MS),
    percent_change_7d: change(7 * DAY_MS),
    market_cap_usd: view.marketCapUsd.toFixed(2),
    volume24: view.volumeUsd,
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
  const { views, capUsd, volumeUsd, capChange, volumeChange, shareOf } = viewTotals(demo, SOURCE);
  return {
    coins_count: 14_000 + views.length,
    total_mcap: capUsd,
    total_volume: volumeUsd,
    btc_d: shareOf("bitcoin").toFixed(2),
    eth_d: shareOf("ethereum").toFixed(2),
    mcap_change: capChange.toFixed(2),
    volume_change: volumeChange.toFixed(2),
  };
}

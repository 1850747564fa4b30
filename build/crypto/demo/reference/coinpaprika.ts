import { DAY_MS, HOUR_MS, renderTime, SECOND_MS } from "../../../lib/time.ts";
import { COINPAPRIKA_IDS } from "../../sources/reference/coin-ids.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { type CoinView, findChangePercent, viewCoins, viewTotals } from "./coin-view.ts";
import { listExchanges } from "./exchange-list.ts";

const SOURCE = "coinpaprika";
/** The free plan ends here. */
const MAX_TICKERS = 2_000;
/** A few small coins are known but not ranked, which is written as rank 0. */
const UNRANKED_SHARE = 0.02;

/** `/v1/tickers`, `/v1/global` and `/v1/exchanges`. */
export const coinpaprikaSimulator: Simulator = {
  source: SOURCE,
  hosts: ["api.coinpaprika.com"],
  answer({ url }, demo) {
    const path = url.pathname;
    if (path === "/v1/tickers") return { body: renderTickers(demo) };
    if (path === "/v1/global") return { body: renderGlobal(demo) };
    if (path === "/v1/exchanges") return { body: renderExchanges(demo) };
    return undefined;
  },
};

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
  return {
    id,
    name: coin.name,
    symbol: coin.symbol,
    rank: unranked ? 0 : view.rank,
    total_supply: Math.round(coin.totalSupply ?? coin.circulatingSupply),
    max_supply: Math.round(coin.maxSupply ?? 0),
    last_updated: renderTime(view.updatedAtMs),
    quotes: {
      USD: {
        price: priceUsd,
        volume_24h: view.volumeUsd,
        market_cap: Math.round(view.marketCapUsd),
        percent_change_1h: change(HOUR_MS),
        percent_change_24h: change(DAY_MS),
        percent_change_7d: change(7 * DAY_MS),
        // Windows of the paid plans: a zero that means nothing.
        percent_change_30d: 0,
        percent_change_1y: 0,
        ath_price: withAth ? ath : null,
        ath_date: withAth ? renderTime(ath > coin.athUsd ? view.updatedAtMs : coin.athTimeMs) : null,
      },
    },
  };
}

/** Two decimals that went through a 32-bit float; 0 where there is no price to compare with. */
function renderPercent(percent: number | null): number {
  return percent === null ? 0 : Math.fround(Number(percent.toFixed(2)));
}

function renderGlobal(demo: DemoMarket) {
  const { capUsd, volumeUsd, capChange, volumeChange, shareOf } = viewTotals(demo, SOURCE);
  return {
    market_cap_usd: Math.round(capUsd),
    volume_24h_usd: Math.round(volumeUsd),
    bitcoin_dominance_percentage: Number(shareOf("bitcoin").toFixed(2)),
    cryptocurrencies_number: demo.coins.length + 2_200,
    market_cap_change_24h: Number(capChange.toFixed(2)),
    volume_24h_change_24h: Number(volumeChange.toFixed(2)),
    last_updated: Math.floor((demo.now - 30 * SECOND_MS) / SECOND_MS),
  };
}

function renderExchanges(demo: DemoMarket) {
  return listExchanges(demo).map(({ exchange, volumeUsd }) => ({
    id: exchange.id.replaceAll("_", "-"),
    name: exchange.name,
    active: volumeUsd > 0,
    links: { website: [exchange.url] },
    quotes: { USD: { reported_volume_24h: volumeUsd } },
  }));
}

/** Coins whose id has CoinGecko's id in place of the name. */
const WITH_GECKO_ID = new Set(
  (
    "usd-coin polygon-ecosystem-token cosmos gatechain-token immutable-x fetch-ai curve-dao-token trust-wallet-token " +
    "theta-token basic-attention-token mx-token terrausd huobi-token origin-protocol 0x magic dydx-chain"
  ).split(" "),
);
/** Ids with an earlier ticker. */
const OLD_IDS: Readonly<Record<string, string>> = {
  "render-token": "rndr-render-token",
  "euro-coin": "euroc-euro-coin",
  eos: "eos-eos",
  "figure-heloc": "figrheloc-figure-heloc",
};
const REVIEWED = new Map([...COINPAPRIKA_IDS].map(([id, geckoId]) => [geckoId, id]));

/** How CoinPaprika names a coin; `null` where it does not know it. */
function findPaprikaId({ id, symbol, name, marks }: DemoCoin): string | null {
  if (WITH_GECKO_ID.has(id)) return `${symbol.toLowerCase()}-${id}`;
  const known = OLD_IDS[id] ?? REVIEWED.get(id);
  if (known !== undefined) return known;
  if (marks.has("nopaprika")) return null;
  const today = marks.has("oldname") ? `${name.split(" ")[0]} Origin` : name;
  return `${slugify(symbol) || "token"}-${slugify(today)}`;
}

function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

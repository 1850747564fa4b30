import type { CoinDetail } from "../../../crypto/api/endpoints/coin.ts";
import { computeCoinPath } from "../../../crypto/api/rows/coin-row.ts";
import type { World } from "../../../crypto/api/world.ts";
import type { MarketCoin } from "../../../crypto/market/model/market.ts";
import { HOUR_MS } from "../../../lib/time.ts";
import { type Built, buildPageArchive, findAnswer, listPageArchives } from "./data-page.ts";

/** The response of a coin with what its page adds. */
export type CoinPage = ReturnType<typeof listCoinPages> extends Generator<infer Page> ? Page : never;

/** Limits the size of a page; its JSON has all tickers. */
const MAX_TICKERS = 40;
/** Archives of all coins: each page links the newest of each dataset. */
const SHARED_DATASETS = ["coins-latest", "prices", "hourly", "daily"];

/** The coins with their pages, for lists and links. */
export function listCoins({ market }: World) {
  return market.coins.map((coin) => ({
    name: coin.name,
    symbol: coin.symbol,
    id: coin.id,
    path: computeCoinPath(coin),
    file: nameFile(coin),
  }));
}

/** One after the other: the data of all pages would take more memory than the market. */
export function* listCoinPages(built: Built) {
  const { run, archives, market } = built.world;
  const names = new Map(run.sources.map(({ id, name }) => [id, name]));
  const shared = listPageArchives(built.world, SHARED_DATASETS).map((archive) => ({ ...archive, isOwn: false }));
  const own = new Map(archives.map((entry) => [entry.filename, entry]));
  for (const coin of market.coins) {
    const page = computeCoinPage(built, coin, (id) => names.get(id) ?? id);
    const archive = own.get(`history-${coin.key}.csv.gz`);
    if (page === undefined) continue;
    // `isOwn`: it has rows of this coin only.
    const owned = archive === undefined ? [] : [{ ...buildPageArchive(archive), isOwn: true }];
    yield { ...page, archives: [...owned, ...shared] };
  }
}

const nameFile = ({ key }: MarketCoin): string => `coins/${key}/index.html`;

function computeCoinPage(built: Built, coin: MarketCoin, nameOf: (id: string) => string) {
  const answer = findAnswer<CoinDetail>(built, "coin", { symbol: coin.key });
  if (answer === undefined) return undefined;
  const { data, meta } = answer;
  const { price_evidence: evidence, sparkline_7d: hourly, ...rest } = data;
  const hasExchangePages = built.endpoints.some(({ id }) => id === "exchange");
  const venues = new Set(evidence.tickers.map(({ exchange }) => exchange));
  // The largest weight first; excluded tickers follow by volume.
  const tickers = evidence.tickers.toSorted(
    (a, b) =>
      Number(b.included) - Number(a.included) ||
      b.weight - a.weight ||
      (b.volume_24h_usd ?? -1) - (a.volume_24h_usd ?? -1),
  );
  const lastMs = Math.floor(built.world.market.asOfMs / HOUR_MS) * HOUR_MS;
  return {
    ...rest,
    file: nameFile(coin),
    /** Link preview, in the folder of the page. */
    image: "og.svg",
    freshness: meta,
    /** Names of the sources without markets. */
    references: (meta["sources"] as string[]).filter((id) => !venues.has(id)).map(nameOf),
    evidence: {
      ...evidence,
      total: tickers.length,
      included: tickers.filter(({ included }) => included).length,
      hidesBooks: built.world.hidesBooks === true,
      tickers: tickers.slice(0, MAX_TICKERS).map((ticker) => ({
        ...ticker,
        exchange: nameOf(ticker.exchange),
        exchange_page: hasExchangePages ? `exchanges/${ticker.exchange}/` : null,
        deviation_percentage: computeDeviation(ticker.price_usd, data.current_price),
      })),
    },
    /** Hourly prices of 7 days, oldest first. */
    hours: hourly.map((price, at) => [lastMs - (hourly.length - 1 - at) * HOUR_MS, price] as const),
  };
}

function computeDeviation(priceUsd: number | null, published: number | null): number | null {
  return priceUsd === null || published === null || published === 0 ? null : (priceUsd / published - 1) * 100;
}

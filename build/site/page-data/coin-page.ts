import type { Endpoint, World } from "../../api/endpoint.ts";
import type { CoinDetail } from "../../api/endpoints/coin.ts";
import type { PriceEvidence } from "../../api/rows/coin-row.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { MarketCoin } from "../../market/market.ts";
import { buildPageArchive, findAnswer, listPageArchives, type PageArchive } from "./data-page.ts";
import type { PageFreshness } from "./site-facts.ts";

/** The response of a coin with what its page adds. */
export interface CoinPage extends Omit<CoinDetail, "price_evidence" | "sparkline_7d"> {
  /** Path of the page. */
  file: string;
  /** Link preview image, in the same folder. */
  image: string;
  freshness: PageFreshness;
  /** Names of the sources without markets: the references. */
  references: readonly string[];
  evidence: Omit<PriceEvidence, "tickers"> & {
    tickers: readonly TickerLine[];
    /** Number of all tickers; `tickers` may be cut. */
    total: number;
    included: number;
  };
  /** Hourly prices of 7 days, oldest first. */
  hours: readonly (readonly [timeMs: number, price: number | null])[];
  archives: readonly CoinArchive[];
}

export interface TickerLine {
  exchange: string;
  pair: string;
  price_usd: number;
  /** Distance from the published price; `null` without a price. */
  deviation_percentage: number | null;
  volume_24h_usd: number | null;
  weight: number;
  included: boolean;
  reason: string | null;
}

/** An archive with rows of this coin. */
export interface CoinArchive extends PageArchive {
  /** It has rows of this coin only. */
  isOwn: boolean;
}

/** Limits the size of a page; its JSON has all tickers. */
const MAX_TICKERS = 50;
/** Archives of all coins: each page links the newest of each dataset. */
const SHARED_DATASETS = ["coins-latest", "prices", "hourly", "daily"];

export function listCoinPages(endpoints: readonly Endpoint[], world: World): CoinPage[] {
  const names = new Map(world.run.sources.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const shared = listPageArchives(world, SHARED_DATASETS).map((archive) => ({ ...archive, isOwn: false }));
  const own = new Map(world.archives.map((entry) => [entry.filename, entry]));
  return world.market.coins.flatMap((coin) => {
    const page = computeCoinPage(endpoints, world, coin, nameOf);
    const archive = own.get(`history-${coin.key}.csv.gz`);
    if (page === undefined) return [];
    return {
      ...page,
      archives: [...(archive === undefined ? [] : [{ ...buildPageArchive(archive), isOwn: true }]), ...shared],
    };
  });
}

function computeCoinPage(
  endpoints: readonly Endpoint[],
  world: World,
  coin: MarketCoin,
  nameOf: (id: string) => string,
): Omit<CoinPage, "archives"> | undefined {
  const answer = findAnswer<CoinDetail>(endpoints, world, "coin", { symbol: coin.key });
  if (answer === undefined) return undefined;
  const { data, meta } = answer;
  const { price_evidence: evidence, sparkline_7d: hourly, ...rest } = data;
  const venues = new Set(evidence.tickers.map(({ exchange }) => exchange));
  // The largest weight first; excluded tickers follow by volume.
  const tickers = evidence.tickers.toSorted(
    (a, b) =>
      Number(b.included) - Number(a.included) ||
      b.weight - a.weight ||
      (b.volume_24h_usd ?? -1) - (a.volume_24h_usd ?? -1),
  );
  const lastMs = Math.floor(world.market.asOfMs / HOUR_MS) * HOUR_MS;
  return {
    ...rest,
    file: `coins/${coin.key}/index.html`,
    image: "og.svg",
    freshness: meta,
    references: (meta["sources"] as string[]).filter((id) => !venues.has(id)).map(nameOf),
    evidence: {
      ...evidence,
      total: tickers.length,
      included: tickers.filter(({ included }) => included).length,
      tickers: tickers.slice(0, MAX_TICKERS).map((ticker) => ({
        ...ticker,
        exchange: nameOf(ticker.exchange),
        deviation_percentage: computeDeviation(ticker.price_usd, data.current_price),
      })),
    },
    hours: hourly.map((price, at) => [lastMs - (hourly.length - 1 - at) * HOUR_MS, price]),
  };
}

function computeDeviation(priceUsd: number, published: number | null): number | null {
  return published === null || published === 0 ? null : (priceUsd / published - 1) * 100;
}

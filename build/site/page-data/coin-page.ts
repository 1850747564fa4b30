import type { Endpoint, World } from "../../api/endpoint.ts";
import type { CoinRow, PriceEvidence } from "../../api/rows/coin-row.ts";
import type { MarketCoin } from "../../market/market.ts";
import { findAnswer } from "./find-answer.ts";
import type { PageFreshness } from "./page-data.ts";
import { computePageArchive, listPageArchives, type PageArchive } from "./page-files.ts";

/** A coin as its page shows it: its answer, and what stands beside that. */
export interface CoinPage extends Omit<CoinAnswer, "price_evidence" | "sparkline_7d"> {
  /** The page's file. */
  file: string;
  /** Its picture for other people's pages, in the same folder. */
  image: string;
  freshness: PageFreshness;
  /** Names of the sources that have no books: the references. */
  references: readonly string[];
  evidence: Omit<PriceEvidence, "tickers"> & {
    tickers: readonly TickerLine[];
    /** Books in all: the longest lists are cut. */
    total: number;
    included: number;
  };
  /** Hourly prices of 7 days, oldest first, with the moment of each in unix milliseconds. */
  hours: readonly (readonly [timeMs: number, price: number | null])[];
  archives: readonly CoinArchive[];
}

/** A book that was looked at. */
export interface TickerLine {
  exchange: string;
  pair: string;
  price_usd: number;
  /** Distance from the published price; `null` where there is none. */
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

interface CoinAnswer extends CoinRow {
  atl: number | null;
  atl_date: string | null;
  atl_change_percentage: number | null;
  categories: readonly string[];
  links: Readonly<Record<string, string | null>>;
  platforms: Readonly<Record<string, string>>;
  genesis_date: string | null;
  same_symbol: readonly { id: string; name: string; market_cap_rank: number | null; path: string }[];
  history: Readonly<Record<string, string>>;
  sparkline_7d: readonly (number | null)[];
  price_evidence: PriceEvidence;
}

const HOUR_MS = 3_600_000;
/** So that a page stays small; its JSON has all of them. */
const MAX_TICKERS = 50;
/** Archives of all coins, of which the newest is worth a link. */
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
      archives: [...(archive === undefined ? [] : [{ ...computePageArchive(archive), isOwn: true }]), ...shared],
    };
  });
}

function computeCoinPage(
  endpoints: readonly Endpoint[],
  world: World,
  coin: MarketCoin,
  nameOf: (id: string) => string,
): Omit<CoinPage, "archives"> | undefined {
  const answer = findAnswer<CoinAnswer>(endpoints, world, "coin", { symbol: coin.key });
  if (answer === undefined) return undefined;
  const { data, meta } = answer;
  const { price_evidence: evidence, sparkline_7d: hourly, ...rest } = data;
  const venues = new Set(evidence.tickers.map(({ exchange }) => exchange));
  // The largest share first, then what is left out by its volume.
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

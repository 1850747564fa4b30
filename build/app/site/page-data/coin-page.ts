import { posix } from "node:path";
import { describeEvidence } from "../../../../public/js/coin-evidence.js";
import type { CoinDetail } from "../../../crypto/api/endpoints/coin.ts";
import { coinOhlc } from "../../../crypto/api/endpoints/coin-ohlc.ts";
import { computeCoinPath } from "../../../crypto/api/rows/coin-row.ts";
import { listCoverage } from "../../../crypto/api/trees.ts";
import type { World } from "../../../crypto/api/world.ts";
import type { CoinLink } from "../../../crypto/market/identity/coin-links.ts";
import type { MarketCoin } from "../../../crypto/market/model/market.ts";
import { fileOf } from "../../../kit/api/query.ts";
import { groupBy } from "../../../lib/collections.ts";
import { HOUR_MS, renderDay } from "../../../lib/time.ts";
import { type CoinPicture, findPictureTitle } from "../picture/render-pictures.ts";
import { type Built, buildPageArchive, findAnswer, listPageArchives } from "./data-page.ts";

/** The response of a coin, as published. */
export type CoinAnswer = NonNullable<ReturnType<typeof findCoinAnswer>>;

/** Responses by the id of the coin. */
export type CoinAnswers = Readonly<Record<string, CoinAnswer>>;

/** Archives of all coins: each page links the newest of each dataset. */
const SHARED_DATASETS = ["coins-latest", "prices", "hourly", "daily"];

/** The response `coins/{symbol}` of this build; `undefined` where it has none. */
export function findCoinAnswer(built: Built, { key }: Pick<MarketCoin, "key">) {
  return findAnswer<CoinDetail>(built, "coin", { symbol: key });
}

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

/** What the pages of coins are computed from. */
export interface CoinPagesInput extends Built {
  /** The responses that the pages show. Absent: those of this build. */
  coinAnswers?: CoinAnswers;
  /** So many of the largest coins have a link preview of their own. Absent: the usual number. */
  picturedCoins?: number;
}

/** One after the other: the data of all pages would take more memory than the market. */
export function* listCoinPages(built: CoinPagesInput) {
  const { archives, history, market } = built.world;
  const site = describeContext(built);
  // Without their sizes, which change with every build.
  const shared = listPageArchives(built.world, SHARED_DATASETS).map(({ path, filename }) => ({ path, filename }));
  const covered = countCandleCoins(built.world);
  const own = new Map(archives.map((entry) => [entry.filename, entry]));
  for (const { coin, answer } of listAnswers(built)) {
    const archive = own.get(`history-${coin.key}.csv.gz`);
    const own_archive = archive === undefined ? null : buildPageArchive(archive);
    const known_as = listKnownAs(market.links.get(coin.id) ?? [], site.names);
    const candles = listCandleFiles(coin, answer, covered);
    const picture = findPictureTitle(answer.data, built.picturedCoins);
    const page = computeCoinPage(answer, coin, site);
    const first_day = findFirstDay(history, coin, market.asOfMs);
    yield { ...page, picture, known_as, candles, first_day, own_archive, archives: shared };
  }
}

/** The link previews that the pages of coins name. */
export function listCoinPictures(built: CoinPagesInput): CoinPicture[] {
  return [...listAnswers(built)].flatMap(({ coin, answer: { data } }) => {
    const title = findPictureTitle(data, built.picturedCoins);
    return title === undefined ? [] : [{ folder: posix.dirname(nameFile(coin)), title, symbol: data.symbol }];
  });
}

/** The coins with a response to show. */
function* listAnswers(built: CoinPagesInput) {
  const { coinAnswers: answers } = built;
  for (const coin of built.world.market.coins) {
    const answer = answers === undefined ? findCoinAnswer(built, coin) : findKept(answers, coin);
    if (answer !== undefined) yield { coin, answer };
  }
}

/** The first day with a known price; `null` without one. */
function findFirstDay(history: World["history"], { id }: MarketCoin, asOfMs: number): string | null {
  const [firstMs] = history.series(id, "1d", 0, asOfMs).times;
  return firstMs === undefined ? null : renderDay(firstMs);
}

/** Safe for ids such as `constructor`. */
function findKept(answers: CoinAnswers, { id }: MarketCoin): CoinAnswer | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

/** The coin's ids at lists and codes on exchanges: names of the places by what they call it. */
function listKnownAs(links: readonly CoinLink[], names: Readonly<Record<string, string>>) {
  const listed = links.filter(({ kind }) => kind === "list");
  const codes = groupBy(
    links.filter(({ kind }) => kind === "venue"),
    ({ name }) => name,
  );
  return {
    lists: listed.map(({ place, name }) => ({ place: names[place] ?? place, name })),
    codes: [...codes].map(([name, places]) => ({ name, places: places.map(({ place }) => names[place] ?? place) })),
  };
}

const nameFile = ({ key }: Pick<MarketCoin, "key">): string => `coins/${key}/index.html`;

/** How many of the largest coins have files of candles. */
function countCandleCoins({ leftOut = [] }: World): number {
  return leftOut.findLast(({ tree }) => tree === coinOhlc.tree)?.covered ?? listCoverage("candles")[0];
}

/**
 * Files of candles by interval; `null` for a coin without. The rank is that of the answer, so that
 * all builds of an hour write the same page.
 */
function listCandleFiles({ key }: MarketCoin, { data: { market_cap_rank: rank } }: CoinAnswer, covered: number) {
  if (rank === null || rank > covered) return null;
  const fileIn = (period: string) => fileOf(coinOhlc.path, coinOhlc.parameters, { symbol: key, period });
  return { "1h": fileIn("30d"), "1d": fileIn("all") };
}

/** What a script needs to show another response of the coin: the same in every build. */
function describeContext({ endpoints, world }: Built) {
  return {
    names: Object.fromEntries(
      world.run.sources.flatMap(({ id, name, status }) => (status === "off" ? [] : [[id, name]])),
    ),
    hasExchangePages: endpoints.some(({ id }) => id === "exchange"),
    hidesBooks: world.hidesBooks,
  };
}

function computeCoinPage(answer: CoinAnswer, coin: MarketCoin, context: ReturnType<typeof describeContext>) {
  const { data, meta } = answer;
  const { price_evidence: _, sparkline_7d: hourly, ...rest } = data;
  const lastMs = Date.parse((meta["sparkline_7d"] as { to: string }).to);
  return {
    ...rest,
    file: nameFile(coin),
    freshness: meta,
    context,
    ...describeEvidence(answer, context),
    /** Hourly prices of 7 days, oldest first. */
    hours: hourly.map((price, at) => [lastMs - (hourly.length - 1 - at) * HOUR_MS, price] as const),
  };
}

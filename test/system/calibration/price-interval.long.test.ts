import { expect, it } from "vitest";
import type { Market, MarketCoin } from "../../../build/crypto/market/model/market.ts";
import type { Dataset, Ticker } from "../../../build/crypto/normalise/record.ts";
import { build, COLD } from "../chaos/attacks/chain.ts";
import { editRecords, scaleTicker } from "../chaos/attacks/lies.ts";
import { openTimeline, type Reading } from "../chaos/attacks/timeline.ts";
import { hashSeed, openDraws, SEED } from "../chaos/random.ts";
import { reportCalibration, summarise } from "./report.ts";

/** The price of a venue that was left out, and the interval that all others gave. */
interface LeftOut {
  coinId: string;
  rank: number;
  venue: string;
  /** Venues in the price of the others. */
  venues: number;
  inside: boolean;
  /** Half of the interval as a share of the price. */
  half: number;
}

/** Classes of coins by market cap rank: the larger a coin, the closer its venues. */
const SIZE_CLASSES = [
  { name: "1 to 20", from: 1, to: 20 },
  { name: "21 to 100", from: 21, to: 100 },
  { name: "101 to 250", from: 101, to: 250 },
] as const;

/**
 * Leaves out one venue after the other and computes every price from the rest. A venue that the
 * price of all venues excludes is no fair price, and is not counted.
 */
function leaveVenuesOut({ datasets, now }: Pick<Reading, "datasets" | "now">, coins: number): LeftOut[] {
  const whole = build(datasets, now, coins, COLD);
  const venues = [...new Set(datasets.flatMap(({ kind, source }) => (kind === "ticker" ? source : [])))];
  return venues.flatMap((venue) => {
    const others = datasets.filter(({ kind, source }) => kind !== "ticker" || source !== venue);
    return compare(venue, whole.market, build(others, now, coins, COLD).rows);
  });
}

function compare(venue: string, { coins }: Market, without: ReadonlyMap<string, MarketCoin>): LeftOut[] {
  return coins.flatMap((coin) => {
    const price = findVenuePrice(coin, venue);
    const rest = without.get(coin.id);
    const interval = rest?.priceSource === "aggregated" ? rest.evidence.interval : null;
    if (price === null || rest === undefined || interval === null || coin.rank === null) return [];
    return {
      coinId: coin.id,
      rank: coin.rank,
      venue,
      venues: rest.exchanges,
      inside: price >= interval.low && price <= interval.high,
      half: (interval.high - interval.low) / 2 / (rest.price ?? Number.NaN),
    };
  });
}

/** The mean of the venue's pairs in the price; `null` if none of them is. */
function findVenuePrice({ evidence }: MarketCoin, venue: string): number | null {
  let sum = 0;
  let weights = 0;
  for (const { exchange, weight, priceUsd } of evidence.tickers) {
    if (exchange !== venue) continue;
    sum += weight * priceUsd;
    weights += weight;
  }
  return weights > 0 ? sum / weights : null;
}

/**
 * Moves every pair as real ones are apart: each venue and coin by one draw of a distribution with
 * heavier tails than the normal one, by more the smaller the coin, and the offers with it. The demo
 * market alone has less noise than a real one, and none that is far out.
 */
function addVenueNoise(
  datasets: readonly Dataset[],
  rankOf: (source: string, ticker: Ticker) => number | undefined,
  seed: number,
): readonly Dataset[] {
  return editRecords(datasets, "ticker", null, (ticker, source) => {
    const rank = rankOf(source, ticker);
    if (rank === undefined) return [ticker];
    const scale = 0.0003 * Math.sqrt(1 + rank / 10);
    return [scaleTicker(ticker, 1 + scale * drawStudent(hashSeed(seed, source, ticker.market)))];
  });
}

/** Student's t with four degrees of freedom, at unit scale. */
function drawStudent(seed: number): number {
  const draw = openDraws(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  const squares = [normal(), normal(), normal(), normal()].reduce((sum, one) => sum + one ** 2, 0);
  return normal() / Math.sqrt(squares / 4);
}

const COINS = 250;

it("holds 90 to 97 % of the prices of left-out venues on a demo market with noise, in every size class", async () => {
  const { datasets, now } = await openTimeline({ seed: SEED, coins: COINS, stepMinutes: 30 })(0);
  const ranks = new Map(
    build(datasets, now, COINS, COLD).market.coins.flatMap(({ rank, evidence }) =>
      evidence.tickers.map(({ exchange, market }) => [`${exchange} ${market}`, rank ?? COINS] as const),
    ),
  );
  const noisy = addVenueNoise(datasets, (source, { market }) => ranks.get(`${source} ${market}`), SEED);
  const leftOut = leaveVenuesOut({ datasets: noisy, now }, COINS);
  const rows = SIZE_CLASSES.map(({ name, from, to }) =>
    summarise(
      `Rank ${name}`,
      leftOut.filter(({ rank }) => rank >= from && rank <= to),
    ),
  );
  for (const { group, left_out, inside_percentage } of rows) {
    expect(left_out, group).toBeGreaterThan(100);
    expect(inside_percentage, group).toBeGreaterThanOrEqual(90);
    expect(inside_percentage, group).toBeLessThanOrEqual(97);
  }
  const about = "The demo market with noise per exchange and coin that has heavy tails (invented prices)";
  reportCalibration({ name: "demo", about, seed: SEED, rows });
});

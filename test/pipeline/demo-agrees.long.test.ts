import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OTHER_SOURCES, openSampleRuns, type SampleRun } from "./sample-runs.ts";

const COINS = 40;
const PERIODS = { "1h": 12, "24h": 280, "7d": 160, "30d": 700, "1y": 360, all: 700 };
type Period = keyof typeof PERIODS;

interface Row {
  id: string;
  path: string;
  current_price: number;
  price_source: string;
  ath: number;
  atl: number;
  price_change_percentage_7d: number;
  price_change_percentage_30d: number;
  sparkline_7d: (number | null)[];
  last_updated: string;
}

const runs = await openSampleRuns(COINS, { withHistory: true, sourcesOff: OTHER_SOURCES });
let run: SampleRun;
let coins: Row[];
const open = (path: string) => run.read<{ data: Row }>(path.replace(/\.json$/, "")).data;
const points = ({ path }: Row, period: Period) =>
  run.read<{ data: { prices: [number, number][] } }>(path.replace(/\.json$/, `/history/${period}`)).data.prices;

beforeAll(async () => {
  run = await runs.build(0);
  coins = run
    .read<{ data: Row[] }>("coins/limit/all")
    .data.filter(({ price_source }) => price_source === "aggregated")
    .map(({ path }) => open(path));
}, 120_000);
afterAll(() => runs.close());

describe("the demo as npm start shows it", () => {
  it("has every period of every coin", () => {
    expect(coins.length).toBeGreaterThan(COINS / 2);
    const thin = coins.flatMap((coin) =>
      Object.entries(PERIODS).flatMap(([period, least]) => {
        const { length } = points(coin, period as Period);
        return length >= least ? [] : [`${coin.id} ${period}: ${length}`];
      }),
    );
    expect(thin).toEqual([]);
  });

  it("has charts that reach the all-time high and low", () => {
    const off = coins.flatMap((coin) => {
      const all = (["24h", "30d", "all"] as const).flatMap((period) => points(coin, period).map(([, price]) => price));
      const high = Math.max(...all, coin.current_price);
      const low = Math.min(...all, coin.current_price);
      // References round prices to five digits.
      return Math.abs(high / coin.ath - 1) < 0.002 && Math.abs(low / coin.atl - 1) < 0.002
        ? []
        : [`${coin.id}: ${high} of ${coin.ath}, ${low} of ${coin.atl}`];
    });
    expect(off).toEqual([]);
  });

  it("has no point above the all-time high or below the all-time low", () => {
    const off = run.read<{ data: Row[] }>("coins/limit/all").data.flatMap((row) => {
      const { id, path, ath, atl } = open(row.path);
      const all = Object.keys(PERIODS).flatMap((period) => points({ ...row, path }, period as Period));
      const prices = all.map(([, price]) => price);
      const isWithin = prices.every((price) => (ath === null || price <= ath) && (atl === null || price >= atl));
      return isWithin ? [] : [`${id}: ${Math.max(...prices)} of ${ath}, ${Math.min(...prices)} of ${atl}`];
    });
    expect(off).toEqual([]);
  });

  it("has changes that equal those of the charts", () => {
    const off = coins.flatMap((coin) =>
      (["7d", "30d"] as const).flatMap((period) => {
        const [, first] = points(coin, period)[0]!;
        const shown = coin[`price_change_percentage_${period}`];
        const drawn = (coin.current_price / first - 1) * 100;
        return Math.abs(shown - drawn) < 1 ? [] : [`${coin.id} ${period}: ${shown} and ${drawn}`];
      }),
    );
    expect(off).toEqual([]);
  });

  it("has sparklines that end at the price", () => {
    const off = coins.flatMap((coin) => {
      const last = coin.sparkline_7d.at(-1)!;
      return Math.abs(last / coin.current_price - 1) < 0.005 ? [] : [`${coin.id}: ${last}, ${coin.current_price}`];
    });
    expect(off).toEqual([]);
  });

  it("has a coin with an old price, whose charts end at that price and time", () => {
    const stale = run.read<{ data: Row[] }>("coins/limit/all").data.filter((row) => row.price_source === "stale");
    expect(stale.length).toBe(1);
    const coin = open(stale[0]!.path);
    const [timeMs, price] = points(coin, "all").at(-1)!;
    const updatedMs = Date.parse(coin.last_updated);
    expect(updatedMs - timeMs).toBeGreaterThan(0);
    expect(updatedMs - timeMs).toBeLessThanOrEqual(24 * 60 * 60_000);
    expect(Math.abs(price / coin.current_price - 1)).toBeLessThan(0.02);
    expect(points(coin, "7d")).toEqual([]);
    expect(coin.sparkline_7d.every((point) => point === null)).toBe(true);
  });
});

import type { StateStore } from "../../../kit/platform/platform.ts";
import { groupBy } from "../../../lib/collections.ts";
import { sortByName } from "../../../lib/entries.ts";
import { roundNumber } from "../../../lib/json/significant-digits.ts";
import { addUp } from "../../../lib/stats.ts";
import { DAY_MS, HOUR_MS, renderDay } from "../../../lib/time.ts";
import { type GlobalDay, globalSeries } from "../../history/datasets/datasets.ts";
import { writeHours } from "../../history/kept-hours.ts";
import type { CoinColumns } from "../../history/partition.ts";
import {
  nameDaily,
  nameHourly,
  nameHours,
  nameSamples,
  parsePartitionName,
  writePartition,
} from "../../history/partition-document.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import { DEMO_VENUES } from "../demo-venues.ts";
import { getVolumeUsd } from "../reference/coin-view.ts";
import { ACTIVE_COINS, MARKETS } from "../reference/coingecko.ts";
import { writeDemoCandles } from "./demo-candles.ts";
import { findLastMoment, groupRows, type PastPrices } from "./past-prices.ts";

/** Fills an empty state, as if the site of this market had been built for two years. */
export function writeDemoHistory(state: StateStore, demo: DemoMarket): void {
  const { history } = demo;
  if (history === undefined) throw new Error("The market was created without its history");
  const polled = sumPolledVolumes(demo);
  const coins = demo.coins.map((coin, index) => ({
    coin,
    volumeAt: describeVolume(demo, coin, index + 1, polled.get(coin.id)),
  }));
  const write = (kind: "days" | "hours" | "samples", nameOf: (timeMs: number) => string): void => {
    for (const [name, rows] of groupRows(history[kind], nameOf)) {
      const times = rows.map((row) => history[kind][row]!.timeMs);
      const columns = coins.flatMap(({ coin, volumeAt }): [string, CoinColumns][] => {
        const all = history.prices.get(coin.id)?.[kind] ?? [];
        const prices = rows.map((row) => (all[row] == null ? null : roundNumber(all[row])));
        if (prices.every((price) => price === null)) return [];
        const marketCaps = prices.map((price) => (price === null ? null : Math.round(price * coin.circulatingSupply)));
        const totalVolumes = prices.map((price, at) => (price === null ? null : Math.round(volumeAt(times[at]!))));
        return [[coin.id, { prices, marketCaps, totalVolumes }]];
      });
      writePartition(state, name, { times, coins: Object.fromEntries(sortByName(columns)) }, { asOfMs: demo.now });
    }
  };
  writeOldHours(state, demo, history);
  write("days", nameDaily);
  write("hours", nameHourly);
  write("samples", nameSamples);
  writeDemoCandles(state, demo);
  writeTotals(state, demo, history);
}

/** Only they have hours of earlier years: the prices of so many hours take time. */
const COINS_WITH_OLD_HOURS = 4;

/** The hours before the hourly series, in the months that are kept for good. */
function writeOldHours(state: StateStore, { coins, now, priceUsd }: DemoMarket, { days, hours }: PastPrices): void {
  const borderMs = hours[0]?.timeMs ?? 0;
  const times = days
    .filter(({ timeMs }) => timeMs < borderMs)
    .flatMap(({ timeMs }) => Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => timeMs + hour * HOUR_MS));
  const ids = coins.slice(0, COINS_WITH_OLD_HOURS).map(({ id }) => id);
  for (const [name, ofMonth] of groupBy(times, nameHours)) {
    const columns = ids.sort().map((id): [string, CoinColumns] => {
      const prices = ofMonth.map((timeMs) => priceUsd(id, findLastMoment(timeMs, HOUR_MS)));
      return [id, { prices: prices.map((price) => (price === null ? null : roundNumber(price))) }];
    });
    const month = { times: ofMonth, coins: Object.fromEntries(columns) };
    const closed = parsePartitionName(name).endMs <= Math.min(borderMs, now);
    writeHours(state, name, month, { closed, reopen: "the demo was made again" });
  }
}

/** The volume on the polled venues over time: that of now follows from their books. */
function describeVolume(
  demo: DemoMarket,
  coin: DemoCoin,
  rank: number,
  polledUsd: number | undefined,
): (timeMs: number) => number {
  const scale = polledUsd === undefined ? 1 : polledUsd / getVolumeUsd(demo, coin, rank, demo.now);
  return (timeMs) => scale * getVolumeUsd(demo, coin, rank, timeMs);
}

/** USD of 24 hours by coin, over all open spot books. */
function sumPolledVolumes(demo: DemoMarket): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { id } of DEMO_VENUES) {
    for (const { coinId, type, trading, quote, quoteVolume } of demo.books(id)) {
      if (coinId === null || type !== "spot" || !trading) continue;
      sums.set(coinId, (sums.get(coinId) ?? 0) + quoteVolume * demo.quoteUsd(quote, demo.now));
    }
  }
  return sums;
}

const LARGEST = 10;

/** One row per day, from the closing prices. */
function writeTotals(state: StateStore, demo: DemoMarket, { days, prices }: PastPrices): void {
  const ranked = demo.coins.map((coin, index) => ({ coin, rank: index + 1, closes: prices.get(coin.id)?.days ?? [] }));
  const rows = days.map(({ priceMs }, at): GlobalDay => {
    const caps = ranked.map(({ coin, closes }) => (closes[at] ?? 0) * coin.circulatingSupply);
    const total = addUp(caps);
    const volumes = ranked.map(({ coin, rank }, row) =>
      caps[row] === 0 ? 0 : getVolumeUsd(demo, coin, rank, priceMs),
    );
    const largest = ranked
      .map(({ coin }, row) => [coin.symbol.toLowerCase(), ((caps[row] ?? 0) / total) * 100] as const)
      .sort(([, a], [, b]) => b - a)
      .slice(0, LARGEST);
    return {
      date: renderDay(priceMs),
      source: "coingecko",
      observedAtMs: priceMs,
      totalMarketCap: Math.round(total),
      totalVolume: Math.round(addUp(volumes)),
      activeCoins: ACTIVE_COINS + demo.coins.length,
      markets: MARKETS,
      marketCapPercentage: Object.fromEntries(largest),
    };
  });
  for (const [name, own] of groupBy(rows, globalSeries.nameOf)) {
    const endMs = globalSeries.endOf(name);
    state.write(name, own, { rows: own.length, closed: endMs !== null && endMs <= demo.now });
  }
}

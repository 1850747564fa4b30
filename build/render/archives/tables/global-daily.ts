import { type GlobalDay, globalSeries } from "../../../history/datasets/global.ts";
import { findGaps } from "../../../history/find-gaps.ts";
import { DAY_MS } from "../../../lib/time.ts";
import { defineArchive } from "../archive.ts";
import { hashRows, parseDay, readDatasetDocuments } from "./dataset-rows.ts";

/** The market as a whole, day by day. The running day is in it, as it stands. */
export const globalDaily = defineArchive<GlobalDay>({
  dataset: "global",
  description:
    "The market as a whole as the last build of each UTC day observed it; the last row may be of a running day.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: [
    { name: "date", type: "date", description: "UTC day.", value: (day) => parseDay(day.date) },
    {
      name: "observed_at",
      type: "datetime",
      description: "When the totals were observed, UTC.",
      value: (day) => day.observedAtMs,
    },
    {
      name: "total_market_cap",
      type: "number",
      unit: "USD",
      description: "Market cap of all coins.",
      value: (day) => day.totalMarketCap,
    },
    {
      name: "total_volume",
      type: "number",
      unit: "USD",
      description: "Traded in the 24 hours before.",
      value: (day) => day.totalVolume,
    },
    {
      name: "btc_market_cap_percentage",
      type: "number",
      unit: "%",
      description: "Bitcoin's share in the market cap.",
      value: (day) => day.marketCapPercentage["btc"] ?? null,
    },
    {
      name: "eth_market_cap_percentage",
      type: "number",
      unit: "%",
      description: "Ether's share in the market cap.",
      value: (day) => day.marketCapPercentage["eth"] ?? null,
    },
    {
      name: "active_cryptocurrencies",
      type: "integer",
      description: "Coins with a price.",
      value: (day) => day.activeCoins,
    },
    { name: "markets", type: "integer", description: "Spot books counted.", value: (day) => day.markets },
  ],
  async *parts(_world, series) {
    const days = (await readDatasetDocuments(series, globalSeries)).flatMap(({ rows }) => rows);
    const times = days.map(({ date }) => parseDay(date));
    if (days.length === 0) return;
    yield {
      name: "global",
      periodStartMs: times[0] ?? null,
      periodEndMs: times.at(-1) ?? null,
      closesAtMs: null,
      gaps: findGaps(times, DAY_MS, "no build observed the market"),
      fingerprint: () => hashRows(days),
      rows: days,
    };
  },
});

import { z } from "zod";
import { type Answer, envelope, type Params } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import { DAY_MS, floorTo, HOUR_MS, renderTime } from "../../../lib/time.ts";
import type { HourYear } from "../../history/hour-years.ts";
import type { Series } from "../../history/series.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { NEVER_MS } from "../moments/day-closes.ts";
import { indexCoins } from "../rows/coin-index.ts";
import { OriginsField } from "../rows/coin-points.ts";
import { listOrigins } from "../rows/origin-run.ts";
import { COVERED_COINS } from "../trees.ts";
import type { World } from "../world.ts";
import { symbol } from "./coin-history.ts";

export const coinHours = defineEndpoint({
  id: "coin-hours",
  path: "/coins/{symbol}/hours/{year}",
  docs: {
    tag: "history",
    title: "Hours of a year",
    description:
      "Hourly prices of one of the largest coins in a year (UTC), up to the last closed day. The price of an hour is " +
      "the last one within it. `history/30d` has the hours of today. These hours are kept for good. The list is empty while no " +
      "hour of that year is known. Hours of years before the site began appear as they are backfilled.",
  },
  tree: "hours",
  parameters: {
    symbol,
    year: {
      in: "path",
      type: "string",
      description: "A UTC year, in four digits.",
      noun: "year",
      example: "2026",
      required: true,
    },
  },
  kinds: ["ticker", "coin"],
  body: envelope(
    schema.object("The hours of a coin in a year", {
      id: schema.text("Unique id of the coin"),
      symbol: schema.text("Ticker symbol, upper-case"),
      year: schema.count("The UTC year"),
      from: schema.maybeTime("Start of the first hour of the year with a price: the time of the first element"),
      prices: schema.values(
        "Price of one coin in meta.currency at the end of each hour, one after the other; null where none is known",
      ),
    }),
    {
      currency: CurrencyMeta,
      interval: z.literal("1h").describe("Distance of two prices"),
      final: schema.flag("True when the year is over and its hours are data of record: a change raises the revision"),
      revision: schema.count("From 1; counts later changes of closed hours of this answer, also those that were added"),
      origins: OriginsField,
    },
  ),
  *variants(world): Iterable<Params> {
    const covered = world.market.coins.slice(0, world.covered ?? COVERED_COINS[0]);
    // Year by year: the months of one year fit in memory.
    for (const { year } of world.history.hourYears ?? [])
      for (const { id, key } of covered) if (hasDays(world, id, year)) yield { symbol: key, year: String(year) };
  },
  inputs(world, params) {
    const { version, ...year } = getYear(world, params);
    if (version === undefined) return undefined;
    const { id, key, symbol } = indexCoins(world.market).get(String(params["symbol"]));
    const revision = year.revision(id);
    const final = isFinal(year, id);
    const { dueAtMs } = computeTiming(world, final);
    return JSON.stringify({ id, key, symbol, final, revision, version, dueAtMs, sample: world.sample });
  },
  compute(world, params): Answer {
    const coin = indexCoins(world.market).get(String(params["symbol"]));
    const hourYear = getYear(world, params);
    const { year, revision, series } = hourYear;
    const final = isFinal(hourYear, coin.id);
    const own = series(coin.id);
    const firstMs = own.times[0];
    const lastMs = own.times.at(-1);
    const origins = listOrigins(own);
    return {
      data: {
        id: coin.id,
        symbol: coin.symbol,
        year,
        from: firstMs === undefined ? null : renderTime(firstMs),
        prices: spreadHours(own),
      },
      meta: { currency: BASE_CURRENCY, interval: "1h", final, revision: revision(coin.id), origins },
      // Only the sources of filled hours, so that the bytes of an hour follow from the hours alone.
      sources: [...new Set(origins.flatMap(({ source }) => source ?? []))].sort(),
      observedAtMs: lastMs === undefined ? Date.UTC(year, 0, 1) : lastMs + HOUR_MS,
      stale: false,
      ...computeTiming(world, final),
    };
  },
});

function isFinal({ final, isComplete }: Pick<HourYear, "final" | "isComplete">, coinId: string): boolean {
  return final && isComplete(coinId);
}

/** A running year gets hours at the end of each day, an older one those that are backfilled. */
function computeTiming({ market }: World, final: boolean): Pick<Answer, "cadenceMs" | "dueAtMs"> {
  if (final) return { cadenceMs: NEVER_MS };
  return { cadenceMs: DAY_MS, dueAtMs: floorTo(market.asOfMs, DAY_MS) + DAY_MS };
}

/** Other answers may ask for a year that has no file: it has no hours. */
function getYear({ history }: World, params: Params): HourYear {
  const year = Number(params["year"]);
  return history.hourYears?.find((one) => one.year === year) ?? { year, ...NO_HOURS };
}

const NO_HOURS: Omit<HourYear, "year"> = {
  final: false,
  isComplete: () => false,
  revision: () => 1,
  version: undefined,
  series: () => ({ times: [], prices: [], marketCaps: [], totalVolumes: [] }),
  months: () => [],
};

/**
 * Whether the coin has a day in the year, today included. Hours are known of no other years, and
 * the days are read anyway: looking for hours would read all years in every build.
 */
function hasDays({ market, history }: World, coinId: string, year: number): boolean {
  const fromMs = Date.UTC(year, 0, 1);
  const toMs = Date.UTC(year + 1, 0, 1) - DAY_MS;
  if (market.asOfMs - fromMs < 366 * DAY_MS) return true;
  return history.series(coinId, "1d", fromMs, toMs).times.length > 0;
}

/** One price per hour from the first point to the last one. */
function spreadHours({ times, prices }: Series): (number | null)[] {
  const [firstMs] = times;
  const lastMs = times.at(-1);
  if (firstMs === undefined || lastMs === undefined) return [];
  const spread = new Array<number | null>((lastMs - firstMs) / HOUR_MS + 1).fill(null);
  for (const [row, timeMs] of times.entries()) spread[(timeMs - firstMs) / HOUR_MS] = prices[row] ?? null;
  return spread;
}

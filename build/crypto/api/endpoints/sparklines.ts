import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import { oncePer } from "../../../lib/once-per.ts";
import { HOUR_MS } from "../../../lib/time.ts";
import type { History } from "../../history/read-history.ts";
import type { MarketCoin } from "../../market/model/market.ts";
import type { RecordKind } from "../../normalise/record.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { findNewest } from "../freshness.ts";
import { indexCoins } from "../rows/coin-index.ts";
import { buildGrid, drawSparkline, type Grid, type Sparkline } from "../rows/coin-points.ts";
import { bySymbol } from "../rows/find-coin.ts";
import type { World } from "../world.ts";

const KINDS: readonly RecordKind[] = ["ticker", "coin"];
const STEP_MS = 4 * HOUR_MS;
/** 7 days of 4-hour steps. */
const POINTS = 42;

export const sparklines = defineEndpoint({
  id: "sparklines",
  path: "/sparklines",
  docs: {
    tag: "prices",
    title: "Sparklines",
    description:
      "Prices of the last 7 days in 4-hour steps, for small charts. All coins have the same times, which are stated " +
      "once. Where only files can answer, one symbol has its file and a list gets all coins.",
  },
  parameters: {
    symbols: {
      in: "query",
      type: "list",
      description:
        "Symbols or ids of the coins, in upper or lower case, with the meaning that they have in `/coins/{symbol}`.",
      example: "btc,eth",
      required: true,
      maxItems: 250,
      bare: true,
      row: bySymbol,
    },
  },
  kinds: KINDS,
  body: envelope(
    z
      .record(
        z.string(),
        schema.gridValues("Prices in meta.currency at the times of meta.series; null where none is known", POINTS),
      )
      .describe("Prices by upper-case symbol, or by the key in its path where a coin does not own its symbol"),
    {
      currency: CurrencyMeta,
      series: schema.object("The grid of times", {
        interval: z.literal("4h").describe("Distance of two times"),
        points: z.literal(POINTS).describe("Number of times"),
        timestamps: z.array(z.int()).length(POINTS).describe("The grid in unix milliseconds, ascending"),
      }),
      symbols: z.array(schema.text("Key in data")).describe("The coins as they were served"),
      missing: z.array(schema.text("A member of symbols")).describe("Requested symbols that are unknown"),
      restricted: z
        .record(z.string(), z.array(z.int().min(0).describe("Position in the line, from 0")).describe("Positions"))
        .describe("By key in data: positions of values of lists whose terms restrict republishing"),
    },
  ),
  *variants({ market }): Iterable<Params> {
    if (market.coins.length === 0) return;
    yield {};
    for (const coin of market.coins) yield { symbols: coin.key };
  },
  compute({ market, history, run }, params) {
    const key = params["symbols"];
    const one = key === undefined ? undefined : indexCoins(market).get(String(key));
    const coins = one === undefined ? market.coins : [one];
    const grid = buildGrid(market.asOfMs, STEP_MS, POINTS);
    const lines = coins.map((coin) => drawLine(history, coin, grid));
    const open = listOpenSources(run);
    const newestMs = findNewest(lines.map(({ values }) => findLastTime(values, grid)));
    return {
      data: Object.fromEntries(coins.map((coin, at) => [computeEntryKey(coin), lines[at]?.values ?? []])),
      meta: {
        currency: BASE_CURRENCY,
        series: { interval: "4h", points: POINTS, timestamps: grid },
        symbols: coins.map(computeEntryKey),
        missing: [],
        restricted: Object.fromEntries(
          coins.flatMap((coin, at) => {
            const copied = (lines[at]?.origins ?? []).flatMap((source, step) =>
              source === null || open.has(source) ? [] : [step],
            );
            return copied.length === 0 ? [] : [[computeEntryKey(coin), copied]];
          }),
        ),
      },
      // Like other closed steps, a single line names the sources of filled points only.
      ...(one && { sources: listSources(lines), stale: false }),
      // The newest value is on the grid, so the bytes of a single line stay the same for 4 hours.
      observedAtMs: newestMs ?? grid.at(-1) ?? market.asOfMs,
      cadenceMs: STEP_MS,
    };
  },
});

const openLines = oncePer((_: History) => new Map<string, Sparkline>());

/** The line of a coin, which is in the answer of all coins and in one of its own. */
function drawLine(history: History, { id }: MarketCoin, grid: Grid): Sparkline {
  const lines = openLines(history);
  const name = `${id} ${grid.at(-1)}`;
  const line = lines.get(name) ?? drawSparkline(history, id, grid, STEP_MS);
  lines.set(name, line);
  return line;
}

/** Sources that may be republished; a venue's candles are scaled to own prices. */
function listOpenSources({ sources }: World["run"]): ReadonlySet<string> {
  const open = sources.filter(({ kind, terms }) => kind === "exchange" || terms.class !== "restricted");
  return new Set(open.map(({ id }) => id));
}

function listSources(lines: readonly { origins: readonly (string | null)[] }[]): string[] {
  return [...new Set(lines.flatMap(({ origins }) => origins.flatMap((origin) => origin ?? [])))].sort();
}

function findLastTime(line: readonly (number | null)[], grid: Grid): number | null {
  return grid[line.findLastIndex((value) => value !== null)] ?? null;
}

/** Several coins may share a symbol: only its owner has an entry by symbol. */
function computeEntryKey({ key, symbol }: MarketCoin): string {
  return key === symbol.toLowerCase() ? symbol : key;
}

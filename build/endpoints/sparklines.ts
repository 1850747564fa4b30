import { z } from "zod";
import { encodeKey } from "../lib/key.ts";
import { floorTo, HOUR_MS } from "../lib/time.ts";
import type { MarketCoin } from "../market/market.ts";
import { getCoin } from "./coin-index.ts";
import { defineEndpoint, type Params } from "./endpoint.ts";
import { gridValues, text } from "./field.ts";
import { buildGrid, computeSparkline } from "./sparkline.ts";

const STEP_MS = 4 * HOUR_MS;
/** 7 days of 4-hour steps. */
const POINTS = 42;

export const sparklines = defineEndpoint({
  id: "sparklines",
  path: "/sparklines",
  tag: "market",
  title: "Sparklines",
  description:
    "Prices of the last 7 days in 4-hour steps over one grid of times that all coins share. Where only files can answer, one symbol has its file and a list gets all coins.",
  parameters: {
    symbols: {
      in: "query",
      type: "list",
      description: "Symbols of the coins, or the id of a coin that does not own its symbol; whatever the case.",
      example: "btc,eth",
      required: true,
      maxItems: 250,
      bare: true,
    },
  },
  kinds: ["ticker", "coin"],
  data: z
    .record(z.string(), gridValues("Prices in USD at the times of meta.series; null where none is known", POINTS))
    .describe("Prices by upper-case symbol, or by id where a coin does not own its symbol"),
  meta: {
    series: z
      .strictObject({
        interval: z.literal("4h").describe("Distance of two times"),
        points: z.literal(POINTS).describe("Number of times"),
        timestamps: z.array(z.int()).length(POINTS).describe("The grid in unix milliseconds, ascending"),
      })
      .describe("The grid of times"),
    symbols: z.array(text("Key in data")).describe("The coins as they were served"),
    missing: z.array(text("A member of symbols")).describe("What was asked for and is not known"),
  },
  dynamic: { kind: "pick", from: "sparklines.json" },
  *variants({ market }): Iterable<Params> {
    if (market.coins.length === 0) return;
    yield {};
    for (const coin of market.coins) yield { symbols: coin.key };
  },
  compute({ market, history }, params) {
    const key = params["symbols"];
    const coins = key === undefined ? market.coins : [getCoin(market, String(key))];
    const grid = buildGrid(market.asOfMs, STEP_MS, POINTS);
    return {
      data: Object.fromEntries(
        coins.map((coin) => [computeEntryKey(coin), computeSparkline(history, coin.id, grid, STEP_MS)]),
      ),
      meta: {
        series: { interval: "4h", points: POINTS, timestamps: grid },
        symbols: coins.map(computeEntryKey),
        missing: [],
      },
      // Nothing in it is newer than the grid, so the bytes stay the same for four hours.
      observedAtMs: floorTo(market.asOfMs, STEP_MS),
      cadenceMs: STEP_MS,
    };
  },
});

/** Several coins may share a symbol: only its owner goes by it. */
function computeEntryKey(coin: MarketCoin): string {
  return coin.key === encodeKey(coin.symbol) ? coin.symbol : coin.id;
}

import { expect, it } from "vitest";
import type { Build } from "../../../build/app/stages/build.ts";
import type { ComputedMarket } from "../../../build/app/stages/compute-market.ts";
import { extendHistory } from "../../../build/app/stages/extend-history.ts";
import {
  CANDLES,
  DAY_CANDLES,
  nameCandles,
  namePendingCandles,
  writeCandleDocument,
} from "../../../build/crypto/candles/candle-document.ts";
import { createCandlePartition } from "../../../build/crypto/candles/candle-partition.ts";
import { DAILY, namePendingDays, writePartition } from "../../../build/crypto/history/partition-document.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { createSampledMarket } from "../../crypto/history/sampled-market.ts";

const DAY = Date.UTC(2026, 10, 20);
const NO_DATASETS = { global: null, exchangeRates: null, fixings: [], fearGreed: [], defi: null, articles: [] };

it("a clock that is far ahead and not confirmed closes, deletes and publishes nothing", async () => {
  const state = createMemoryStateStore({ now: () => 0 });
  const warnings: string[] = [];
  const extend = async (timeMs: number, isClockConfirmed: boolean) => {
    const market = { ...createSampledMarket(timeMs, { btc: 1 }), ...NO_DATASETS };
    const built = { market, memory: {}, moves: new Map() };
    const effects = { state, progress: { warn: (message: string) => warnings.push(message) } };
    const build = { program: { sample: false, config: { backfill: 0, trees: [] } }, effects, isShard: false };
    await extendHistory(
      build as unknown as Build,
      [],
      { built, hasRemoved: false } as unknown as ComputedMarket,
      isClockConfirmed,
    );
    await state.commit();
  };
  const list = (prefix: string) => state.list(prefix).map(({ name, closed }) => [name, closed]);

  await extend(DAY + HOUR_MS, true);
  const range = { timeMs: DAY, high: 2, low: 1, open: null, origin: "kraken" };
  const candles = createCandlePartition(new Map([["btc", [range]]]));
  for (const name of [nameCandles(DAY), namePendingCandles(DAY)]) writeCandleDocument(state, name, candles, DAY);
  const day = { times: [DAY - DAY_MS], coins: { btc: { prices: [1], origins: [0] } }, origins: ["kraken"] };
  writePartition(state, namePendingDays(DAY), day, { asOfMs: DAY });
  await extend(DAY + 60 * DAY_MS, false);
  expect(warnings).toEqual([expect.stringContaining("was a clock set forward?")]);
  expect(list(CANDLES)).toEqual([["candles/2026-11-20", false]]);
  expect([...list(DAY_CANDLES), ...list(DAILY)]).toEqual([]);

  await extend(DAY + 60 * DAY_MS, true);
  expect(list(CANDLES)).toEqual([]);
  expect([...list(DAY_CANDLES), ...list(DAILY)]).toEqual([
    ["day-candles/2026", true],
    ["daily/2026", true],
  ]);
});

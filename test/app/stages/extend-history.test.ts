import { expect, it } from "vitest";
import type { Build } from "../../../build/app/stages/build.ts";
import type { ComputedMarket } from "../../../build/app/stages/compute-market.ts";
import { extendHistory } from "../../../build/app/stages/extend-history.ts";
import { CANDLES, nameCandles, writeCandleDocument } from "../../../build/crypto/candles/candle-document.ts";
import { createCandlePartition } from "../../../build/crypto/candles/candle-partition.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { createSampledMarket } from "../../crypto/history/sampled-market.ts";

const DAY = Date.UTC(2026, 10, 20);
const NO_DATASETS = { global: null, exchangeRates: null, fixings: [], fearGreed: [], defi: null, articles: [] };

it("a clock that is far ahead and not confirmed closes and deletes no candles", async () => {
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
  const list = () => state.list(CANDLES).map(({ name, closed }) => [name, closed]);

  await extend(DAY + HOUR_MS, true);
  const range = { timeMs: DAY, high: 2, low: 1, open: null, origin: "kraken" };
  writeCandleDocument(state, nameCandles(DAY), createCandlePartition(new Map([["btc", [range]]])), DAY);
  await extend(DAY + 60 * DAY_MS, false);
  expect(warnings).toEqual([expect.stringContaining("was a clock set forward?")]);
  expect(list()).toEqual([["candles/2026-11-20", false]]);

  await extend(DAY + 60 * DAY_MS, true);
  expect(list()).toEqual([]);
});

import { expect, it } from "vitest";
import { convertToUsd } from "../../../build/crypto/backfill/apply-answer.ts";
import { openMonthStore } from "../../../build/crypto/backfill/series-store.ts";
import { fillPartition } from "../../../build/crypto/history/partition.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { openMarket } from "./series-model.ts";

const YEAR = Date.UTC(2020, 0, 1);

/** The hours of three days from the first of a month on that a market in USDT gives a price. */
async function convertHours(folder: string, monthMs: number): Promise<number> {
  const state = createMemoryStateStore({ now: () => 0 });
  for (const year of [2019, 2020]) {
    const startMs = Date.UTC(year, 0, 1);
    const days = Array.from({ length: 365 }, (_, day) => ({
      timeMs: startMs + day * DAY_MS,
      price: 1,
      marketCap: null,
      totalVolume: null,
    }));
    state.write(`${folder}${year}`, fillPartition({ times: [], coins: {} }, "tether", days, "defillama"), {
      rows: 365,
    });
  }
  await state.commit();
  const store = await openMonthStore(state, monthMs, Date.UTC(2026, 10, 29));
  const points = Array.from({ length: 72 }, (_, hour) => ({
    timeMs: monthMs + hour * HOUR_MS,
    price: 13 + (hour % 5),
  }));
  const source = { kind: "candles", id: "binance", market: openMarket("binance", "XUSDT", "USDT") } as const;
  return convertToUsd(points, source, "hourly", store).length;
}

it.each(["daily/", "backfill-days/"])(
  "every hour of a month has the rate of USDT of its day, also on 1 January: %s",
  async (folder) => {
    expect(await convertHours(folder, YEAR + 31 * DAY_MS)).toBe(72);
    expect(await convertHours(folder, YEAR)).toBe(72);
  },
);

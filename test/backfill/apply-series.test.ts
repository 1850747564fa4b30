import { expect, it } from "vitest";
import { applySeries } from "../../build/backfill/apply-series.ts";
import { openKnownSeries } from "../../build/backfill/known-series.ts";
import type { SeriesRequest } from "../../build/backfill/series-request.ts";
import { HOUR_MS } from "../../build/lib/time.ts";
import { openMemoryState } from "./simulated-build.ts";

const START = Date.UTC(2026, 10, 20);
const END = START + 10 * HOUR_MS;
const hours = (count: number) => Array.from({ length: count }, (_, hour) => START + hour * HOUR_MS);

function request(kind: "first" | "older"): SeriesRequest {
  const market = { source: "binance", market: "AUSDT", quote: "USDT", units: 1 };
  const window = { kind, fromMs: START, toMs: END };
  const asked = { kind: "candles", coinIds: ["a"], step: "hourly", window, fromMs: START, toMs: END, market };
  return asked as unknown as SeriesRequest;
}

async function apply(kind: "first" | "older", rates: readonly number[], isPending = true) {
  const known = await openKnownSeries(openMemoryState(), END);
  await known.load("hourly", START, END);
  await known.load("daily", START, END);
  const point = (timeMs: number) => ({ timeMs, price: 1, marketCap: null, totalVolume: null });
  known.fill("hourly", "tether", rates.map(point), "kraken");
  const candles = hours(10).map((timeMs) => ({ timeMs, price: 5 }));
  return applySeries(
    request(kind),
    "a",
    candles,
    known,
    () => ({ timeMs: END, ours: 5, theirs: 5 }),
    () => isPending,
  );
}

it("asks again for all while one step waits for the rate of USDT, and keeps the rest", async () => {
  const reason = "binance AUSDT waits for the rate of USDT";
  expect(await apply("first", hours(9))).toEqual({ kind: "waiting", reason, points: 9 });
  expect(await apply("first", [])).toEqual({ kind: "waiting", reason, points: 0 });
  expect(await apply("first", hours(10))).toEqual({
    kind: "joined",
    points: 10,
    oldestMs: START,
    newestMs: END - HOUR_MS,
    missing: [],
    isCut: false,
    isApart: false,
  });
});

it("waits for no rate that will not come: the step is left out", async () => {
  const ends = { oldestMs: START, newestMs: END - 2 * HOUR_MS, missing: [END - HOUR_MS], isCut: true, isApart: false };
  expect(await apply("first", hours(9), false)).toEqual({ kind: "joined", points: 9, ...ends });
  expect(await apply("older", [], false)).toMatchObject({ kind: "joined", points: 0 });
});

it("refuses an answer that tells one price for days, unless it is a dollar", async () => {
  const apply = async (price: number, last = price) => {
    const known = await openKnownSeries(openMemoryState(), END);
    const points = Array.from({ length: 60 }, (_, at) => ({
      timeMs: END - (60 - at) * HOUR_MS,
      price: at < 59 ? price : last,
    }));
    const asked = {
      kind: "chart",
      coinIds: ["a"],
      step: "hourly",
      window: { kind: "first", fromMs: points[0]!.timeMs, toMs: END },
    };
    const request = { ...asked, fromMs: points[0]!.timeMs, toMs: END } as unknown as SeriesRequest;
    return applySeries(
      request,
      "a",
      points,
      known,
      () => ({ timeMs: END, ours: price, theirs: price }),
      () => true,
    );
  };
  expect(await apply(5)).toEqual({ kind: "refused", reason: "defillama chart: its price never changes" });
  expect(await apply(5, 5.01)).toMatchObject({ kind: "joined", points: 60 });
  expect(await apply(1)).toMatchObject({ kind: "joined", points: 60 });
});

it("leaves older prices in the air that have none of ours beside them: today's says nothing of them", async () => {
  const outcome = await apply("older", hours(10));
  expect(outcome).toMatchObject({ kind: "joined", points: 0, oldestMs: undefined, isApart: true });
});

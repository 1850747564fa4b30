import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BackfillMemory, CoinBackfill } from "../../build/backfill/backfill-memory.ts";
import { type KnownSeries, openKnownSeries } from "../../build/backfill/known-series.ts";
import { type PlanInput, planBackfill } from "../../build/backfill/plan.ts";
import { recordOutcome } from "../../build/backfill/record-outcome.ts";
import type { ReferenceMarket } from "../../build/backfill/reference-market.ts";
import { describeRequest, originOf, type SeriesRequest } from "../../build/backfill/series-request.ts";
import { parseShard } from "../../build/backfill/shard.ts";
import { takeShare } from "../../build/backfill/share.ts";
import type { Window } from "../../build/backfill/window.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../build/lib/time.ts";
import { candleVenues } from "../../build/sources/candles/registry.ts";
import { openMemoryShelf } from "./simulated-build.ts";

const TODAY = Date.UTC(2026, 10, 20);
const NOW = TODAY + 10.5 * HOUR_MS;
const HOUR = TODAY + 10 * HOUR_MS;

const coin = (id: string) => ({ id, price: 1, priceSource: "aggregated" as const });
const coins = (count: number) => Array.from({ length: count }, (_, index) => coin(`coin-${index + 1}`));

function book(source: string, market: string): ReferenceMarket {
  const venue = candleVenues.find((candidate) => candidate.source === source)!;
  const [hourly, daily] = venue.feeds;
  return { source, market, quote: venue.quote, units: 1, last: 1, feeds: { hourly: hourly!, daily: daily! } };
}

async function plan(change: Partial<PlanInput>) {
  const known = await openKnownSeries(openMemoryShelf(), NOW);
  const memory: BackfillMemory = { coins: {} };
  return planBackfill({ coins: [], markets: new Map(), chart: true, memory, known, asOfMs: NOW, ...change });
}

const complete: CoinBackfill = {
  hourly: { sinceMs: NOW - 45 * DAY_MS - HOUR_MS, untilMs: HOUR, done: true },
  daily: { sinceMs: TODAY - 900 * DAY_MS, untilMs: TODAY, done: true },
  attempts: 4,
  lastAttemptMs: NOW - HOUR_MS,
  lastError: null,
  refused: {},
  failures: {},
};
const describeAll = (requests: readonly SeriesRequest[]) =>
  requests.map((request) => `${request.step} ${describeRequest(request)} ${request.coinIds.join(",")}`);

describe("the plan of a build that knows nothing", () => {
  it("takes in turn ten coins' days from the chart and the hours of the next coin by market cap", async () => {
    const markets = new Map(coins(3).map(({ id }) => [id, [book("coinbase", id)]]));
    const { requests } = await plan({ coins: coins(12), markets });
    const first = coins(10).map(({ id }) => id);
    expect(describeAll(requests).slice(0, 4)).toEqual([
      `daily defillama chart ${first.join(",")}`,
      "hourly coinbase coin-1 coin-1",
      "hourly defillama chart coin-4,coin-5,coin-6,coin-7,coin-8,coin-9,coin-10,coin-11,coin-12,".slice(0, -1),
      "hourly coinbase coin-2 coin-2",
    ]);
  });

  it("asks for USDT before all else, because the books in USDT need its rate", async () => {
    const markets = new Map(["coin-1", "tether"].map((id) => [id, [book("coinbase", id)]]));
    const { requests } = await plan({ coins: [...coins(2), coin("tether")], markets });
    expect(describeAll(requests).slice(0, 2)).toEqual([
      "daily defillama chart tether,coin-1,coin-2",
      "hourly coinbase tether tether",
    ]);
  });

  it("asks for closed hours and days only, as many as one answer carries, with a few around them to join at", async () => {
    const { requests } = await plan({ coins: coins(1), markets: new Map([["coin-1", [book("coinbase", "A-USD")]]]) });
    const [days, hours] = requests;
    expect(days?.window).toEqual({ kind: "first", fromMs: TODAY - 494 * DAY_MS, toMs: TODAY });
    expect(hours?.window).toEqual({ kind: "first", fromMs: HOUR - 294 * HOUR_MS, toMs: HOUR });
    expect(hours).toMatchObject({ fromMs: HOUR - 297 * HOUR_MS, toMs: HOUR });
  });

  it("leaves out coins without a fresh price: there would be nothing to join to", async () => {
    const stale = { id: "old", price: 1, priceSource: "stale" as const };
    expect((await plan({ coins: [stale, { ...stale, id: "none", price: null }] })).requests).toEqual([]);
  });

  it("asks nobody where no book is known and the chart is off", async () => {
    expect((await plan({ coins: coins(3), chart: false })).requests).toEqual([]);
  });
});

describe("the plan of later builds", () => {
  const markets = new Map([["coin-1", [book("coinbase", "A-USD"), book("binance", "AUSDT")]]]);
  const withMemory = (memory: CoinBackfill, change: Partial<PlanInput> = {}) =>
    plan({ coins: coins(1), markets, memory: { coins: { "coin-1": memory } }, ...change });

  it("is empty when everything is there", async () => {
    expect(await withMemory(complete)).toEqual({ requests: [], settled: [], done: [] });
  });

  it("repairs what has gone missing since, and only that", async () => {
    const untilMs = HOUR - 30 * HOUR_MS;
    const { requests } = await withMemory({ ...complete, hourly: { ...complete.hourly!, untilMs } });
    expect(describeAll(requests)).toEqual(["hourly coinbase A-USD coin-1"]);
    expect(requests[0]?.window).toEqual({ kind: "gap", fromMs: untilMs, toMs: HOUR });
  });

  it("goes back in time where nothing is missing, after everything that is", async () => {
    const memory = { ...complete, daily: { ...complete.daily!, done: false } };
    const { requests } = await withMemory(memory, { coins: coins(2), markets: new Map() });
    expect(requests.map(({ coinIds, step, window }) => [coinIds[0], step, window.kind])).toEqual([
      ["coin-2", "daily", "first"],
      ["coin-2", "hourly", "first"],
      ["coin-1", "daily", "older"],
    ]);
    expect(requests[2]?.window.toMs).toBe(TODAY - 900 * DAY_MS);
  });

  it("passes to the next in the order while a source is refused, and back after", async () => {
    const memory = { ...complete, hourly: { ...complete.hourly!, untilMs: HOUR - DAY_MS } };
    const refuse = (untilMs: number) => ({ ...memory, refused: { "hourly:coinbase": { untilMs, reason: "off" } } });
    expect(describeAll((await withMemory(refuse(NOW + 1))).requests)).toEqual(["hourly binance AUSDT coin-1"]);
    expect(describeAll((await withMemory(refuse(NOW))).requests)).toEqual(["hourly coinbase A-USD coin-1"]);
  });

  it("does not ask Kraken for what it no longer has", async () => {
    const memory = { ...complete, hourly: { sinceMs: HOUR - 714 * HOUR_MS, untilMs: HOUR, done: false } };
    const kraken = new Map([["coin-1", [book("kraken", "A/USD"), book("okx", "A-USDT")]]]);
    expect(describeAll((await withMemory(memory, { markets: kraken })).requests)).toEqual(["hourly okx A-USDT coin-1"]);
    const fresh = await plan({ coins: coins(1), markets: kraken });
    expect(describeAll(fresh.requests)).toContain("hourly kraken A/USD coin-1");
  });

  it("is not confused by a coin that is called like a property of every object", async () => {
    const { requests } = await plan({ coins: [coin("constructor"), coin("__proto__")] });
    expect(requests.map(({ coinIds }) => coinIds)).toEqual([
      ["constructor", "__proto__"],
      ["constructor", "__proto__"],
    ]);
  });
});

describe("steps that no origin has", () => {
  const HOLE = TODAY - 2 * DAY_MS;
  const markets = new Map([["coin-1", [book("coinbase", "A-USD"), book("binance", "AUSDT")]]]);
  const known: KnownSeries = {
    load: async () => {},
    find: (_step, _coin, timeMs) => (timeMs === HOLE ? undefined : { price: 1, own: true }),
    fill: () => {},
    save: () => {},
  };

  /** Two months of builds; what each asked for days. */
  async function simulate(buildsPerDay: number, hasHole: (origin: string, asOfMs: number) => boolean) {
    let memory: CoinBackfill = { ...complete, daily: { sinceMs: HOLE - DAY_MS, untilMs: HOLE, done: false } };
    const asked: { origin: string; kind: Window["kind"]; asOfMs: number }[] = [];
    for (let asOfMs = NOW; asOfMs < NOW + 60 * DAY_MS; asOfMs += DAY_MS / buildsPerDay) {
      const untilMs = floorTo(asOfMs, HOUR_MS);
      const coin = { ...memory, hourly: { ...complete.hourly!, untilMs } };
      const { requests } = await plan({
        coins: coins(1),
        markets,
        memory: { coins: { "coin-1": coin } },
        known,
        asOfMs,
      });
      const request = requests.find(({ step }) => step === "daily");
      if (request === undefined) continue;
      const { fromMs, toMs, kind } = request.window;
      const origin = originOf(request);
      asked.push({ origin, kind, asOfMs });
      const found = kind !== "gap" || hasHole(origin, asOfMs);
      const ends = found ? { oldestMs: fromMs, newestMs: toMs - DAY_MS } : { oldestMs: undefined, newestMs: undefined };
      memory = recordOutcome(memory, request, { kind: "joined", points: 0, ...ends }, asOfMs);
    }
    return { asked, memory, gaps: asked.filter(({ kind }) => kind === "gap") };
  }

  it.each([1, 6])(
    "are asked of every origin before what is older, then now and then after it: %i builds a day",
    async (buildsPerDay) => {
      const { asked, memory, gaps } = await simulate(buildsPerDay, () => false);
      expect(asked.slice(0, 4).map(({ origin, kind }) => `${kind} ${origin}`)).toEqual([
        "gap defillama",
        "gap coinbase",
        "gap binance",
        "older defillama",
      ]);
      expect(memory.daily).toMatchObject({ untilMs: HOLE, sinceMs: Date.UTC(2010, 0, 1) });
      for (const name of ["defillama", "coinbase", "binance"]) {
        const times = gaps.filter(({ origin }) => origin === name).map(({ asOfMs }) => asOfMs);
        expect(times.length).toBeGreaterThan(10);
        for (const [at, timeMs] of times.slice(1).entries())
          expect(timeMs - times[at]!).toBeGreaterThanOrEqual(3 * DAY_MS);
      }
    },
  );

  it("are filled by the first that has them after all, and what goes missing next is asked for at once", async () => {
    const { memory } = await simulate(1, (origin, asOfMs) => origin === "binance" && asOfMs > NOW + 30 * DAY_MS);
    expect(memory.daily?.untilMs).toBe(HOLE + DAY_MS);
    expect(memory.refused).toEqual({});
  });
});

describe("shares of a plan", () => {
  it("together are the whole plan, and only what concerns USDT is in several", async () => {
    const all = [...coins(40), coin("tether")];
    const { requests } = await plan({
      coins: all,
      markets: new Map(all.map(({ id }) => [id, [book("coinbase", id)]])),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
        const shares = Array.from({ length: count }, (_, index) =>
          takeShare(requests, { index: index + 1, count }, { requests: 1_000 }),
        );
        expect(new Set(shares.flat())).toEqual(new Set(requests));
        const shared = requests.filter(({ coinIds }) => coinIds.includes("tether")).length;
        expect(shares.flat()).toHaveLength(requests.length + (count - 1) * shared);
      }),
    );
  });

  it("keep to the budget, the most valuable first", async () => {
    const { requests } = await plan({ coins: coins(40) });
    const whole = { index: 1, count: 1 };
    expect(takeShare(requests, whole, { requests: 3 })).toEqual(requests.slice(0, 3));
    expect(takeShare(requests, whole, { requests: 0 })).toEqual([]);
  });

  it("are written i/n", () => {
    expect(parseShard("2/5")).toEqual({ index: 2, count: 5 });
    for (const text of ["0/5", "6/5", "1/0", "2", "a/b", "1/2/3", "-1/2", "1.5/2"]) {
      expect(() => parseShard(text)).toThrow("--shard must be i/n");
    }
  });
});

describe("what is older than the oldest price of an origin", () => {
  const markets = new Map([["coin-1", [book("coinbase", "A-USD")]]]);
  const since = TODAY - 100 * DAY_MS;
  const ask = (origins: string[], refused: CoinBackfill["refused"] = {}, untilMs = NOW + 1, done = false) => {
    const ended = Object.fromEntries(origins.map((origin) => [origin, untilMs]));
    const daily = { sinceMs: since, untilMs: TODAY, done, ended };
    return plan({ coins: coins(1), markets, memory: { coins: { "coin-1": { ...complete, daily, refused } } } });
  };

  it("is asked of the next origin, up to where the known prices begin", async () => {
    const { requests, done } = await ask(["defillama"]);
    expect(describeAll(requests)).toEqual(["daily coinbase A-USD coin-1"]);
    expect(requests[0]?.window).toMatchObject({ kind: "older", toMs: since });
    expect(done).toEqual([]);
  });

  it("is nothing once every origin has told its oldest price, but not while one is refused", async () => {
    const all = await ask(["coinbase", "defillama"]);
    expect(all).toEqual({ requests: [], settled: [], done: [{ coinId: "coin-1", step: "daily" }] });
    const waiting = await ask(["defillama"], { "daily:coinbase": { untilMs: NOW + 1, reason: "503" } });
    expect(waiting).toMatchObject({ requests: [], done: [] });
  });

  it("is asked of an origin again when its time has come, though all was done", async () => {
    const all = ["coinbase", "defillama"];
    expect((await ask(all, {}, NOW + 1, true)).requests).toEqual([]);
    expect(describeAll((await ask(all, {}, NOW, true)).requests)).toEqual(["daily defillama chart coin-1"]);
  });
});

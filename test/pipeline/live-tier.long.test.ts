import { describe, expect, it } from "vitest";
import { GateRefusal } from "../../build/app/run/gate-refusal.ts";
import { type LiveRow, PRICE_DIGITS } from "../../build/crypto/api/derived/live-prices.ts";
import type { CoinRow } from "../../build/crypto/api/rows/coin-row.ts";
import { PUBLICATION_RULES } from "../../build/crypto/market/rules/price.ts";
import { LIVE as LIVE_AGE } from "../../build/kit/api/response-headers.ts";
import { SECOND_MS } from "../../build/lib/time.ts";
import { copyStore } from "../fixtures/copy-store.ts";
import {
  type ChaosRun,
  type Faults,
  keepMarkets,
  NO_FAULTS,
  openChaosRun,
  PRICE_SOURCES,
  START,
} from "../system/chaos/chaos-run.ts";
import type { Fault } from "../system/chaos/fault.ts";
import { FAULTS } from "../system/chaos/faults.ts";
import { openDraws } from "../system/chaos/random.ts";

const MINUTES = 120;
const BUILD_EVERY = 30;
/** Minutes between two comparisons with a full build, which takes most of a minute's time here. */
const COMPARE_EVERY = 3;
/** Minutes in which no upstream can be reached. */
const OFFLINE = [17, 44, 71, 103];
/** A venue that is at fault stays so for this long. */
const SPELL = 8;
const SEED = 20_261_127;
/** Half of the last digit, as a share of the smallest number with so many digits. */
const ROUNDING = 0.5 * 10 ** (1 - PRICE_DIGITS);

/**
 * The times of a run until readers can get its file are drawn between these. Venues that hang cost
 * 19 seconds at most, as the test of the reading time says, computing 3 and an upload 2.
 */
const [SHORTEST_MS, LONGEST_MS] = [4 * SECOND_MS, (19 + 3 + 2) * SECOND_MS];
/** A cache between the file and its readers keeps it for so long. */
const CACHED_MS = Number(/max-age=(\d+)/.exec(LIVE_AGE)![1]) * SECOND_MS;

const UNREACHABLE: Fault = { id: "offline", what: "no network", level: "connection", says: "getaddrinfo ENOTFOUND" };
const offline: Faults = new Map(PRICE_SOURCES.map((source) => [source, UNREACHABLE]));

interface Live {
  data: LiveRow[];
  meta: { updated_at: string; stale: boolean };
}

interface Published {
  /** Unix milliseconds. */
  atMs: number;
  live: Live;
}

/** One venue in eight fails, is slow to change, or lies, for some minutes. */
function faultsAt(minute: number): Faults {
  if (OFFLINE.includes(minute)) return offline;
  const faults = new Map<string, Fault>();
  for (const source of PRICE_SOURCES) {
    const draws = openDraws(SEED, source, Math.floor(minute / SPELL));
    if (draws() < 0.12) faults.set(source, draws.pick(FAULTS));
  }
  return faults;
}

/** A full build of the same moment on the same state, with the same answers. It leaves no trace. */
async function buildApart(run: ChaosRun, minute: number, marketAt: ReturnType<typeof keepMarkets>) {
  const now = START + minute * 60_000;
  const state = await copyStore(run.state, () => true, { now: () => now, world: "sample" });
  const { tree } = await openChaosRun({ seed: SEED, state, marketAt }).build(minute, faultsAt(minute), ["coins"]);
  const body = tree?.get("api/coins/limit/all.json");
  return body && (JSON.parse(body.toString()) as { data: CoinRow[] }).data;
}

describe("two hours of live runs with faults", { timeout: 300_000 }, () => {
  it("keep the prices young, and contradict no full build", async () => {
    const marketAt = keepMarkets();
    const run = openChaosRun({ seed: SEED, marketAt });
    await run.build(0, NO_FAULTS, ["coins"]);
    const published: Published[] = [];
    const contradictions: string[] = [];
    let refused = 0;
    let prices = 0;
    for (let minute = 1; minute < MINUTES; minute += 1) {
      if (minute % BUILD_EVERY === 0) await run.build(minute, faultsAt(minute), ["coins"]);
      const { file, error } = await run.live(minute, faultsAt(minute));
      if (error !== undefined) {
        expect(error).toBeInstanceOf(GateRefusal);
        refused += 1;
      }
      const live = JSON.parse(Buffer.from(file!).toString()) as Live;
      expect(live.meta.stale).toBe(error !== undefined);
      const tookMs = SHORTEST_MS + (LONGEST_MS - SHORTEST_MS) * openDraws(SEED, "took", minute)();
      published.push({ atMs: START + minute * 60_000 + tookMs, live });
      if (error !== undefined || minute % COMPARE_EVERY !== 0) continue;
      const full = await buildApart(run, minute, marketAt);
      if (full === undefined) continue;
      prices += live.data.filter(isOwn).length;
      contradictions.push(...listContradictions(live, full).map((text) => `minute ${minute}: ${text}`));
    }
    expect(contradictions).toEqual([]);
    expect(prices).toBeGreaterThan((10 * MINUTES * 0.9) / COMPARE_EVERY);
    expect(refused).toBeGreaterThanOrEqual(OFFLINE.length);
    expect(percentile(listAges(published), 0.95)).toBeLessThanOrEqual(90);
  });
});

/** A price of this run. All others are older, and their times say so. */
function isOwn({ price_source: source }: Pick<LiveRow, "price_source">): boolean {
  return source === "aggregated";
}

/**
 * Two prices of the same venues are the same but for the rounding. Where the full build holds its
 * price or takes that of a list, the rules allow the distance from which a price needs
 * confirmation.
 */
function listContradictions({ data }: Live, full: readonly CoinRow[]): string[] {
  const coins = new Map(full.map((coin) => [coin.id, coin]));
  return data.filter(isOwn).flatMap(({ id, price }) => {
    const coin = coins.get(id);
    if (coin === undefined || coin.current_price === null) return [`${id} ${price}, without a price in the build`];
    const allowed = coin.price_source === "aggregated" ? ROUNDING : PUBLICATION_RULES.jump;
    const distance = Math.abs(price / coin.current_price - 1);
    return distance > allowed ? [`${id} ${price}, ${coin.price_source} ${coin.current_price}`] : [];
  });
}

/** Seconds since the newest price that a reader behind a cache finds, at each second. */
function listAges(published: readonly Published[]): number[] {
  const ages: number[] = [];
  const lastMs = published.at(-1)!.atMs;
  for (let now = published[0]!.atMs + CACHED_MS; now < lastMs; now += SECOND_MS) {
    const cachedMs = Math.floor(now / CACHED_MS) * CACHED_MS;
    const { live } = published.findLast(({ atMs }) => atMs <= cachedMs)!;
    ages.push((now - Date.parse(live.meta.updated_at)) / SECOND_MS);
  }
  return ages.sort((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1]!;
}

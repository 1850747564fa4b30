import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns, START, type Tamper } from "./sample-runs.ts";

const HOUR = 60;

interface Row {
  id: string;
  symbol: string;
  path: string;
  image: string | null;
  current_price: number | null;
  market_cap: number | null;
  price_source: string;
  last_updated: string | null;
}

interface List {
  data: Row[];
  meta: { stale: boolean };
}

const list = (run: SampleRun) => run.read<List>("coins/limit/all");
const identities = (run: SampleRun) => Object.fromEntries(list(run).data.map(({ id, path }) => [id, path]));
const down =
  (pattern: RegExp): Tamper =>
  (url) =>
    pattern.test(url) ? new Error(`GET ${url} 503`) : undefined;

describe("while CoinGecko is down", () => {
  let runs: SampleRuns;
  let first: SampleRun;
  beforeAll(async () => {
    runs = await openSampleRuns(60);
    first = await runs.build(0);
  });
  afterAll(() => runs.close());

  it("no coin changes its id or its path, for days, and every list says that it is old", async () => {
    expect(list(first).meta.stale).toBe(false);
    for (const hours of [2.5, 36]) {
      const run = await runs.build(hours * HOUR, down(/coingecko/));
      expect(run.refusals, `${hours} h`).toEqual([]);
      expect(identities(run), `${hours} h`).toEqual(identities(first));
      expect(list(run).meta.stale, `${hours} h`).toBe(true);
      expect(run.read<{ meta: { stale: boolean } }>("coins/btc").meta.stale, `${hours} h`).toBe(true);
      expect(list(run).data.every(({ image }) => image !== null)).toBe(true);
    }
  });

  it("no old price is called one of now, and after a day there is none", async () => {
    const hours = 37;
    const run = await runs.build(hours * HOUR, down(/coingecko|coinpaprika|coinlore/));
    const { data } = list(run);
    const priced = data.filter(({ current_price }) => current_price !== null);
    expect(priced.filter(({ price_source }) => price_source === "reference")).toEqual([]);
    const old = data.filter(({ price_source }) => price_source === "stale");
    expect(old.length).toBeGreaterThan(0);
    for (const { id, current_price, market_cap, last_updated } of old) {
      if (current_price === null) expect(market_cap, id).toBeNull();
      else expect(START + hours * 3_600_000 - Date.parse(last_updated ?? ""), id).toBeLessThanOrEqual(24 * 3_600_000);
    }
  });

  it("the fallbacks' prices stand where its own are old, and all is as before when it is back", async () => {
    const reserve = await runs.build(38 * HOUR, down(/coingecko|coinpaprika/));
    expect(list(reserve).data.some(({ price_source }) => price_source === "reference")).toBe(true);
    const back = await runs.build(39 * HOUR);
    expect(identities(back)).toEqual(identities(first));
    expect(list(back).meta.stale).toBe(false);
  });
});

describe("while a part of CoinGecko's pages fails", () => {
  it("no coin is lost, and what the others know of it is laid over", async () => {
    const runs = await openSampleRuns(300);
    const first = await runs.build(0);
    const before = identities(first);
    for (const hours of [3, 30]) {
      const run = await runs.build(hours * HOUR, down(/coingecko.*[?&]page=2\b/));
      expect(run.refusals, `${hours} h`).toEqual([]);
      // What moves from one page to the other is on both for a while.
      expect(Object.keys(before).filter((id) => !(id in identities(run))).length, `${hours} h`).toBeLessThanOrEqual(10);
      expect(list(run).data.length, `${hours} h`).toBe(300);
      expect(list(run).meta.stale).toBe(true);
      const stale = list(run).data.filter(({ price_source }) => price_source === "stale");
      expect(stale.length, `${hours} h`).toBeLessThan(60);
    }
    await runs.close();
  }, 60_000);
});

describe("on a cold start without CoinGecko", () => {
  it("the site has the fallback's coins, and gives their paths to the real ids when those are known", async () => {
    const runs = await openSampleRuns(60);
    const cold = await runs.build(0, down(/coingecko/));
    expect(cold.refusals).toEqual([]);
    expect(list(cold).data.length).toBeGreaterThan(30);
    // CoinPaprika's `aster-aster` is guessed to be `aster`, and is `aster-2`.
    expect(identities(cold)["aster"]).toBe("coins/aster.json");
    const known = identities(await runs.build(30));
    expect(known["aster"]).toBeUndefined();
    expect(known["aster-2"]).toBe("coins/aster.json");
    await runs.close();
  });
});

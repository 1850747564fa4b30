import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoMarket } from "../../build/crypto/demo/create-demo-market.ts";
import { DEMO_SEED } from "../../build/crypto/demo/demo-market.ts";
import { OTHER_SOURCES, openSampleRuns, type SampleRun, type SampleRuns, START, type Tamper } from "./sample-runs.ts";

const HOUR = 60;
/** Prices and what the tests read of them. */
const PRICES = { sourcesOff: OTHER_SOURCES, answers: ["coins", "coin", "coin-history"] };
/** For many coins, whose own answers take most of a build. */
const LISTS = { ...PRICES, answers: ["coins"] };

interface Row {
  id: string;
  symbol: string;
  path: string;
  image: string | null;
  current_price: number | null;
  market_cap: number | null;
  circulating_supply: number | null;
  circulating_supply_as_of: string | null;
  provisional: boolean;
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
    runs = await openSampleRuns(60, { ...PRICES, answers: ["coins", "coin"] });
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

  it("fallback prices replace old ones until it answers again", async () => {
    const reserve = await runs.build(38 * HOUR, down(/coingecko|coinpaprika/));
    expect(list(reserve).data.some(({ price_source }) => price_source === "reference")).toBe(true);
    const back = await runs.build(39 * HOUR);
    expect(identities(back)).toEqual(identities(first));
    expect(list(back).meta.stale).toBe(false);
  });
});

describe("while a part of CoinGecko's pages fails", () => {
  it("no coin is lost, and other sources fill its missing values", async () => {
    const runs = await openSampleRuns(300, LISTS);
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
  }, 300_000);
});

describe("while CoinGecko is down for 60 days", () => {
  const LAST_DAY = 60;
  /** Days between two builds. */
  const STEP = 10;
  const LAUNCH_DAY = 20;
  let runs: SampleRuns;
  let first: SampleRun;
  const days = new Map<number, SampleRun>();
  /** Lists a coin under `id` that no venue trades yet, at a price of its own, among the largest. */
  const launch = (url: string, body: string, id: string): string | undefined => {
    const like = url.includes("coinpaprika") ? "ltc-litecoin" : "litecoin";
    if (!/\/v1\/tickers$|\/coins\/markets/.test(url)) return undefined;
    const rows = JSON.parse(body) as { id: string }[];
    const row = rows.find((each) => each.id === like);
    if (row === undefined) return undefined;
    return JSON.stringify([...rows, { ...row, id, symbol: "nova", name: "Nova Chain" }]);
  };
  beforeAll(async () => {
    runs = await openSampleRuns(60, PRICES);
    first = await runs.build(0);
    for (let day = STEP; day <= LAST_DAY; day += STEP) {
      const run = await runs.build(day * 24 * HOUR, (url, body) => {
        if (/coingecko/.test(url)) return new Error(`GET ${url} 429`);
        return day < LAUNCH_DAY ? undefined : launch(url, body, "nova-nova-chain");
      });
      days.set(day, run);
    }
  }, 600_000);
  afterAll(() => runs.close());
  const at = (day: number) => days.get(day) as SampleRun;

  it("every build is published, and every known coin keeps its id, its path and its market cap", () => {
    const known = list(first).data.filter(({ market_cap }) => market_cap !== null);
    for (const [day, run] of days) {
      expect(run.refusals, `day ${day}`).toEqual([]);
      expect(identities(run), `day ${day}`).toMatchObject(identities(first));
      const rows = new Map(list(run).data.map((row) => [row.id, row]));
      for (const { id } of known) {
        const { current_price, market_cap, circulating_supply } = rows.get(id) as Row;
        expect(circulating_supply, `${id} on day ${day}`).not.toBeNull();
        if (current_price === null) continue;
        expect(market_cap, `${id} on day ${day}`).toBeCloseTo(current_price * (circulating_supply ?? 0), -3);
      }
    }
    const priced = list(at(LAST_DAY)).data.filter(({ current_price }) => current_price !== null);
    expect(priced.length).toBeGreaterThan(0.95 * known.length);
  });

  it("the supply that is remembered has its date", () => {
    const stated = new Map(list(first).data.map((row) => [row.id, row]));
    for (const row of list(at(LAST_DAY)).data) {
      const before = stated.get(row.id);
      if (before === undefined) continue;
      expect(row.circulating_supply, row.id).toBe(before.circulating_supply);
      expect(row.circulating_supply_as_of, row.id).toBe(before.circulating_supply_as_of);
      expect(Date.parse(row.circulating_supply_as_of ?? ""), row.id).toBeLessThanOrEqual(START);
    }
  });

  it("no history is lost", () => {
    const history = at(LAST_DAY).read<{ data: { prices: unknown[] } }>("coins/btc/history/all");
    expect(history.data.prices.length).toBeGreaterThanOrEqual(LAST_DAY / STEP);
  });

  it("a new coin is listed, marked as provisional, and no other coin is", () => {
    expect(at(LAUNCH_DAY - STEP).has("coins/nova")).toBe(false);
    for (const day of [LAUNCH_DAY, LAST_DAY]) {
      const provisional = list(at(day)).data.filter((row) => row.provisional);
      expect(provisional, `day ${day}`).toMatchObject([
        { id: "nova-chain", path: "coins/nova.json", price_source: "reference" },
      ]);
    }
  });

  it("when it is back, the new coin gets its true id, and keeps its path and its history", async () => {
    const daysOf = (run: SampleRun) =>
      run.read<{ data: { id: string; prices: unknown[] } }>("coins/nova/history/all").data;
    const before = daysOf(at(LAST_DAY));
    expect(before.prices.length).toBeGreaterThanOrEqual((LAST_DAY - LAUNCH_DAY) / STEP);
    const back = await runs.build((LAST_DAY + 2) * 24 * HOUR, (url, body) =>
      launch(url, body, url.includes("coinpaprika") ? "nova-nova-chain" : "nova-2"),
    );
    expect(back.refusals).toEqual([]);
    const { "nova-2": path, ...others } = identities(back);
    expect(path).toBe("coins/nova.json");
    // The list is as long as before, so the smallest coin makes room.
    expect(Object.keys(others)).toHaveLength(59);
    expect(identities(first)).toMatchObject(others);
    expect(list(back).data.some(({ provisional }) => provisional)).toBe(false);
    expect(daysOf(back)).toMatchObject({ id: "nova-2" });
    expect(daysOf(back).prices.slice(0, before.prices.length - 1)).toEqual(before.prices.slice(0, -1));
  });
});

describe("on a first build without CoinGecko", () => {
  it("at least 95 % of the 250 largest coins have their true ids, and the others get them when it is back", async () => {
    const runs = await openSampleRuns(300, LISTS);
    const world = createDemoMarket({ seed: DEMO_SEED, coins: 300, now: START });
    const largest = world.coins.slice(0, 250).map(({ id }) => id);
    const cold = await runs.build(0, down(/coingecko/));
    expect(cold.refusals).toEqual([]);
    const before = identities(cold);
    expect(largest.filter((id) => id in before).length).toBeGreaterThanOrEqual(238);
    expect(list(cold).data.every(({ provisional }) => provisional)).toBe(true);
    // CoinPaprika's `vsn-vision` is derived to be `vision`, and is `vision-3`.
    expect(before["vision"]).toBe("coins/vsn.json");
    const back = await runs.build(30);
    const known = identities(back);
    expect(known["vision"]).toBeUndefined();
    expect(known["vision-3"]).toBe("coins/vsn.json");
    expect(largest.filter((id) => id in known).length).toBeGreaterThanOrEqual(249);
    expect(list(back).data.some(({ provisional }) => provisional)).toBe(false);
    for (const id of largest) if (id in before) expect(known[id], id).toBe(before[id]);
    await runs.close();
  }, 300_000);
});

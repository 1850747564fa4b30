import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns, type Tamper } from "./sample-runs.ts";

interface Row {
  id: string;
  path: string;
  current_price: number | null;
  market_cap: number | null;
  price_source: string;
  exchanges: number;
}

const list = (run: SampleRun) => run.read<{ data: Row[] }>("coins/limit/all").data;
const find = (run: SampleRun, id: string) => list(run).find((row) => row.id === id)!;

/** Damages the rows of two coins: one with exchanges, and one with only a reference price. */
const damage: Tamper = (url, body) => {
  if (!/coingecko.*coins\/markets/.test(url) || body === "") return undefined;
  const rows = JSON.parse(body) as Record<string, unknown>[];
  for (const row of rows) if (row["id"] === "bitcoin" || row["id"] === "staked-ether") row["symbol"] = { a: 1 };
  return JSON.stringify(rows);
};

describe("an unreadable row in the list of coins", () => {
  let runs: SampleRuns;
  let good: SampleRun;
  let bad: SampleRun;
  beforeAll(async () => {
    runs = await openSampleRuns(20);
    good = await runs.build(0);
    bad = await runs.build(30, damage);
  });
  afterAll(() => runs.close());

  it("costs neither the build nor the coin, which gets its price from exchanges", () => {
    expect(bad.refusals).toEqual([]);
    expect(
      list(bad)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(
      list(good)
        .map(({ path }) => path)
        .sort(),
    );
    const bitcoin = find(bad, "bitcoin");
    expect(bitcoin).toMatchObject({ price_source: "aggregated", exchanges: find(good, "bitcoin").exchanges });
    expect(bitcoin.current_price! / find(good, "bitcoin").current_price!).toBeCloseTo(1, 1);
    expect(bitcoin.market_cap! / find(good, "bitcoin").market_cap!).toBeCloseTo(1, 1);
  });

  it("marks a price that is older as stale", () => {
    expect(find(good, "staked-ether")).toMatchObject({ price_source: "reference" });
    expect(find(bad, "staked-ether").price_source === "stale" || find(bad, "staked-ether").current_price === null).toBe(
      true,
    );
  });

  it("has no effect once it is readable again", async () => {
    const back = await runs.build(60);
    expect(find(back, "staked-ether")).toMatchObject({ price_source: "reference" });
    expect(list(back)).toHaveLength(20);
  });
});

interface Status {
  data: { sources: { id: string; status: string; last_error: string | null; records: number }[] };
}

/** Bitget returns two fifths of its books. */
const half: Tamper = (url, body) => {
  if (!/bitget.*tickers/.test(url)) return undefined;
  const answer = JSON.parse(body) as { data: unknown[] };
  return JSON.stringify({ ...answer, data: answer.data.slice(0, Math.floor(answer.data.length * 0.4)) });
};

const bitget = (run: SampleRun) => {
  const found = run.read<Status>("status").data.sources.find(({ id }) => id === "bitget");
  if (found === undefined) throw new Error("bitget is not in the status");
  return found;
};

it("a response with half of the books costs only that exchange, and is accepted after two hours", async () => {
  const runs = await openSampleRuns(60);
  await runs.build(0);
  const first = await runs.build(30, half);
  expect(first.refusals).toEqual([]);
  expect(bitget(first)).toMatchObject({ status: "stale" });
  expect(bitget(first).last_error).toMatch(/^bitget\/tickers: shrank from \d+ to \d+ records/);
  expect((await runs.build(60, half)).refusals).toEqual([]);
  const last = await runs.build(150, half);
  expect(last.refusals).toEqual([]);
  expect(bitget(last)).toMatchObject({ status: "ok", last_error: null });
  expect((await runs.build(180)).refusals).toEqual([]);
  await runs.close();
});

interface Rates {
  data: { date: string; rates: Record<string, number> };
  meta: { updated_at: string };
}

const rates = (run: SampleRun) => run.read<Rates>("exchange-rates");

/** The rate collection shifts the digits of one currency. */
const slip: Tamper = (url, body) => {
  if (!/currency-api/.test(url)) return undefined;
  const table = JSON.parse(body) as { usd: Record<string, number> };
  return JSON.stringify({ ...table, usd: { ...table.usd, vnd: (table.usd["vnd"] ?? 0) / 10_000 } });
};

it("does not publish a fiat rate with shifted digits, and shows the date of the central bank", async () => {
  const runs = await openSampleRuns(20);
  const before = rates(await runs.build(0));
  expect(before.data.date).toBe("2026-11-17");
  // Once when the table is requested again, and once more with the same table.
  for (const hours of [7, 13]) {
    const { data, meta } = rates(await runs.build(hours * 60, slip));
    expect(data.rates["VND"], `${hours} h`).toBe(before.data.rates["VND"]);
    expect(meta.updated_at).toBe(`${data.date}T00:00:00Z`);
    // The central bank publishes in the afternoon, the collection at night.
    expect(data.date).toBe("2026-11-18");
  }
  await runs.close();
});

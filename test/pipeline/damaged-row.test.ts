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

/** The rows of two coins become unreadable: one that exchanges trade, and one that nobody else knows the price of. */
const damage: Tamper = (url, body) => {
  if (!/coingecko.*coins\/markets/.test(url) || body === "") return undefined;
  const rows = JSON.parse(body) as Record<string, unknown>[];
  for (const row of rows) if (row["id"] === "bitcoin" || row["id"] === "staked-ether") row["symbol"] = { a: 1 };
  return JSON.stringify(rows);
};

describe("a row of the list of coins that cannot be read", () => {
  let runs: SampleRuns;
  let good: SampleRun;
  let bad: SampleRun;
  beforeAll(async () => {
    runs = await openSampleRuns(20);
    good = await runs.build(0);
    bad = await runs.build(30, damage);
  });
  afterAll(() => runs.close());

  it("costs neither the build nor the coin, whose price is that of the exchanges", () => {
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

  it("gives no price that is older than it says", () => {
    expect(find(good, "staked-ether")).toMatchObject({ price_source: "reference" });
    expect(find(bad, "staked-ether").price_source === "stale" || find(bad, "staked-ether").current_price === null).toBe(
      true,
    );
  });

  it("is forgotten once it can be read again", async () => {
    const back = await runs.build(60);
    expect(find(back, "staked-ether")).toMatchObject({ price_source: "reference" });
    expect(list(back)).toHaveLength(20);
  });
});

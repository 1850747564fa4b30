import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { BACKFILL_PARTS, computeTimeLimitMs } from "../../../build/crypto/backfill/budget.ts";
import { estimateFullRun } from "../../../build/crypto/backfill/past-hours/full-run.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";

const { inputs } = parse(readFileSync(".github/workflows/backfill.yml", "utf8")).on.workflow_dispatch;
const PART = { index: 1, count: BACKFILL_PARTS };

describe("a manual backfill of ten years of the 250 largest coins", () => {
  it("has the parts that the workflow starts by default", () => {
    expect(Number(inputs.shards.default)).toBe(BACKFILL_PARTS);
  });

  it.each(estimateFullRun())("fits in one run at the pacing of $name", ({ perPart, minutes }) => {
    const budget = Number(inputs.requests.default);
    expect(perPart).toBeLessThan(budget);
    expect(minutes).toBeLessThan(computeTimeLimitMs(budget, PART) / MINUTE_MS);
  });

  it("asks the five exchanges that have old hours", () => {
    expect(estimateFullRun().map(({ name, requests }) => [name, requests])).toEqual([
      ["Coinbase Exchange", 95_040],
      ["Binance", 31_680],
      ["OKX", 95_040],
      ["KuCoin", 31_680],
      ["Bitstamp", 31_680],
    ]);
  });
});

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BACKFILL_PARTS, computeTimeLimitMs } from "../../../build/crypto/backfill/budget.ts";
import { estimateFullRun } from "../../../build/crypto/backfill/past-hours/full-run.ts";
import { isInShard } from "../../../build/crypto/backfill/plan.ts";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import { LARGEST_COINS } from "../../../build/crypto/history/kept-hours.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { readWorkflow } from "../../app/workflow/github/read-workflows.ts";
import { ORIGINAL, openStage, type Stage } from "./stage.ts";

/** The years that the run fills. */
const YEARS = 10;
const DAY = "2026-11-19";
const FIRST_YEAR = 2017;
const TREES = ["candles", "hours"] as const;
/** Half of the parts that a person starts by default: each of them reads all sources. */
const PARTS = 4;
const BUDGET = Number(readInputs()["requests"]);
/** As many as have hours for good. */
const FULL_COINS = createDemoMarket({ seed: 1, coins: LARGEST_COINS, now: Date.parse(DAY) }).coins.map(({ id }) => id);

function readInputs(): Record<string, string> {
  const { inputs = {} } = readWorkflow("backfill.yml").workflow.on.workflow_dispatch ?? {};
  const defaults = Object.entries(inputs).map(([name, input]) => [name, (input as { default: string }).default]);
  return Object.fromEntries(defaults) as Record<string, string>;
}

/** Requests for candles by source, one map for each part. */
const parts: Map<string, number>[] = [];
let running = new Map<string, number>();

const HOSTS = new Map(
  sources.flatMap(({ id, candles }): [string, string][] =>
    candles === undefined ? [] : [[new URL(candles.url.replace(/[{}]/g, "")).host, id]],
  ),
);

/** The demo market is one server; the first segment of the path is the host of the upstream. */
function countRequest(message: unknown): void {
  const { path } = (message as { request: { path: string } }).request;
  const [, host = ""] = path.split("/");
  const id = HOSTS.get(host);
  if (id === undefined || !isOfCandles(id, path.slice(host.length + 1))) return;
  running.set(id, (running.get(id) ?? 0) + 1);
}

function isOfCandles(id: string, path: string): boolean {
  const { pathname } = new URL(sources.find((source) => source.id === id)?.candles?.url.replace(/[{}]/g, "") ?? "");
  // The market may be a part of the path.
  const [start = ""] = pathname.split("market");
  return (
    path.startsWith(start) && (pathname === start || path.includes(pathname.slice(start.length + "market".length)))
  );
}

const COINS = 6;
let stage: Stage;

beforeAll(async () => {
  stage = await openStage(COINS);
  stage.addRepository(ORIGINAL);
});
afterAll(() => stage.close());

describe("a manual backfill, started with the values of its form", () => {
  it(`fills ${YEARS} years in ${PARTS} parts, which the next build publishes`, async () => {
    const flags = { trees: [...TREES], quiet: true };
    await stage.run({ repository: ORIGINAL, at: `${DAY}T00:20:00Z`, flags });
    subscribe("undici:request:create", countRequest);
    const filled = await stage.run({
      repository: ORIGINAL,
      at: `${DAY}T00:50:00Z`,
      flags,
      dispatch: { workflow: "backfill.yml", inputs: { ...readInputs(), shards: String(PARTS) } },
      onStep: (name) => {
        if (name !== "shard") return;
        parts.push(running);
        running = new Map();
      },
    });
    unsubscribe("undici:request:create", countRequest);
    expect([filled.results, filled.failures]).toEqual([{ fill: "success", join: "success" }, []]);
    const { results } = await stage.run({ repository: ORIGINAL, at: `${DAY}T01:07:00Z`, flags });
    expect(results).toMatchObject({ build: "success", deploy: "success" });
    expect(findUnpublished(stage)).toEqual([]);
  }, 900_000);

  it("sends no more requests than the plan has for so many coins", () => {
    const planned = new Map(estimateFullRun(COINS, YEARS, PARTS).map(({ id, requests }) => [id, requests]));
    const sums = new Map<string, number>();
    for (const part of parts) for (const [id, requests] of part) sums.set(id, (sums.get(id) ?? 0) + requests);
    console.info([...sums].map(([id, requests]) => `${id} ${requests} of ${planned.get(id)}`).join(", "));
    expect(parts).toHaveLength(PARTS);
    for (const [id, requests] of sums) expect([id, requests <= (planned.get(id) ?? 0)]).toEqual([id, true]);
    const total = [...sums.values()].reduce((sum, requests) => sum + requests, 0);
    expect(total).toBeGreaterThan(COINS * YEARS * 12);
  });

  // The ids decide which coins a part has, so that one part has more than the others.
  it.each(estimateFullRun(BACKFILL_PARTS * countLargestPart(), YEARS))(
    `has $perPart requests to $name for ${LARGEST_COINS} coins in its largest part: $minutes minutes, $perMinute a minute ($reason)`,
    ({ perPart, minutes }) => {
      expect(perPart).toBeLessThanOrEqual(BUDGET);
      const limitMs = computeTimeLimitMs(BUDGET, { index: 1, count: BACKFILL_PARTS });
      expect(minutes).toBeLessThanOrEqual(limitMs / MINUTE_MS);
    },
  );
});

function findUnpublished(stage: Stage): string[] {
  const read = (path: string): { data: { prices?: unknown[]; candles?: [number][] } } | undefined => {
    const file = join(stage.siteOf(ORIGINAL), "api/coins/btc", path);
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  };
  const problems: string[] = [];
  for (let year = FIRST_YEAR; year < FIRST_YEAR + YEARS - 1; year += 1) {
    const known = read(`hours/${year}.json`)?.data.prices?.filter((price) => price !== null).length ?? 0;
    if (known < 8_700) problems.push(`${year} has ${known} hours`);
  }
  const days = read("ohlc/all.json")?.data.candles ?? [];
  const first = days.findIndex(([timeMs]) => timeMs >= Date.UTC(FIRST_YEAR, 0));
  if (days.length - first < (YEARS - 1) * 365) problems.push(`there are ${days.length - first} candles of days`);
  return problems;
}

function countLargestPart(): number {
  const sizes = Array.from({ length: BACKFILL_PARTS }, (_, at) => {
    const part = { index: at + 1, count: BACKFILL_PARTS };
    return FULL_COINS.filter((id) => isInShard(id, part)).length;
  });
  return Math.max(...sizes);
}

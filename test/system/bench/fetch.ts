import { loadConfig } from "../../../build/config.ts";
import { DEMO_SEED } from "../../../build/demo/demo-market.ts";
import { startDemoServer } from "../../../build/demo/server.ts";
import { readSources } from "../../../build/ingest/read-sources.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { createHttp } from "../../../build/platform/http/http.ts";
import type { Effects } from "../../../build/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/platform/state/memory-state-store.ts";
import { sources } from "../../../build/sources/registry.ts";
import { NO_OUTPUT } from "../../platform/output/memory-output.ts";
import type { BenchResult } from "./result.ts";

const NOW = Date.parse("2026-11-20T09:17:30Z");
const LATENCY_MS = 125;
const LIMIT = 1.1;
const HOSTS_SHOWN = 8;
const PACE = Number(process.env["BENCH_PACE"] ?? 1);

interface Calls {
  count: number;
  intervalMs: number;
}

/**
 * Everything that a live build without any state reads, at its real pace, over upstreams that take
 * their time. No order of requests can beat the critical path: the slowest host's calls, each so
 * long after the one before as its rule says, and the last answer.
 */
export async function bench(): Promise<BenchResult> {
  const asked = process.env["BENCH_COINS"];
  const { config } = loadConfig(asked === undefined ? {} : { coins: Number(asked) });
  const { coins, detailsPerBuild, cadenceMinutes } = config;
  const server = await startDemoServer({ seed: DEMO_SEED, coins, now: NOW, latencyMs: LATENCY_MS });
  // Made before the clock starts: a real upstream has its data.
  server.marketAt(NOW);
  const client = createHttp({
    userAgent: "bench",
    now: () => NOW,
    random: () => 0.5,
    paceFactor: PACE,
    origins: server.origin,
  });
  const calls = new Map<string, Calls>();
  const effects = observeCalls(client, calls);
  const session = { effects, now: NOW, cadenceMs: cadenceMinutes * MINUTE_MS, coins, detailsPerBuild, apiKeys: {} };
  try {
    const startedMs = performance.now();
    const enabled = sources.filter(({ offByDefault }) => offByDefault === undefined);
    const outcomes = await readSources(enabled, { ...session, ignoreCache: true, outcomes: new Map() }, undefined);
    const tookMs = performance.now() - startedMs;
    const failed = outcomes.filter(({ error }) => error !== undefined).length;
    return describeRun(tookMs, calls, `${enabled.length} sources for ${coins} coins, ${failed} feeds failed`);
  } finally {
    await client.close();
    await server.close();
  }
}

function observeCalls(http: Effects["http"], calls: Map<string, Calls>): Effects {
  const silent = { update: () => undefined, done: () => undefined, warned: () => undefined, failed: () => undefined };
  return {
    now: () => NOW,
    http: {
      fetch(request) {
        const { host } = new URL(request.url);
        calls.set(host, { count: (calls.get(host)?.count ?? 0) + 1, intervalMs: request.pacing.intervalMs });
        return http.fetch(request);
      },
    },
    output: NO_OUTPUT,
    state: createMemoryStateStore({ now: () => NOW }),
    progress: { start: () => silent, note: () => undefined, warn: () => undefined },
  };
}

function describeRun(tookMs: number, calls: ReadonlyMap<string, Calls>, what: string): BenchResult {
  const paths = [...calls]
    .map(([host, { count, intervalMs }]) => ({ host, count, pathMs: (count - 1) * intervalMs * PACE + LATENCY_MS }))
    .sort((a, b) => b.pathMs - a.pathMs);
  const criticalMs = paths[0]?.pathMs ?? Number.NaN;
  return {
    tables: [
      {
        title: `Reading ${what}: ${(tookMs / 1e3).toFixed(1)} s at ${LATENCY_MS} ms of latency`,
        columns: ["slowest hosts", "calls", "path, s"],
        rows: paths.slice(0, HOSTS_SHOWN).map(({ host, count, pathMs }) => [host, count, (pathMs / 1e3).toFixed(1)]),
      },
    ],
    goals: [
      { what: "a live job's reading against its critical path", value: tookMs / criticalMs, unit: "x", atMost: LIMIT },
    ],
  };
}

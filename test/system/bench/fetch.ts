import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadConfig } from "../../../build/config.ts";
import { DEMO_SEED } from "../../../build/crypto/demo/demo-market.ts";
import { startDemoServer } from "../../../build/crypto/demo/server.ts";
import { readSources } from "../../../build/crypto/ingest/read-sources.ts";
import { openReadingTime } from "../../../build/crypto/ingest/reading-time.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { createHttp } from "../../../build/kit/platform/http/http.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { NO_OUTPUT } from "../../kit/platform/output/memory-output.ts";
import type { BenchResult } from "./result.ts";

const NOW = Date.parse("2026-11-20T09:17:30Z");
const LATENCY_MS = 125;
const HOSTS_SHOWN = 5;
const PACE = Number(process.env["BENCH_PACE"] ?? 1);
const COINGECKO = "api.coingecko.com";
const LATER_BUILDS = 3;
/** Seconds that later builds may read, with CoinGecko and while it refuses. */
const GOALS = { with: 30 * PACE, without: 15 * PACE };

interface Reading {
  name: string;
  seconds: number;
  requests: number;
  failed: number;
  /** Requests by host. */
  hosts: ReadonlyMap<string, number>;
}

/**
 * What live builds read, at their real pace, over upstreams that take their time: a first build,
 * later ones that continue its state, and the same while CoinGecko refuses.
 */
export async function bench(): Promise<BenchResult> {
  const asked = process.env["BENCH_COINS"];
  const { config } = loadConfig(asked === undefined ? {} : { coins: Number(asked) });
  const cadenceMs = config.cadenceMinutes * MINUTE_MS;
  const state = createMemoryStateStore({ now: () => NOW });
  const refusing = await startRefusing();
  try {
    const readings: Reading[] = [];
    const read = async (name: string, turn: number, hosts: readonly string[]) => {
      const now = NOW + turn * cadenceMs;
      readings.push(await readOnce(name, { now, state, config, refusing: refusing.url, hosts }));
    };
    await read("first build", 0, []);
    for (let turn = 1; turn <= LATER_BUILDS; turn += 1) await read(`build ${turn + 1}`, turn, []);
    await read("CoinGecko answers 403", LATER_BUILDS + 1, [COINGECKO]);
    return describeReadings(readings, config.coins);
  } finally {
    refusing.close();
  }
}

/** A host that refuses every address. */
async function startRefusing() {
  const server = createServer((_, response) => response.writeHead(403).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/`), close: () => void server.close() };
}

interface ReadOptions {
  now: number;
  state: StateStore;
  config: ReturnType<typeof loadConfig>["config"];
  refusing: URL;
  /** Hosts that refuse. */
  hosts: readonly string[];
}

async function readOnce(name: string, { now, state, config, refusing, hosts }: ReadOptions): Promise<Reading> {
  const { coins, detailsPerBuild, cadenceMinutes } = config;
  const server = await startDemoServer({ seed: DEMO_SEED, coins, now, latencyMs: LATENCY_MS });
  // Made before the clock starts: a real upstream has its data.
  server.marketAt(now);
  const client = createHttp({
    userAgent: "bench",
    now: () => now,
    random: () => 0.5,
    paceFactor: PACE,
    origins: (url) => (hosts.includes(url.host) ? refusing : server.origin(url)),
  });
  const calls = new Map<string, number>();
  const effects = {
    now: () => now,
    http: {
      fetch(request: Parameters<typeof client.fetch>[0]) {
        const { host } = new URL(request.url);
        calls.set(host, (calls.get(host) ?? 0) + 1);
        return client.fetch(request);
      },
    },
    output: NO_OUTPUT,
    state,
    progress: SILENT_PROGRESS,
  };
  const session = { effects, now, cadenceMs: cadenceMinutes * MINUTE_MS, coins, detailsPerBuild, apiKeys: {} };
  try {
    const startedMs = performance.now();
    const enabled = sources.filter(({ offByDefault }) => offByDefault === undefined);
    const time = openReadingTime({ elapsedMs: () => performance.now() });
    const rest = { time, ignoreCache: false, outcomes: new Map() };
    const outcomes = await readSources(enabled, { ...session, ...rest }, undefined);
    const seconds = (performance.now() - startedMs) / 1e3;
    await state.commit();
    const failed = outcomes.filter(({ error }) => error !== undefined).length;
    const requests = [...calls.values()].reduce((sum, count) => sum + count, 0);
    return { name, seconds, requests, failed, hosts: calls };
  } finally {
    await client.close();
    await server.close();
  }
}

function describeReadings(readings: readonly Reading[], coins: number): BenchResult {
  const [first, ...later] = readings;
  const without = later.pop();
  const slowest = Math.max(...later.map(({ seconds }) => seconds));
  const busiest = [...(first?.hosts ?? [])].sort(([, a], [, b]) => b - a).slice(0, HOSTS_SHOWN);
  return {
    tables: [
      {
        title: `Reading ${coins} coins at ${LATENCY_MS} ms of latency`,
        columns: ["", "seconds", "requests", "to CoinGecko", "feeds failed"],
        rows: readings.map(({ name, seconds, requests, failed, hosts }) => [
          name,
          seconds.toFixed(1),
          requests,
          hosts.get(COINGECKO) ?? 0,
          failed,
        ]),
      },
      {
        title: "Busiest hosts of the first build",
        columns: ["host", "requests"],
        rows: busiest,
      },
    ],
    goals: [
      { what: "later builds, the slowest", value: slowest, unit: "s", atMost: GOALS.with },
      {
        what: "a build while CoinGecko refuses",
        value: without?.seconds ?? Number.NaN,
        unit: "s",
        atMost: GOALS.without,
      },
    ],
  };
}

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { listClosedDays } from "../../../build/crypto/history/closed-days.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { bundleWorker } from "../../../build/crypto/serve/programs.ts";
import { computeAnswer } from "../../../build/kit/api/envelope.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { renderJson } from "../../../build/lib/json/render-json.ts";
import { DAY_MS, floorTo, renderDay } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeHistory, makeMarket, makeWorld } from "../../fixtures/market.ts";
import { scale } from "../../seed.ts";
import { startChild } from "./child-server.ts";
import { TOOLS_FOLDER } from "./tools.ts";

interface Isolates {
  /** Milliseconds of CPU that each isolate took to start, before its first request. */
  startMs: number;
  /** Asks one of the isolates, each of which has its own memory. */
  ask(isolate: number, path: string): Promise<IsolateAnswer>;
  stop(): Promise<void>;
}

interface IsolateAnswer {
  status: number;
  /** Milliseconds of CPU: of the worker, and of receiving and sending in the same thread. */
  cpuMs: number;
  /** Requests of the worker for files. */
  subrequests: number;
}

/** Comes with wrangler. */
const WORKERD = join(TOOLS_FOLDER, "node_modules/@cloudflare/workerd-linux-64/bin/workerd");

/**
 * Runs a worker in several isolates of workerd. Files come from a server in this process, so that
 * their reading from disk is not counted.
 */
async function startIsolates(worker: string, files: ReadonlyMap<string, Buffer>, count: number): Promise<Isolates> {
  let subrequests = 0;
  const assets = createServer((request, response) => {
    subrequests += 1;
    const body = files.get(decodeURIComponent(new URL(request.url ?? "/", "http://assets").pathname.slice(1)));
    if (body === undefined) response.writeHead(404).end();
    else {
      const etag = `"${createHash("md5").update(body).digest("hex")}"`;
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length, etag }).end(body);
    }
  });
  await new Promise<void>((resolve) => assets.listen(0, "127.0.0.1", resolve));
  const { port: assetPort } = assets.address() as AddressInfo;
  const { url, pid, stop } = await startChild(async (port, scratch) => {
    const at = Array.from({ length: count }, (_, isolate) => isolate);
    const services = at.map((isolate) => `(name = "w${isolate}", worker = .worker)`);
    // One port: a header names the isolate.
    const router = at.map((isolate) => `(name = "W${isolate}", service = "w${isolate}")`);
    await writeFile(join(scratch, "worker.js"), worker);
    await writeFile(join(scratch, "router.js"), ROUTER);
    const config = join(scratch, "config.capnp");
    await writeFile(
      config,
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "assets", external = (address = "127.0.0.1:${assetPort}", http = ())),
    (name = "router", worker = .router),
    ${services.join(",\n    ")}
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "router")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  bindings = [(name = "ASSETS", service = "assets")]
);
const router :Workerd.Worker = (
  modules = [(name = "router.js", esModule = embed "router.js")],
  compatibilityDate = "2026-01-01",
  bindings = [${router.join(", ")}]
);
`,
    );
    return { program: WORKERD, args: ["serve", config] };
  });
  return {
    startMs: readCpuMs(pid) / count,
    async ask(isolate, path) {
      const before = { cpuMs: readCpuMs(pid), subrequests };
      const response = await fetch(url + path, { headers: { "x-isolate": `W${isolate}` } });
      await response.arrayBuffer();
      const { status } = response;
      return { status, cpuMs: readCpuMs(pid) - before.cpuMs, subrequests: subrequests - before.subrequests };
    },
    async stop() {
      await stop();
      assets.closeAllConnections();
      await new Promise((resolve) => assets.close(resolve));
    },
  };
}

const ROUTER = `export default { fetch: (request, env) => env[request.headers.get("x-isolate") ?? "W0"].fetch(request) };`;

/**
 * The time on a core of the main thread, which runs the isolates. Linux counts it in nanoseconds.
 * V8's other threads compile and collect garbage beside it.
 */
function readCpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

const COINS = 1_000;
const TODAY = floorTo(AS_OF_MS, DAY_MS);
const ISOLATES = scale(3);
const ANSWERS = 4;

/**
 * What Cloudflare's free plan allows a request. It also allows 10 ms of CPU: the test prints the
 * times, because they depend on the machine and on what else it does.
 */
const MOST_SUBREQUESTS = 50;

/** Files of a site of 1,000 coins with ten years of days, and fixings since 1999. */
function makeFiles(keys: readonly string[]): Map<string, Buffer> {
  const coins = Array.from({ length: COINS }, (_, at) =>
    at === 0
      ? makeCoin("bitcoin", "BTC", { key: "btc" })
      : makeCoin(`coin-${at}`, `C${at}`, { key: `c${at}`, price: 1_000 / at, rank: at + 1, priceTimeMs: AS_OF_MS }),
  );
  const times = Array.from({ length: 31 }, (_, at) => TODAY - (30 - at) * DAY_MS);
  const column = (at: number) => ({ prices: times.map((_, day) => 123.456789 / (at + 1) + day / 7) });
  const partition = { times, coins: Object.fromEntries(coins.map(({ id }, at) => [id, column(at)])) };
  const days = Array.from({ length: 7_000 }, (_, at) => renderDay(TODAY - (7_000 - at) * DAY_MS));
  const history = {
    ...makeHistory(AS_OF_MS - 3_650 * DAY_MS),
    days: listClosedDays([partition], AS_OF_MS, () => "days"),
  };
  const fixings = { days, rates: { EUR: days.map((_, at) => 0.8 + at / 1e5) }, sources: ["ecb"] };
  const world = makeWorld({ ...makeMarket(), coins }, { history, fixings });
  const files = new Map([["api/routes.json", renderJson(renderRoutes(buildApi(endpoints))) as Buffer]]);
  const add = (id: string, path: string, params: Record<string, string> = {}) => {
    const endpoint = endpoints.find((one) => one.id === id)!;
    files.set(`api/${path}.json`, renderJson(computeAnswer(endpoint, world, params)) as Buffer);
  };
  add("coins", "coins/limit/all", { limit: "all" });
  add("global", "global");
  add("status", "status");
  add("sparklines", "sparklines");
  add("exchange-rates", "exchange-rates");
  add("currency-history", "exchange-rates/history/eur", { code: "eur" });
  for (const month of new Set(times.map((timeMs) => renderDay(timeMs).slice(0, 7))))
    add("month-prices", `prices/months/${month}`, { month });
  for (const symbol of ["btc", ...keys]) {
    add("coin", `coins/${symbol}`, { symbol });
    add("coin-history", `coins/${symbol}/history`, { symbol });
    for (const period of ["24h", "30d", "1y", "all"])
      add("coin-history", `coins/${symbol}/history/${period}`, { symbol, period });
  }
  return files;
}

const keys = Array.from({ length: ANSWERS + 1 }, (_, at) => `c${500 + at}`);
const DAY = renderDay(TODAY - 20 * DAY_MS);

const COMPAT = "/compat/coingecko/usd/api/v3";
const idOf = (key: string) => key.replace("c", "coin-");

/** Addresses that the handler computes for a coin. */
const FORMS: ((key: string) => string)[] = [
  (key) => `/api/coins/${key}/at?time=${DAY}T12:34Z`,
  (key) => `/api/in/eur/coins/${key}/at?time=${DAY}T12:34Z`,
  (key) => `/api/in/eur/coins/${key}`,
  (key) => `/api/in/eur/coins/${key}/history?period=1y`,
  (key) => `/api/in/eur/coins/${key}/history/24h.json`,
  (key) => `/api/in/eur/coins/${key}/history/30d.json`,
  () => `/api/in/eur/prices/${DAY}`,
  () => `/api/prices/${DAY}`,
  (key) => `/api/coins?search=${key}&limit=7`,
  (key) => `/api/coins?limit=7&offset=${key.slice(1)}`,
  (key) => `/api/in/eur/coins?limit=7&offset=${key.slice(1)}`,
  (key) => `/api/price/${key}`,
  (key) => `/api/sparklines?symbols=${key}`,
  (key) => `${COMPAT}/coins/${idOf(key)}.json`,
  (key) => `${COMPAT}/coins/${idOf(key)}/market_chart.json`,
  (key) => `${COMPAT}/coins/${idOf(key)}/market_chart?days=30&vs_currency=eur`,
  (key) => `${COMPAT}/simple/price?ids=${idOf(key)}&vs_currencies=usd,eur`,
  (key) => `${COMPAT}/coins/markets?vs_currency=eur&per_page=50&page=${Number(key.slice(1)) - 495}`,
];

it.skipIf(!existsSync(WORKERD))(
  "computed answers take at most 50 subrequests in Cloudflare's runtime, and few after the first of an isolate",
  async () => {
    const isolates = await startIsolates(await bundleWorker(), makeFiles(keys), FORMS.length * ISOLATES);
    try {
      // Cloudflare has a limit of its own for the start: one second.
      process.stdout.write(`The start of an isolate: ${isolates.startMs.toFixed(1)} ms\n`);
      for (const [form, pathOf] of FORMS.entries()) {
        const idle: IsolateAnswer[] = [];
        const first: IsolateAnswer[] = [];
        const later: IsolateAnswer[] = [];
        for (let at = 0; at < ISOLATES; at += 1) {
          const isolate = form * ISOLATES + at;
          // A path outside of the interface computes nothing.
          idle.push(await isolates.ask(isolate, "/missing"));
          for (const [number, key] of keys.entries()) {
            const answer = await isolates.ask(isolate, pathOf(key));
            expect([pathOf(key), answer.status]).toEqual([pathOf(key), 200]);
            expect(answer.subrequests).toBeLessThanOrEqual(MOST_SUBREQUESTS);
            (number === 0 ? first : later).push(answer);
          }
        }
        const about = `${pathOf("c500")}: computes nothing ${show(idle)}, first ${show(first)}, later ${show(later)}`;
        process.stdout.write(`${about}\n`);
        // The first answer of an isolate also reads the routes and the lists.
        const [before, after] = [first, later].map((answers) => Math.max(...answers.map((one) => one.subrequests)));
        expect(after, about).toBeLessThan(before!);
      }
    } finally {
      await isolates.stop();
    }
  },
);

/** The median and the largest of the times, and the number of subrequests. */
function show(answers: readonly IsolateAnswer[]): string {
  const times = answers.map(({ cpuMs }) => cpuMs);
  const most = Math.max(...answers.map(({ subrequests }) => subrequests));
  return `${median(times).toFixed(1)} ms (at most ${Math.max(...times).toFixed(1)}, ${most} subrequests)`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

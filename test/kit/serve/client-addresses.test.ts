import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../../build/crypto/serve/client.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS } from "../../fixtures/market.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { makeSite } from "../../fixtures/site.ts";
import { createPlainHost, type PlainHost } from "./plain-host.ts";

interface Coins {
  data: { current_price: number }[];
  meta: { currency: string };
}

/** Later than all builds below. */
const START_MS = AS_OF_MS + DAY_MS;

let tree: MemoryTree;
let now: number;
let first: PlainHost;
let second: PlainHost;

beforeAll(async () => {
  tree = (await makeSite()).tree;
});
beforeEach(() => {
  now = START_MS;
  first = createPlainHost(tree, "https://first.example/");
  second = createPlainHost(tree, "https://second.example/repo/");
});
afterAll(() => vi.unstubAllGlobals());

/** The same files, from a build `hours` later. */
function laterBuild(hours: number): MemoryTree {
  const status = JSON.parse(Buffer.from(tree.get("api/status.json")!).toString());
  status.data.generated_at = new Date(Date.parse(status.data.generated_at) + hours * 3_600_000).toISOString();
  return new Map([...tree, ["api/status.json", Buffer.from(JSON.stringify(status))]]);
}

const fetchBoth = async (url: string) => (url.startsWith(first.url) ? first : second).fetch(url);
const open = (currency?: string) =>
  createClient([first.url, second.url], { fetch: fetchBoth, now: () => now, ...(currency && { currency }) });
const countCoinFiles = ({ asked }: PlainHost) => asked.filter((target) => target.includes("/coins")).length;

describe("with several addresses, a client", () => {
  it("uses the first of equally new ones, for everything", async () => {
    const { get } = open();
    expect(await get("coins?limit=7&search=bit")).toEqual(
      await createClient(first.url, { fetch: fetchBoth }).get("coins?limit=7&search=bit"),
    );
    expect(second.asked).toEqual(["/repo/api/status.json"]);
  });

  it("uses the newest one", async () => {
    second = createPlainHost(laterBuild(1), second.url);
    const { get, request } = open();
    await get("coins?limit=7");
    expect((await request("coins/btc")).status).toBe(200);
    expect(first.asked).toEqual(["/api/status.json"]);
    first = createPlainHost(laterBuild(2), first.url);
    await get("coins/eth");
    expect(countCoinFiles(first)).toBe(0);
    now = START_MS + 60_000;
    await get("coins/eth");
    expect(countCoinFiles(first)).toBeGreaterThan(0);
  });

  it("uses one whose build lies in the future after all others", async () => {
    const hoursAhead = (START_MS - AS_OF_MS) / 3_600_000 + 0.1;
    second = createPlainHost(laterBuild(hoursAhead), second.url);
    await open().get("coins?limit=7");
    expect(second.asked).toEqual(["/repo/api/status.json"]);
    first.fault = 500;
    const { get } = open();
    await expect(get<Coins>("coins?limit=7")).resolves.toHaveProperty("data.length", 7);
    expect(countCoinFiles(second)).toBeGreaterThan(0);
  });

  it("uses the newest address if its clock is some minutes fast", async () => {
    second = createPlainHost(laterBuild(24.05), second.url);
    await open().get("coins?limit=7");
    expect(countCoinFiles(second)).toBeGreaterThan(0);
  });

  it("uses the first one if this clock is slow, so that all builds lie in the future", async () => {
    now = AS_OF_MS - DAY_MS;
    second = createPlainHost(laterBuild(1), second.url);
    const { get } = open();
    for (const path of ["coins?limit=7", "coins/btc"]) await expect(get(path)).resolves.toHaveProperty("data");
    expect(countCoinFiles(second)).toBe(0);
  });

  it.each([
    ["an error status", 500],
    ["another page for every file", 200],
    ["a missing site", 404],
  ])("uses the next one after %s, and the first one again a minute later", async (_, fault) => {
    first.fault = fault;
    const { get } = open();
    await expect(get<Coins>("coins?limit=7")).resolves.toHaveProperty("data.length", 7);
    first.fault = undefined;
    const asked = first.asked.length;
    now = START_MS + 59_999;
    await get("coins/btc");
    expect(first.asked.length).toBe(asked);
    now = START_MS + 60_000;
    await get("coins/eth");
    expect(countCoinFiles(first)).toBeGreaterThan(0);
  });

  it("uses the next one if only a file fails: no connection, or no JSON", async () => {
    for (const broken of [() => Promise.reject(new TypeError("fetch failed")), async () => new Response("{")]) {
      first.asked.length = 0;
      const fetch = async (url: string) =>
        url.startsWith(first.url) && !url.endsWith("status.json") ? broken() : fetchBoth(url);
      const { get } = createClient([first.url, second.url], { fetch, now: () => now });
      await expect(get<Coins>("coins?limit=7&search=c")).resolves.toHaveProperty("data.length", 7);
      expect(first.asked).toEqual(["/api/status.json"]);
    }
  });

  it.each([
    ["coins/nope", 404],
    ["coins?limit=0", 400],
    ["nothing", 404],
  ])("takes the error of %s as an answer", async (path, status) => {
    await expect(open().get(path)).rejects.toMatchObject({ status });
    expect(second.asked).toEqual(["/repo/api/status.json"]);
  });

  it("names every address if all fail, and tries those again at once", async () => {
    const { get, request } = open();
    [first.fault, second.fault] = [200, 500];
    for (const _ of [1, 2]) {
      await expect(get("coins")).rejects.toMatchObject({
        code: "unavailable",
        status: 503,
        message: `No address answers: ${first.url} (no api/status.json), ${second.url} (api/status.json: 500)`,
      });
    }
    expect((await request("coins", { method: "HEAD" })).status).toBe(503);
    second.fault = undefined;
    await expect(get<Coins>("coins?limit=7")).resolves.toHaveProperty("data.length", 7);
  });

  it("reads a whole URL from its own address", async () => {
    const response = await open().request(`${second.url}api/coins?limit=7`);
    expect(((await response.json()) as Coins).data.length).toBe(7);
    expect(first.asked).toEqual([]);
  });

  describe("over fetch", () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      // Fake timers do not reach this one.
      vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), ms);
        return controller.signal;
      });
    });
    afterEach(() => {
      vi.restoreAllMocks();
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });

    it("uses the next one after 10 seconds without an answer", async () => {
      vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
        if (!url.startsWith(first.url)) return fetchBoth(url);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      });
      const answer = createClient([first.url, second.url]).get("coins?limit=7");
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await answer).toHaveProperty("data.length", 7);
      expect(countCoinFiles(second)).toBeGreaterThan(0);
    });

    it("says that a single one does not answer after 10 seconds", async () => {
      vi.stubGlobal("fetch", (_: string, { signal }: { signal?: AbortSignal } = {}) => {
        return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      });
      const refused = expect(createClient(first.url).get("coins?limit=7")).rejects.toMatchObject({
        status: 503,
        message: "The files cannot be read at the moment (api/routes.json: no answer in time)",
      });
      await vi.advanceTimersByTimeAsync(10_000);
      await refused;
    });

    it("uses the next one if the time of the build does not arrive whole", async () => {
      const stalled = () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
      vi.stubGlobal("fetch", async (url: string) => (url.startsWith(first.url) ? stalled() : fetchBoth(url)));
      const answer = createClient([first.url, second.url]).get("coins?limit=7");
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await answer).toHaveProperty("data.length", 7);
    });

    it("reads a file for longer than that", async () => {
      const signals: AbortSignal[] = [];
      vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return fetchBoth(url);
      });
      await createClient([first.url, second.url]).get("coins");
      await vi.advanceTimersByTimeAsync(10_000);
      expect(signals.length).toBeGreaterThan(0);
      expect(signals.filter(({ aborted }) => aborted)).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  it("refuses an empty list", () => {
    expect(() => createClient([])).toThrow("at least one site");
  });
});

describe("a client with a currency", () => {
  it.each([
    "coins?limit=5",
    "/api/coins/btc",
    "coins/limit/10.json",
    "global",
    "coins/btc/history/7d.json",
    "trending",
  ])("has %s in it", async (path) => {
    const answer = await open("eur").get<Coins>(path);
    expect(answer.meta.currency).toBe("eur");
    expect(answer).toEqual(await open().get(`in/eur/${path.replace("/api/", "")}`));
  });

  it.each(["news", "exchange-rates", "status", "in/btc/coins", "price/btc", "data/archives", ""])(
    "has %s as without it",
    async (path) => expect(await open("eur").get(path)).toEqual(await open().get(path)),
  );

  it("accepts another one for a call", async () => {
    const { get } = open("eur");
    expect((await get<Coins>("coins", { currency: "BTC" })).meta.currency).toBe("btc");
    expect((await get<Coins>("coins", { currency: "usd" })).meta.currency).toBe("usd");
    expect((await open().get<Coins>("coins", { currency: "eur" })).meta.currency).toBe("eur");
  });

  it("has tables in it", async () => {
    expect(await (await open("eur").request("coins.csv")).text()).toBe(
      await (await open().request("in/eur/coins.csv")).text(),
    );
  });

  it("throws the API's error for an unknown one", async () => {
    await expect(open("xyz").get("coins?limit=5")).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('There is no currency "xyz"'),
    });
  });

  it("never gives USD instead, on a site without currencies or without its routes", async () => {
    const routes = JSON.parse(Buffer.from(tree.get("api/routes.json")!).toString()) as {
      derived?: { base?: string };
    }[];
    const plain = new Map([...tree].filter(([path]) => !path.startsWith("api/in/")));
    plain.set(
      "api/routes.json",
      Buffer.from(JSON.stringify(routes.filter(({ derived }) => derived?.base === undefined))),
    );
    first = createPlainHost(plain, first.url);
    await expect(createClient(first.url, { fetch: fetchBoth, currency: "eur" }).get("coins")).rejects.toMatchObject({
      status: 404,
    });
    first.fault = 500;
    await expect(createClient(first.url, { fetch: fetchBoth, currency: "eur" }).get("coins")).rejects.toMatchObject({
      status: 503,
    });
  });
});

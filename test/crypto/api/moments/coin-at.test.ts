import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { DAY_MS, floorTo, HOUR_MS, renderDay, renderTime } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeHistory, makeMarket, makeWorld } from "../../../fixtures/market.ts";
import { type MemoryTree, readText, writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeCoins } from "../../../fixtures/site.ts";

const days = Array.from({ length: 120 }, (_, at) => AS_OF_MS - (120 - at) * DAY_MS);
const world = makeWorld(
  { ...makeMarket(), coins: makeCoins(4) },
  {
    covered: 3,
    history: { ...makeHistory(AS_OF_MS - 100 * DAY_MS), hourYears: makeHistory(AS_OF_MS - 40 * DAY_MS).hourYears },
    fixings: { days: days.map(renderDay), rates: { EUR: days.map((_, at) => 0.8 + at / 1000) }, sources: ["ecb"] },
  },
);
const HOUR = floorTo(AS_OF_MS, HOUR_MS);
const DAY = floorTo(AS_OF_MS, DAY_MS);
let get: ReturnType<typeof createMemoryHandler>;
let tree: MemoryTree;

beforeAll(async () => {
  tree = await writeTree(endpoints, world);
  get = createMemoryHandler(tree);
});

const ask = async (time: string | number, path = "coins/eth") => {
  const response = await get(`/api/${path}/at?time=${time}`);
  return { status: response.status, ...JSON.parse(await response.text()) };
};
const read = (path: string) => JSON.parse(readText(tree, `api/${path}`));
const readPrices = (path: string): Map<number, number> => new Map(read(path).data.prices);

describe.each(["", "in/eur/", "in/btc/"])("%scoins/{symbol}/at", (folder) => {
  it("has the price of every closed hour from its end on", async () => {
    const hours = readPrices(`${folder}coins/eth/history/30d.json`);
    for (const start of [HOUR - HOUR_MS, HOUR - 30 * HOUR_MS, HOUR - 20 * DAY_MS]) {
      const end = start + HOUR_MS;
      const { data } = await ask(end / 1000, `${folder}coins/eth`);
      expect(data).toMatchObject({ price: hours.get(start), time: renderTime(end), distance_seconds: 0 });
    }
  });

  it("has the price of an hour that is kept for good where the history has only days", async () => {
    const { from, prices } = read(`${folder}coins/eth/hours/2026.json`).data;
    const start = HOUR - 35 * DAY_MS;
    const { data } = await ask(start + HOUR_MS, `${folder}coins/eth`);
    const price = prices[(start - Date.parse(from)) / HOUR_MS];
    expect(data).toMatchObject({ price, time: renderTime(start + HOUR_MS), resolution: "1h" });
  });

  it("has the price of every closed day from its end on", async () => {
    const closed = readPrices(`${folder}coins/eth/history/all.json`);
    const start = DAY - 60 * DAY_MS;
    const { data } = await ask(start + DAY_MS + 2 * HOUR_MS, `${folder}coins/eth`);
    expect(data).toMatchObject({ price: closed.get(start), resolution: "1d", distance_seconds: 7200 });
  });

  it("names its own query and currency, and answers it again", async () => {
    const first = await ask("2026-09-01T12:34:56Z", `${folder}coins/eth`);
    const second = await get(`/api/${first.meta?.self}`);
    expect(first.status === 200 ? await second.json() : first.status).toEqual(
      first.status === 200 ? { data: first.data, meta: first.meta } : 404,
    );
    expect(first.meta.requested_time).toBe("2026-09-01T12:34:56Z");
    expect(first.meta.currency).toBe(folder.slice(3, -1) || "usd");
  });
});

it("names the sources of the fixings, as histories do, and not those of the current rates", async () => {
  const current = read("exchange-rates.json");
  const body = Buffer.from(
    JSON.stringify({ ...current, meta: { ...current.meta, sources: [...current.meta.sources, "today"] } }),
  );
  const changed = createMemoryHandler(new Map(tree).set("api/exchange-rates.json", body));
  for (const path of [`coins/eth/at?time=${HOUR}`, `coins/eth/at?time=${renderDay(DAY - 60 * DAY_MS)}`]) {
    const { meta } = await (await changed(`/api/in/eur/${path}`)).json();
    expect(meta.sources).toContain("ecb");
    expect(meta.sources).not.toContain("today");
  }
});

it("does not take the price of a running hour for its close", async () => {
  const { data } = await ask((HOUR + HOUR_MS) / 1000);
  expect(Date.parse(data.time)).toBeLessThanOrEqual(AS_OF_MS + 5 * 60_000);
});

/** When the newest price of the coin was observed. */
const readObserved = () => Date.parse(read("coins/eth/history/24h.json").meta.updated_at);

it("has the newest price until two hours after it, and none for a later moment", async () => {
  const observedMs = readObserved();
  const newest = await ask((observedMs + 2 * HOUR_MS) / 1000);
  const now = await ask((observedMs + 6 * 60_000) / 1000);
  expect(newest.data).toMatchObject({ price: now.data.price, time: renderTime(observedMs) });
  expect(await ask((observedMs + 2 * HOUR_MS + 1_000) / 1000)).toMatchObject({ status: 404 });
});

it("has the newest price from when it was observed, dated then", async () => {
  const observedMs = readObserved();
  const time = renderTime(observedMs);
  const recent = read("coins/eth/history/24h.json");
  const [, price] = recent.data.prices.at(-1);
  expect(await ask(observedMs / 1000)).toMatchObject({
    data: { price, time, resolution: "5m", distance_seconds: 0 },
    meta: { updated_at: time },
  });
  const before = await ask(observedMs / 1000 - 1);
  expect(Date.parse(before.data.time)).toBeLessThan(observedMs);
  // Where there are hours instead of builds, the running hour has it.
  const hourly = read("coins/eth/history/30d.json");
  const prices = [...hourly.data.prices.slice(-24), [HOUR, 123]];
  const data = { ...recent.data, interval: "1h", prices };
  const response = await change24h({ ...recent, data })(`/api/coins/eth/at?time=${observedMs / 1000 + 60}`);
  expect(await response.json()).toMatchObject({
    data: { price: 123, time, resolution: "1h", distance_seconds: 60 },
    meta: { updated_at: time },
  });
});

it("divides the running hour by the newest price of the currency, which may have finer points", async () => {
  const recent = read("coins/eth/history/24h.json");
  const hourly = read("coins/eth/history/30d.json");
  const prices = [...hourly.data.prices.slice(-24), [HOUR, 123]];
  const handler = change24h({ ...recent, data: { ...recent.data, interval: "1h", prices } });
  const response = await handler(`/api/in/btc/coins/eth/at?time=${readObserved() / 1000}`);
  const { data } = await response.json();
  const [, newest] = read("coins/btc/history/24h.json").data.prices.at(-1);
  expect(data.resolution).toBe("1h");
  expect(data.price * newest).toBeCloseTo(123, 8);
});

it("has the close of a day where the currency has the price of the day alone", async () => {
  const hourly = read("coins/btc/history/30d.json");
  const body = JSON.stringify({ ...hourly, data: { ...hourly.data, prices: hourly.data.prices.slice(-24) } });
  const changed = new Map(tree).set("api/coins/btc/history/30d.json", Buffer.from(body));
  changed.delete("api/coins/btc/hours/2026.json");
  const end = DAY - 20 * DAY_MS;
  const { data } = await (await createMemoryHandler(changed)(`/api/in/btc/coins/eth/at?time=${end}`)).json();
  const closed = readPrices("in/btc/coins/eth/history/all.json");
  expect(data).toMatchObject({ price: closed.get(end - DAY_MS), resolution: "1d", distance_seconds: 0 });
});

it("has the newest price for two of its steps where builds are rare", async () => {
  const observedMs = readObserved();
  const recent = read("coins/eth/history/24h.json");
  const data = { ...recent.data, interval: "6h", prices: recent.data.prices.slice(-1) };
  const rare = change24h({ ...recent, data });
  const statusAt = async (timeMs: number) => (await rare(`/api/coins/eth/at?time=${timeMs / 1000}`)).status;
  expect(await statusAt(observedMs + 12 * HOUR_MS)).toBe(200);
  expect(await statusAt(observedMs + 12 * HOUR_MS + 1000)).toBe(404);
});

/** The site with another answer about the last day. */
function change24h(answer: object): typeof get {
  const body = Buffer.from(JSON.stringify(answer));
  return createMemoryHandler(new Map(tree).set("api/coins/eth/history/24h.json", body));
}

it("dates the close of a day without its last hours to the end of its last known hour", async () => {
  const dayMs = DAY - 5 * DAY_MS;
  const lastMs = dayMs + 10 * HOUR_MS;
  const hours = read("coins/eth/history/30d.json");
  const days = read("coins/eth/history/1y.json");
  const isUnseen = ([time]: [number, number]) => time > lastMs && time < dayMs + DAY_MS + 6 * HOUR_MS;
  const price = new Map<number, number>(hours.data.prices).get(lastMs)!;
  hours.data.prices = hours.data.prices.filter((point: [number, number]) => !isUnseen(point));
  days.data.prices = days.data.prices.map(([time, close]: [number, number]) => [time, time === dayMs ? price : close]);
  const files = new Map(tree);
  for (const path of files.keys()) if (path.startsWith("api/coins/eth/hours/")) files.delete(path);
  for (const [period, answer] of Object.entries({ "30d": hours, "1y": days }))
    files.set(`api/coins/eth/history/${period}.json`, Buffer.from(JSON.stringify(answer)));
  const handler = createMemoryHandler(files);
  const askAt = async (timeMs: number) =>
    JSON.parse(await (await handler(`/api/coins/eth/at?time=${timeMs / 1000}`)).text()).data;
  const time = renderTime(lastMs + HOUR_MS);
  expect(await askAt(dayMs + DAY_MS)).toMatchObject({ price, time, resolution: "1d", distance_seconds: 13 * 3600 });
  expect(await askAt(dayMs + 20 * HOUR_MS)).toMatchObject({ price, time, distance_seconds: 9 * 3600 });
  expect(await askAt(lastMs + HOUR_MS)).toMatchObject({ price, time, resolution: "1h", distance_seconds: 0 });
});

it("finds a coin by its id, in either case", async () => {
  const bySymbol = await ask(HOUR / 1000, "coins/ETH");
  const byId = await ask(HOUR / 1000, "coins/Ethereum");
  expect(bySymbol.status).toBe(200);
  expect(byId).toEqual(bySymbol);
});

it("says what is known where the moment has no price", async () => {
  const early = await ask("2015-01-01");
  expect(early).toMatchObject({ status: 404, error: { code: "not_found" } });
  expect(early.error.message).toMatch(/no price before it is known, the nearest price after it is of 20\d\d-.*\(1d\)$/);
  const late = await ask("2100-01-01");
  expect(late.error.message).toMatch(/the nearest price before it is of .*, no price after it is known$/);
});

it("says that the exchange rate of the moment is unknown where the currency has later rates only", async () => {
  const path = "exchange-rates/history/eur";
  const fixed = read(`${path}.json`);
  const late = { dates: fixed.data.dates.slice(-5), rates: { EUR: fixed.data.rates.EUR.slice(-5) } };
  const body = Buffer.from(JSON.stringify({ ...fixed, data: { ...fixed.data, ...late } }));
  const changed = createMemoryHandler(new Map(tree).set(`api/${path}.json`, body));
  const time = renderTime(DAY - 20 * DAY_MS);
  const url = `/api/in/eur/coins/eth/at?time=${time}`;
  const response = await changed(url);
  expect({ status: response.status, ...(await response.json()) }).toMatchObject({
    status: 404,
    error: {
      code: "not_found",
      message: `There is no price of ETH at ${time} in EUR: no exchange rate of that time is known`,
    },
  });
  const without = new Map(tree);
  without.delete(`api/${path}.json`);
  // Without any fixing, the source has not answered yet.
  expect((await createMemoryHandler(without)(url)).status).toBe(503);
});

it("reads the days of one year for a moment in it, and all days for an older one", async () => {
  const read: string[] = [];
  const watched = createMemoryHandler(
    new Proxy(tree, {
      get(files, name) {
        if (name !== "get") return Reflect.get(files, name, files);
        return (path: string) => {
          read.push(path);
          return files.get(path);
        };
      },
    }),
  );
  const listDays = async (timeMs: number) => {
    read.length = 0;
    const { status } = await watched(`/api/in/btc/coins/eth/at?time=${timeMs / 1000}`);
    const days = read.filter((path) => /history\/(1y|all)\.json$/.test(path));
    return [status, ...days.map((path) => path.replace("api/coins/", ""))];
  };
  expect(await listDays(DAY - 90 * DAY_MS)).toEqual([200, "eth/history/1y.json", "btc/history/1y.json"]);
  expect(await listDays(DAY - 400 * DAY_MS)).toEqual([404, "eth/history/all.json", "btc/history/all.json"]);
});

it("says that it looked at one year where the moment lies in it", async () => {
  const early = await ask((AS_OF_MS - 350 * DAY_MS) / 1000);
  expect(early.error.message).toMatch(/no price in the year before it, the nearest price after it is of 20\d\d-/);
});

it("refuses what is no moment, and names the coin that does not exist", async () => {
  for (const time of ["soon", "2026-02-30", "", "2026-09-01T12:34"])
    expect(await ask(time)).toMatchObject({ status: 400, error: { code: "invalid_parameter" } });
  const response = await get("/api/coins/eth/at");
  expect(response.status).toBe(400);
  expect((await ask(HOUR, "coins/nope")).error).toMatchObject({
    code: "not_found",
    message: 'There is no coin "nope"',
  });
});

it("answers with the coin that owns a text, not with the one that has it as its id", async () => {
  const coins = JSON.parse(readText(tree, "api/coins/limit/all.json"));
  const other = { ...coins.data.find(({ id }: { id: string }) => id === "bitcoin"), id: "eth" };
  const body = Buffer.from(JSON.stringify({ ...coins, data: [other, ...coins.data] }));
  const changed = createMemoryHandler(new Map(tree).set("api/coins/limit/all.json", body));
  const response = await changed(`/api/coins/eth/at?time=${HOUR / 1000}`);
  expect((await response.json()).data.id).toBe("ethereum");
});

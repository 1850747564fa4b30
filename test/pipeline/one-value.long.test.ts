import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, renderDay } from "../../build/lib/time.ts";
import { parseCsv } from "../fixtures/parse-csv.ts";
import { createMemoryHandler } from "../fixtures/site.ts";
import { openSampleRuns, type SampleRun, type SampleRuns } from "./sample-runs.ts";

/**
 * One value per moment: wherever a tree says what a coin was worth in a closed hour or on a closed
 * day, it says the same.
 */

interface Coin {
  id: string;
  key: string;
}

/** Points that follow one another: `null` for prices of our own. */
interface Origin {
  source: string | null;
  points: number;
}

/** Prices by the start of their hour or day, in unix milliseconds. */
type Prices = ReadonlyMap<number, number>;

interface Reader {
  step: "hour" | "day";
  /** Of prices in this currency alone; absent: of every currency. */
  currency?: "usd";
  read(coin: Coin, currency: string, known: Prices): Promise<Prices> | Prices;
}

const COINS: readonly Coin[] = [
  { id: "bitcoin", key: "btc" },
  { id: "ethereum", key: "eth" },
  { id: "ripple", key: "xrp" },
];
/** Every so many hours or days is asked for one by one. */
const SAMPLE = 11;

let runs: SampleRuns;
let tree: SampleRun;
let get: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  runs = await openSampleRuns(4, { backfill: 40, trees: true, withHistory: true, fixingDays: 220 });
  await runs.build(0);
  await runs.build(15 * 60);
  tree = await runs.build(15 * 60 + 30);
  get = createMemoryHandler(new Map([...tree.files].map(([path, body]) => [path, Buffer.from(body)])));
});
afterAll(() => runs.close());

const folderOf = (currency: string) => (currency === "usd" ? "" : `in/${currency}/`);
const askFor = async <Data>(path: string): Promise<Data | undefined> => {
  const response = await get(`/api/${path}`);
  return response.status === 200 ? ((await response.json()) as { data: Data }).data : undefined;
};

async function readHistory({ key }: Coin, currency: string, period: string): Promise<Prices> {
  const data = await askFor<{ prices: [number, number][] }>(`${folderOf(currency)}coins/${key}/history/${period}`);
  return new Map(data?.prices);
}

/** Starts of hours without a price of our own: of the last 30 days, and of those kept for good. */
async function listFilledHours(coin: Coin): Promise<ReadonlySet<number>> {
  const response = await get(`/api/coins/${coin.key}/history/30d`);
  const { data, meta } = (await response.json()) as {
    data: { prices: [number, number][] };
    meta: { origins: Origin[] };
  };
  const recent = data.prices.map(([start]) => start);
  const years = listYears(coin, "usd").flatMap((year) => listFilled([...year.prices.keys()], year.origins));
  return new Set([...listFilled(recent, meta.origins), ...years]);
}

function listFilled(starts: readonly number[], origins: readonly Origin[]): number[] {
  const isFilled = origins.flatMap(({ source, points }) => new Array<boolean>(points).fill(source !== null));
  return starts.filter((_, at) => isFilled[at]);
}

/** The known hours of each year, ascending, and where they are from. */
function listYears({ key }: Coin, currency: string): { prices: Prices; origins: Origin[] }[] {
  const pattern = new RegExp(`^api/${folderOf(currency)}coins/${key}/hours/\\d{4}\\.json$`);
  return [...tree.files].flatMap(([path, body]) => {
    if (!pattern.test(path)) return [];
    const { data, meta } = JSON.parse(String(body)) as {
      data: { from: string | null; prices: (number | null)[] };
      meta: { origins: Origin[] };
    };
    const firstMs = Date.parse(data.from ?? "");
    const known = data.prices.flatMap((price, at): [number, number][] =>
      price === null ? [] : [[firstMs + at * HOUR_MS, price]],
    );
    return [{ prices: new Map(known), origins: meta.origins }];
  });
}

/** What `at` says at the end of each of some of the known steps. */
async function askAt(coin: Coin, currency: string, known: Prices, stepMs: number): Promise<Prices> {
  const prices = new Map<number, number>();
  for (const start of [...known.keys()].filter((_, at) => at % SAMPLE === 0)) {
    const end = start + stepMs;
    const data = await askFor<{ price: number; time: string }>(`${folderOf(currency)}coins/${coin.key}/at?time=${end}`);
    if (data !== undefined && Date.parse(data.time) === end) prices.set(start, data.price);
  }
  return prices;
}

/** Some of the days, each of them alone. */
async function askDays({ id }: Coin, currency: string, known: Prices): Promise<Prices> {
  const prices = new Map<number, number>();
  for (const start of [...known.keys()].filter((_, at) => at % SAMPLE === 0)) {
    const data = await askFor<{ coins: Record<string, number> }>(`${folderOf(currency)}prices/${renderDay(start)}`);
    const price = data?.coins[id];
    if (price !== undefined) prices.set(start, price);
  }
  return prices;
}

function readMonths({ id }: Coin): Prices {
  const prices = new Map<number, number>();
  for (const [path, body] of tree.files) {
    if (!path.startsWith("api/prices/months/")) continue;
    const { dates, coins } = JSON.parse(String(body)).data as { dates: string[]; coins: Record<string, number[]> };
    for (const [at, price] of (coins[id] ?? []).entries())
      if (price !== null) prices.set(Date.parse(dates[at]!), price);
  }
  return prices;
}

/** The prices of a coin in the CSV files whose path fits. */
function readTables(pattern: RegExp, isCoin: (row: Readonly<Record<string, string>>) => boolean): Prices {
  const prices = new Map<number, number>();
  for (const [path, body] of tree.files) {
    if (!pattern.test(path)) continue;
    const text = path.endsWith(".gz") ? gunzipSync(body as Uint8Array).toString() : String(body);
    const [head = [], ...rows] = parseCsv(text);
    for (const cells of rows) {
      const row = Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""]));
      const time = Date.parse(row["time"] ?? row["date"] ?? "");
      const price = row["price"] ?? row["close"] ?? "";
      if (isCoin(row) && price !== "") prices.set(time, Number(price));
    }
  }
  return prices;
}

/** The answers that must agree with histories: an entry each. */
const READERS: Readonly<Record<string, Reader>> = {
  "at, at the end of hours": { step: "hour", read: (coin, currency, known) => askAt(coin, currency, known, HOUR_MS) },
  // Before its last 30 days, the demo has months of hours alone, whose days are filled once more.
  "at, at the end of days": {
    step: "day",
    async read(coin, currency, known) {
      const filled = await listFilledHours(coin);
      const days = [...known].filter(([start]) => !filled.has(start + DAY_MS - HOUR_MS));
      return askAt(coin, currency, new Map(days), DAY_MS);
    },
  },
  "hours/{year}": {
    step: "hour",
    read: (coin, currency) => new Map(listYears(coin, currency).flatMap(({ prices }) => [...prices])),
  },
  "prices/{date}": { step: "day", read: askDays },
  "prices/months/{month}": { step: "day", currency: "usd", read: readMonths },
  "price files": {
    step: "day",
    read: ({ key }, currency) => readTables(new RegExp(`^api/data/prices/${key}/${currency}\\.csv$`), () => true),
  },
  "archives of days": {
    step: "day",
    currency: "usd",
    read: ({ id }) => readTables(/download\/daily-\d{4}\.csv\.gz$/, (row) => row["id"] === id),
  },
  "archives of one coin": {
    step: "day",
    currency: "usd",
    read: ({ key }) => readTables(new RegExp(`download/history-${key}\\.csv\\.gz$`), () => true),
  },
  "archives of hours": {
    step: "hour",
    currency: "usd",
    read: ({ id }) => readTables(/download\/hourly-\d{4}-\d\d\.csv\.gz$/, (row) => row["id"] === id),
  },
};

describe.each(["usd", "eur"])("in %s", (currency) => {
  const readers = Object.entries(READERS).filter(([, one]) => (one.currency ?? currency) === currency);

  it.each(readers)("%s agrees with the histories on every closed hour or day", async (_, { step, read }) => {
    const stepMs = step === "hour" ? HOUR_MS : DAY_MS;
    const asOfMs = Date.parse((await askFor<{ updated_at: string }>("global"))!.updated_at);
    for (const coin of COINS) {
      const all = await readHistory(coin, currency, step === "hour" ? "30d" : "all");
      const known = new Map([...all].filter(([start]) => start + stepMs <= asOfMs));
      const found = await read(coin, currency, known);
      const different = [...found].flatMap(([start, price]) => {
        const expected = known.get(start);
        if (expected === undefined || Math.abs(price / expected - 1) < 1e-10) return [];
        return [{ coin: coin.key, start: new Date(start).toISOString(), price, expected }];
      });
      expect(different).toEqual([]);
      const common = [...found.keys()].filter((start) => known.has(start)).length;
      expect(common).toBeGreaterThan(15);
    }
  });

  it("the last hour of a closed day has the price of the day", async () => {
    for (const coin of COINS) {
      const hours = await readHistory(coin, currency, "30d");
      const days = await readHistory(coin, currency, "all");
      const ends = [...days].flatMap(([start, close]) => {
        const last = hours.get(start + DAY_MS - HOUR_MS);
        return last === undefined ? [] : [[renderDay(start), last / close]];
      });
      expect(ends.length).toBeGreaterThan(15);
      expect(ends.filter(([, ratio]) => Math.abs(Number(ratio) - 1) > 1e-9)).toEqual([]);
    }
  });
});

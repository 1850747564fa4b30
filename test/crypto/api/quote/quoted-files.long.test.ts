import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import type { CoinRow } from "../../../../build/crypto/api/rows/coin-row.ts";
import { convertAnswer, convertMoment, type Rates } from "../../../../build/crypto/serve/convert-answer.ts";
import { DAY_MS, renderDay } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeDataset, makeHistory, makeMarket, makeWorld } from "../../../fixtures/market.ts";
import { type MemoryTree, readText, writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeCoins, renderAnswer } from "../../../fixtures/site.ts";

/** Working days of two years, with rates that rise by a thousandth a day. */
const days = Array.from({ length: 730 }, (_, at) => AS_OF_MS - (730 - at) * DAY_MS).filter(
  (time) => new Date(time).getUTCDay() % 6 !== 0,
);
const eur = days.map((_, at) => 0.8 + at / 1000);
const market = makeMarket();
/** Current rates have more sources than past ones. */
const datasets = [...market.datasets, makeDataset("other-rates", "rate", { cadenceMs: DAY_MS })];
const world = makeWorld(
  { ...market, datasets, coins: makeCoins(10) },
  {
    covered: 12,
    history: makeHistory(AS_OF_MS - 400 * DAY_MS),
    fixings: { days: days.map(renderDay), rates: { EUR: eur }, sources: ["ecb"] },
  },
);
let tree: MemoryTree;

beforeAll(async () => {
  tree = await writeTree(endpoints, world);
});

const read = (path: string) => JSON.parse(readText(tree, `api/${path}`));

describe.each(["eur", "btc"])("answers in %s", (currency) => {
  it("are the same from the handler as from the files", async () => {
    const stored = [...tree.keys()].filter((path) => path.startsWith(`api/in/${currency}/`) && path.endsWith(".json"));
    expect(stored.length).toBeGreaterThan(30);
    const without: MemoryTree = new Map([...tree].filter(([path]) => !path.startsWith("api/in/")));
    const get = createMemoryHandler(without);
    const different: string[] = [];
    for (const path of stored) {
      const response = await get(`/${path}`);
      if (response.status !== 200 || (await response.text()) !== readText(tree, path)) different.push(path);
    }
    expect(different.filter((path) => !path.includes("/limit/all"))).toEqual([]);
  });

  it("have no file that a wrong value names", async () => {
    const get = createMemoryHandler(tree);
    const wrong = ["limit/abc", "limit/0", "limit/7", "limit/5000", "limit/10/offset/abc", "btc/history/foo"];
    for (const path of wrong) {
      const response = await get(`/api/in/${currency}/coins/${path}.json`);
      expect(response.status, path).toBe(404);
      expect(JSON.parse(await response.text()).error.message).not.toContain("no coin");
    }
  });

  it("name their currency and their own file", () => {
    for (const file of ["coins.json", "coins/btc.json", "coins/btc/history/30d.json", "global.json", "trending.json"]) {
      expect(read(`in/${currency}/${file}`).meta).toMatchObject({ currency, self: `in/${currency}/${file}` });
    }
  });
});

it("does not change in its own units", () => {
  const btc = read("in/btc/coins.json").data.find((row: CoinRow) => row.symbol === "BTC");
  const changes = Object.entries(btc).filter(
    ([name, value]) => name.startsWith("price_change_percentage") && value !== null,
  );
  expect(btc.current_price).toBe(1);
  expect([btc.high_24h, btc.low_24h, btc.ath]).toEqual([null, null, null]);
  expect(changes.length).toBeGreaterThan(2);
  expect(new Set(changes.map(([, value]) => value))).toEqual(new Set([0]));
});

describe("a coin in EUR", () => {
  const find = (file: string): CoinRow => read(file).data.find((row: CoinRow) => row.symbol === "ETH");

  it("has every amount at the published rate, and nothing else changed", () => {
    const usd = find("coins.json");
    const own = find("in/eur/coins.json");
    const { rates } = read("exchange-rates.json").data;
    for (const field of [
      "current_price",
      "market_cap",
      "fully_diluted_valuation",
      "total_volume",
      "high_24h",
      "low_24h",
    ] as const)
      expect(own[field]! / usd[field]!).toBeCloseTo(rates.EUR, 9);
    const { id, symbol, name, path, market_cap_rank, circulating_supply, exchanges, last_updated } = usd;
    expect(own).toMatchObject({ id, symbol, name, path, market_cap_rank, circulating_supply, exchanges, last_updated });
  });

  it("has changes in EUR: of the price and of the euro together", () => {
    const usd = find("coins.json");
    const own = find("in/eur/coins.json");
    // In the morning the newest fixing is that of the day before.
    const rateOn = (daysAgo: number) => eur[days.findLastIndex((day) => day <= AS_OF_MS - daysAgo * DAY_MS)]!;
    const rateNow = read("exchange-rates.json").data.rates.EUR;
    const then = usd.current_price! / (1 + usd.price_change_percentage_7d! / 100);
    expect(own.price_change_percentage_7d).toBeCloseTo(
      ((usd.current_price! * rateNow) / (then * rateOn(8)) - 1) * 100,
      6,
    );
    expect(own.price_change_24h).toBeCloseTo(
      own.current_price! - (usd.current_price! - usd.price_change_24h!) * rateOn(2),
      6,
    );
  });

  it("keeps the prices of its evidence in USD", () => {
    const { price_evidence } = read("coins/eth.json").data;
    expect(read("in/eur/coins/eth.json").data.price_evidence).toEqual(price_evidence);
  });

  it("has days at the fixing of the day, on weekends of the last one before", () => {
    const usd = new Map<number, number>(read("coins/eth/history/1y.json").data.prices);
    const { prices, points } = read("in/eur/coins/eth/history/1y.json").data;
    expect(points).toBe(365);
    for (const [time, price] of prices) {
      let day = days.length - 1;
      while (renderDay(days[day]!) > renderDay(time)) day -= 1;
      expect(price).toBeCloseTo(usd.get(time)! * eur[day]!, 6);
    }
  });
});

describe.each(["eur", "btc"])("candles in %s", (currency) => {
  it.each(["30d", "all"])("of %s close with the prices of the history and open with the close before", (period) => {
    const { candles, points } = read(`in/${currency}/coins/eth/ohlc/${period}.json`).data;
    expect(candles).toHaveLength(points);
    expect(points).toBeGreaterThan(20);
    const closes = new Map<number, number>(read(`in/${currency}/coins/eth/history/${period}.json`).data.prices);
    for (const [at, [time, open, high, low, close]] of candles.entries()) {
      expect(close).toBe(closes.get(time));
      if (at > 0) expect(open).toBe(candles[at - 1][4]);
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
    }
  });
});

it("has highs and lows of exchanges in a fiat currency, and the range of open and close in a coin", () => {
  const [, , high, , close] = read("in/eur/coins/eth/ohlc.json").data.candles.at(-1);
  expect(high / close).toBeCloseTo(1.1, 9);
  const { data, meta } = read("in/btc/coins/btc/ohlc.json");
  expect(new Set(data.candles.flatMap(([, ...prices]: number[]) => prices))).toEqual(new Set([1]));
  expect(meta.origins).toMatchObject([{ source: "observed", points: data.points }]);
});

describe("a page that converts answers itself", () => {
  const listRates = (): Rates => [read("exchange-rates.json"), read("exchange-rates/history/eur.json")];
  const withoutPast = (): Rates => [read("exchange-rates.json"), undefined];

  it.each([
    ["rows", "coins.json"],
    ["rows", "coins/limit/10.json"],
    ["coin", "coins/eth.json"],
    ["history", "coins/eth/history/30d.json"],
    ["history", "coins/eth/history/all.json"],
    ["candles", "coins/eth/ohlc.json"],
    ["candles", "coins/eth/ohlc/all.json"],
    ["global", "global.json"],
    ["trending", "trending.json"],
    ["sparklines", "sparklines.json"],
  ] as const)("shows the %s of %s as the site publishes them", (form, path) => {
    expect(convertAnswer(form, "eur", read(path), listRates())).toEqual(read(`in/eur/${path}`));
  });

  it.each(["2026-11-20T08:30Z", "2026-11-18T20:00Z", "2026-03-01T12:00Z"])(
    "shows the price of %s as the site does",
    async (time) => {
      const get = createMemoryHandler(tree);
      const ask = async (base: string) => JSON.parse(await (await get(`${base}/coins/eth/at?time=${time}`)).text());
      const [usd, own] = [await ask("/api"), await ask("/api/in/eur")];
      expect(own.data.price).toBeGreaterThan(0);
      expect(convertMoment("eur", usd, listRates())).toMatchObject({ data: own.data, meta: { currency: "eur" } });
    },
  );

  it.each([
    ["1d", "2026-11-18T20:00:00Z", "2026-11-18"],
    ["1h", "2026-11-18T15:20:00Z", "2026-11-18"],
    ["5m", "2026-11-18T15:02:00Z", "2026-11-18"],
    ["1d", "2026-11-19T00:00:00Z", "2026-11-18"],
    ["1h", "2026-11-18T15:00:00Z", "2026-11-17"],
  ])("takes the rate of the %s that a price known since %s is of", (resolution, time, day) => {
    const { dates, rates } = read("exchange-rates/history/eur.json").data;
    const { meta } = read("coins/eth.json");
    const { data } = convertMoment("eur", { data: { price: 2, time, resolution }, meta }, listRates());
    expect(data).toMatchObject({ price: expect.closeTo(2 * rates.EUR[dates.indexOf(day)], 9) });
  });

  it("keeps what is past in USD where past rates are unknown", () => {
    const { rates } = read("exchange-rates.json").data;
    const [before, after] = [read("coins.json"), convertAnswer("rows", "eur", read("coins.json"), withoutPast())];
    const [usd, own] = [before.data[1], (after.data as CoinRow[])[1]!];
    expect(own.current_price).toBeCloseTo(usd.current_price * rates.EUR, 9);
    expect(usd.price_change_percentage_7d).not.toBeNull();
    expect(own.price_change_percentage_7d).toBe(usd.price_change_percentage_7d);
    expect(own.ath).toBeNull();
    const { sparkline_7d } = convertAnswer("coin", "eur", read("coins/eth.json"), withoutPast()).data as {
      sparkline_7d: number[];
    };
    expect(sparkline_7d).toEqual(read("coins/eth.json").data.sparkline_7d);
    const history = read("coins/eth/history/30d.json");
    const kept = convertAnswer("history", "eur", history, withoutPast());
    expect([kept.data, kept.meta["currency"]]).toEqual([history.data, "usd"]);
    const moment = { data: { price: 2, time: "2026-11-01T00:00:00Z", resolution: "1d" }, meta: history.meta };
    expect(convertMoment("eur", moment, withoutPast())).toEqual(moment);
  });

  it("refuses a currency without a rate", () => {
    expect(() => convertAnswer("rows", "chf", read("coins.json"), listRates())).toThrow("chf has no rate");
  });
});

describe("a currency without a rate", () => {
  let dark: MemoryTree;

  beforeAll(async () => {
    const exchangeRates = { ...world.market.exchangeRates!, rates: { USD: 1, GBP: 0.75 } };
    dark = await writeTree(endpoints, { ...world, market: { ...world.market, exchangeRates } });
  });

  const ask = async (path: string) => {
    const response = await createMemoryHandler(dark)(path);
    return [response.status, JSON.parse(await response.text()).error?.message];
  };

  it("has no files", () => {
    expect([...dark.keys()].filter((path) => /^(api\/in|compat\/coingecko)\/eur\//.test(path))).toEqual([]);
  });

  it.each(["coins", "coins/{symbol}", "coins/{symbol}/history", "global", "trending"])(
    "says at %s that the rate is missing, also of a known coin",
    async (path) => {
      const message = `There is no exchange rate of EUR for /in/eur/${path}`;
      for (const name of ["eth", "ETH", "ethereum"])
        expect(await ask(`/api/in/eur/${path.replace("{symbol}", name)}`)).toEqual([503, message]);
    },
  );

  it("has no coin that does not exist", async () => {
    expect(await ask("/api/in/eur/coins/nope")).toEqual([404, 'There is no coin "nope"']);
  });

  it.each(["ping", "exchange_rates", "coins/list", "global", "coins/markets"])(
    "has no answer in CoinGecko's form either, from the handler as from the files: %s",
    async (path) => {
      const full = `/compat/coingecko/eur/api/v3/${path}`;
      expect(await ask(full)).toEqual([503, `There is no exchange rate of EUR for ${full}`]);
      const inUsd = await createMemoryHandler(dark)(full.replace("eur", "usd"));
      expect(inUsd.status).toBe(200);
    },
  );

  it("has no points before its first fixing", () => {
    const short = { days: [renderDay(AS_OF_MS - 5 * DAY_MS)], rates: { EUR: [0.9] }, sources: ["ecb"] };
    const late = { ...world, fixings: short };
    const { points, from } = JSON.parse(
      renderAnswer(late, "in-eur-coin-history", { symbol: "eth", period: "1y" }),
    ).data;
    expect({ points, from }).toEqual({ points: 5, from: "2026-11-15T00:00:00Z" });
  });
});

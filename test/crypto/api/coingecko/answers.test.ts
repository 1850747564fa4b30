import { beforeAll, describe, expect, it } from "vitest";
import { coingecko } from "../../../../build/crypto/api/coingecko/registry.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { CoinRow } from "../../../../build/crypto/api/rows/coin-row.ts";
import type { Series } from "../../../../build/crypto/history/series.ts";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeMarket, makeRunSource, makeTerms, makeWorld } from "../../../fixtures/market.ts";
import { type MemoryTree, readText, writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler } from "../../../fixtures/site.ts";

const ROOT = "compat/coingecko/usd/api/v3";
const COPIED = 987_654_321;
const today = floorTo(AS_OF_MS, DAY_MS);

/** Days and hours; the oldest points are copies of a restricted source, others of an open one. */
function readSeries(step: number, fromMs: number, toMs: number): Series {
  const first = Math.max(fromMs, AS_OF_MS - 500 * DAY_MS);
  const times: number[] = [];
  for (let time = Math.ceil(first / step) * step; time <= toMs; time += step) times.push(time);
  const origins = times.map((time) => {
    if (time < today - 200 * DAY_MS) return "coingecko";
    return time < today - 100 * DAY_MS ? "kraken" : null;
  });
  return {
    times,
    prices: times.map((_, at) => (origins[at] === "coingecko" ? COPIED : 100 + at)),
    marketCaps: times.map((_, at) => (origins[at] === null ? 1e9 + at : null)),
    totalVolumes: times.map((_, at) => (origins[at] === null ? 1e6 + at : null)),
    origins,
  };
}

const STEPS = { "5m": 300_000, "1h": HOUR_MS, "1d": DAY_MS };
const copied = {
  image: "https://copied.example/x.png",
  high24h: COPIED,
  low24h: COPIED,
  circulatingSupply: COPIED,
  totalSupply: COPIED,
  maxSupply: COPIED,
  ath: { price: COPIED, timeMs: AS_OF_MS, changePercentage: COPIED },
  atl: { price: COPIED, timeMs: AS_OF_MS, changePercentage: COPIED },
  detail: {
    id: "bitcoin",
    categories: ["Copied"],
    homepage: "https://copied.example",
    explorer: "https://copied.example",
    sourceCode: null,
    whitepaper: null,
    twitter: null,
    reddit: null,
    platforms: { ethereum: "0xcopied" },
    genesisDate: "2009-01-03",
    name: "Bitcoin",
    symbol: "BTC",
  },
};
const { exchangeRates } = makeMarket();
/** ARS has a rate of today alone. */
const market = makeMarket({ exchangeRates: { ...exchangeRates!, rates: { ...exchangeRates!.rates, ARS: 1_400 } } });
const world = makeWorld(
  {
    ...market,
    global: { ...market.global!, source: "coingecko", totalMarketCap: COPIED, totalVolume: COPIED },
    coins: [
      makeCoin("bitcoin", "BTC", { ...copied, price: 50_000, marketCap: 1e12, volume: 3e9 } as never),
      makeCoin("ethereum", "ETH", { ...copied, rank: 2, price: 2_500, marketCap: 3e11, volume: 2e9 } as never),
      makeCoin("reference-coin", "REF", { rank: 3, price: COPIED, priceSource: "reference", priceOrigin: "coingecko" }),
      makeCoin("held-coin", "HELD", { rank: 4, price: COPIED, priceSource: "stale" }),
    ],
  },
  { history: { series: (_, interval, from, to) => readSeries(STEPS[interval], from, to) } },
);
let tree: MemoryTree;
let get: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  const sources = [
    makeRunSource("coingecko", { kind: "coins", terms: makeTerms("restricted") }),
    makeRunSource("kraken", { kind: "exchange", terms: makeTerms("restricted") }),
  ];
  tree = await writeTree(endpoints, { ...world, run: { ...world.run, sources } });
  get = createMemoryHandler(tree);
});

const read = (path: string) => JSON.parse(readText(tree, `${ROOT}/${path}.json`));
const ask = async (path: string) => {
  const response = await get(`/${ROOT}/${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
};

describe("the tree", () => {
  it("contains no value of a source that restricts redistribution, and no coin without an own price", () => {
    const texts = [...tree.keys()].filter((path) => path.startsWith("compat/")).map((path) => readText(tree, path));
    expect(texts.length).toBeGreaterThan(30);
    for (const text of texts) expect(text).not.toMatch(/987654321|copied|Copied|2009-01-03|reference-coin|held-coin/);
  });

  it("has the ids of both coins, lower-case symbols and unix times", () => {
    expect(read("coins/list")).toEqual([
      { id: "bitcoin", symbol: "btc", name: "Bitcoin" },
      { id: "ethereum", symbol: "eth", name: "Ethereum" },
    ]);
    const { bitcoin } = read("simple/price");
    expect(bitcoin).toMatchObject({
      usd: 50_000,
      usd_market_cap: 1e12,
      usd_24h_vol: 3e9,
      usd_24h_change: 5,
      btc: 1,
      last_updated_at: AS_OF_MS / 1000,
    });
    expect(bitcoin.eur).toBeCloseTo(50_000 * market.exchangeRates!.rates["EUR"]!, 6);
    const codes = Object.keys(market.exchangeRates!.rates).map((code) => code.toLowerCase());
    expect(read("simple/supported_vs_currencies")).toEqual([...new Set([...codes, "usd", "btc", "eth"])].sort());
  });

  it("sums up the market over these coins", () => {
    expect(read("global").data).toMatchObject({
      active_cryptocurrencies: 2,
      total_market_cap: { usd: 1.3e12 },
      total_volume: { usd: 5e9 },
      market_cap_percentage: { btc: 76.9230769231, eth: 23.0769230769 },
      market_cap_change_percentage_24h_usd: 5,
    });
  });

  it("has the shares that published market caps give, as the handler computes them", () => {
    const rows = Array.from({ length: 10 }, (_, at) => {
      const coin = makeCoin(`coin-${at}`, `C${at}`, { rank: at + 1, price: 1, marketCap: 1e12 / (3 + at) / 7 });
      return { ...CoinRow.compute(coin), price_source: "aggregated" };
    });
    const published = JSON.parse(renderJson(rows).toString());
    const request = { currency: "usd", currencies: ["usd"], values: {}, renderPoints: () => [] };
    const [stored, computed] = [rows, published].map((data) =>
      coingecko.global.convert([{ data }, { data: { markets: 1 } }], request),
    );
    expect(stored).toEqual(computed);
  });

  it("has rates of bitcoin", () => {
    const { rates } = read("exchange_rates");
    expect(rates).toMatchObject({ btc: { value: 1, type: "crypto" }, eth: { value: 20 }, usd: { value: 50_000 } });
    expect(rates.eur.value).toBeCloseTo(50_000 * market.exchangeRates!.rates["EUR"]!, 6);
  });
});

describe("a chart", () => {
  const times = (chart: { prices: [number, number][] }) => chart.prices.map(([time]) => time);

  it("has closed days of a year and hours of 7 days as a file, without copied points", () => {
    const chart = read("coins/bitcoin/market_chart");
    expect(read("coins/bitcoin/market_chart/range")).toEqual(chart);
    expect(times(chart)[0]).toBe(today - 199 * DAY_MS);
    const [days, hours] = [0, HOUR_MS].map((step) =>
      times(chart).filter((time) => (time % DAY_MS === 0) === (step === 0)),
    );
    expect(days!.length).toBeGreaterThan(195);
    expect(hours!.length).toBeGreaterThan(150);
    expect(times(chart)).toEqual(times(chart).toSorted((a, b) => a - b));
    expect(times({ prices: chart.market_caps })).toEqual(times(chart));
  });

  it.each([
    ["days=1", 300_000, 288],
    ["days=7", HOUR_MS, 168],
    ["days=30", HOUR_MS, 720],
    ["days=1&interval=hourly", HOUR_MS, 24],
    ["days=91", DAY_MS, 92],
    ["days=7&interval=daily", DAY_MS, 8],
    ["days=max", DAY_MS, 201],
  ])("with %s has points of %i ms", async (query, step, count) => {
    const { body } = await ask(`coins/bitcoin/market_chart?vs_currency=usd&${query}`);
    const found = times(body);
    expect(found.length).toBeGreaterThanOrEqual(count - 1);
    expect(found.length).toBeLessThanOrEqual(count + 1);
    expect(found[1]! - found[0]!).toBe(step);
  });

  it("has the points between two times, as seconds or dates", async () => {
    const from = today - 3 * DAY_MS;
    const to = today - 2 * DAY_MS;
    const { body } = await ask(`coins/bitcoin/market_chart/range?from=${from / 1000}&to=${to / 1000}`);
    expect(times(body)).toEqual(Array.from({ length: 25 }, (_, at) => from + at * HOUR_MS));
    expect((await ask(`coins/bitcoin/market_chart/range?from=${from / 1000}.75&to=${to / 1000}.25`)).body).toEqual(
      body,
    );
    const day = await ask(`coins/bitcoin/market_chart/range?from=${AS_OF_MS / 1000 - 3600}`);
    expect(times(day.body).length).toBeGreaterThanOrEqual(12);
    const dates = [from, to].map((time) => new Date(time).toISOString());
    expect((await ask(`coins/bitcoin/market_chart/range?from=${dates[0]}&to=${dates[1]}`)).body).toEqual(body);
    const old = today - 300 * DAY_MS;
    expect(times((await ask(`coins/bitcoin/market_chart/range?from=${old / 1000}`)).body)[0]).toBe(
      today - 199 * DAY_MS,
    );
  });

  it("has the price at midnight that the day before closed with, in days and in hours", async () => {
    const { prices } = JSON.parse(readText(tree, "api/coins/btc/history/all.json")).data as {
      prices: [number, number][];
    };
    const [dayMs, close] = prices.at(-5)!;
    const days = await ask("coins/bitcoin/market_chart?days=365&interval=daily");
    expect(days.body.prices).toContainEqual([dayMs + DAY_MS, close]);
    const { data } = JSON.parse(readText(tree, "api/coins/btc/history/30d.json"));
    const [hourMs, price] = data.prices.at(-50);
    const hours = await ask("coins/bitcoin/market_chart?days=30");
    expect(hours.body.prices).toContainEqual([hourMs + HOUR_MS, price]);
    // The running hour is known until now.
    expect(hours.body.prices.at(-1)[0]).toBeLessThanOrEqual(AS_OF_MS);
  });

  it("has hours where they are known and the days before them, never more than a day apart", async () => {
    const { body } = await ask("coins/bitcoin/market_chart?days=90");
    const steps = times(body)
      .slice(1)
      .map((time, at) => time - times(body)[at]!);
    expect(new Set(steps.slice(0, 50))).toEqual(new Set([DAY_MS]));
    expect(steps.filter((step) => step === HOUR_MS).length).toBeGreaterThan(700);
    expect(Math.max(...steps)).toBe(DAY_MS);
  });

  it("has the precision that is asked for", async () => {
    const { body } = await ask("coins/bitcoin/market_chart?days=30&vs_currency=eur&precision=1");
    for (const [, price] of body.prices) expect(price).toBe(Number(price.toFixed(1)));
    expect((await ask("coins/markets?precision=19")).status).toBe(400);
  });
});

describe("the handler", () => {
  it("selects, orders and divides the coins", async () => {
    const ids = async (query: string) => (await ask(`coins/markets?${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await ids("vs_currency=usd")).toEqual(["bitcoin", "ethereum"]);
    expect(await ids("order=market_cap_asc")).toEqual(["ethereum", "bitcoin"]);
    expect(await ids("order=volume_asc")).toEqual(["ethereum", "bitcoin"]);
    expect(await ids("order=id_desc")).toEqual(["ethereum", "bitcoin"]);
    expect(await ids("per_page=1&page=2")).toEqual(["ethereum"]);
    expect(await ids("page=2")).toEqual([]);
    expect(await ids("symbols=ETH")).toEqual(["ethereum"]);
    expect(await ids("names=Ethereum,nope")).toEqual(["ethereum"]);
    expect(await ids("ids=bitcoin&names=Ethereum&symbols=eth")).toEqual(["bitcoin"]);
    expect(Object.keys((await ask("simple/price?ids=ethereum,reference-coin")).body)).toEqual(["ethereum"]);
  });

  it("keys simple/price by what names the coin: its id, its name as in the list, or its lower-case symbol", async () => {
    const { body: all } = await ask("simple/price?vs_currencies=usd");
    const price = async (query: string) => (await ask(`simple/price?vs_currencies=usd&${query}`)).body;
    expect(await price("symbols=ETH,btc,nope")).toEqual({ btc: all.bitcoin, eth: all.ethereum });
    expect(await price("names=bitcoin,Nope")).toEqual({ Bitcoin: all.bitcoin });
    expect(await price("ids=Bitcoin&names=Ethereum&symbols=eth")).toEqual({ bitcoin: all.bitcoin });
    expect(await price("names=Ethereum&symbols=btc")).toEqual({ Ethereum: all.ethereum });
    // Several coins may have the symbol: only their ids tell them apart.
    expect(await price("symbols=btc&include_tokens=all")).toEqual({ bitcoin: all.bitcoin });
  });

  it("gives a name that several coins have the largest of them", async () => {
    const coins = JSON.parse(readText(tree, "api/coins/limit/all.json"));
    const [first] = coins.data;
    const data = [...coins.data, { ...first, id: "copycat", current_price: 1 }];
    const changed = new Map(tree).set("api/coins/limit/all.json", Buffer.from(JSON.stringify({ ...coins, data })));
    const response = await createMemoryHandler(changed)(`/${ROOT}/simple/price?names=bitcoin&vs_currencies=usd`);
    expect(await response.json()).toMatchObject({ Bitcoin: { usd: 50_000 } });
  });

  it("has the values at the start of a past day, which the day before closed with", async () => {
    const day = new Date(today - 10 * DAY_MS).toISOString().slice(0, 10);
    const spelt = day.split("-").reverse().join("-");
    const { body } = await ask(`coins/bitcoin/history?date=${spelt}`);
    const { prices } = JSON.parse(readText(tree, "api/coins/btc/history/all.json")).data;
    const close = prices.find(([time]: [number, number]) => time === today - 11 * DAY_MS)[1];
    expect(body).toMatchObject({ id: "bitcoin", symbol: "btc", market_data: { current_price: { usd: close } } });
    expect((await ask(`coins/bitcoin/history?date=${day}`)).body).toEqual(body);
    expect((await ask("coins/bitcoin/history")).status).toBe(400);
  });

  it("has candles of the length that follows from the days, without copied prices", async () => {
    const { status, body } = await ask("coins/bitcoin/ohlc?vs_currency=usd&days=1");
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThanOrEqual(48);
    expect(body.at(-1)[0]).toBeLessThanOrEqual(AS_OF_MS);
    const { data } = JSON.parse(readText(tree, "api/coins/btc/ohlc/all.json"));
    const days = await ask("coins/bitcoin/ohlc?days=max");
    expect(days.body.at(-1)[4]).toBe(data.candles.at(-1)[4]);
    expect(JSON.stringify(days.body)).not.toContain(String(COPIED));
    expect((await ask("coins/nope/ohlc?days=7")).status).toBe(404);
  });

  it("has no market data of a day without a price", async () => {
    const tomorrow = new Date(today + DAY_MS).toISOString().slice(0, 10);
    for (const date of ["01-01-2012", tomorrow]) {
      const { status, body } = await ask(`coins/bitcoin/history?date=${date}`);
      expect([status, "market_data" in body, body.id], date).toEqual([200, false, "bitcoin"]);
    }
  });

  it("adds the known prices of the last 7 days on request", async () => {
    const { body } = await ask("coins/markets?sparkline=true&ids=bitcoin");
    const { data } = JSON.parse(readText(tree, "api/sparklines/btc.json"));
    expect(body[0].sparkline_in_7d.price).toEqual(data.BTC);
    expect(read("coins/markets")[0]).not.toHaveProperty("sparkline_in_7d");
  });

  it("finds coins", async () => {
    const { body } = await ask("search?query=ETHER");
    expect(body.coins.map(({ id }: { id: string }) => id)).toEqual(["ethereum"]);
  });

  it.each(["coins/markets?vs_currency=xxx", "coins/markets.json?vs_currency=usd,eur"])(
    "refuses a currency without a rate: %s",
    async (path) => {
      const { status, body } = await ask(path);
      expect([status, body.error.code]).toEqual([400, "invalid_parameter"]);
      expect(body.error.message).toBe("vs_currency must be a currency of simple/supported_vs_currencies");
    },
  );

  it.each([
    "coins/bitcoin/market_chart?vs_currency=doge&days=3",
    "coins/bitcoin/market_chart?vs_currency=ars&days=1",
    "coins/bitcoin/market_chart?vs_currency=ars&days=30",
    "coins/bitcoin/market_chart/range?vs_currency=xxx&from=1&to=2",
    "coins/bitcoin/market_chart/range?vs_currency=ars&from=2026-11-01&to=2026-11-05",
    "coins/bitcoin/ohlc?vs_currency=xxx&days=7",
    "coins/bitcoin/ohlc?vs_currency=ars&days=1",
    "coins/bitcoin/ohlc?vs_currency=ars&days=max",
  ])("refuses a currency without past rates: %s", async (path) => {
    expect((await ask("coins/markets?vs_currency=ars")).status).toBe(200);
    const { status, body } = await ask(path);
    expect([status, body.error?.code]).toEqual([400, "invalid_parameter"]);
    expect(body.error.message).toBe(
      "vs_currency must be a currency with past rates: usd, btc, eth or one of /api/exchange-rates/history, such as eur",
    );
  });

  it("answers in every currency with a rate, and leaves out others in simple/price", async () => {
    const { body } = await ask("simple/price?ids=bitcoin&vs_currencies=usd,JPY,xxx,eth&precision=2");
    const rate = market.exchangeRates!.rates["JPY"]!;
    expect(body.bitcoin).toMatchObject({ usd: 50_000, jpy: Number((50_000 * rate).toFixed(2)), eth: 20 });
    expect(Object.keys(body.bitcoin).filter((name) => /^(eur|xxx|btc)/.test(name))).toEqual([]);
    const [first] = (await ask("coins/markets?vs_currency=jpy")).body;
    expect(first.current_price).toBeCloseTo(50_000 * rate, 6);
  });

  it("gives each of many currencies the numbers that it has alone", async () => {
    const codes = Object.keys(market.exchangeRates!.rates).map((code) => code.toLowerCase());
    const many = [...codes, "usd", "eth", ...Array.from({ length: 30 }, (_, at) => `none${at}`)];
    const prices = (await ask(`simple/price?ids=bitcoin,ethereum&vs_currencies=${many}`)).body;
    const alone = await Promise.all(
      [...codes, "usd", "eth"].map(
        async (code) => (await ask(`simple/price?ids=bitcoin,ethereum&vs_currencies=${code}`)).body,
      ),
    );
    expect(prices.bitcoin).toEqual(Object.assign({}, ...alone.map(({ bitcoin }) => bitcoin)));
    expect(prices.ethereum).toEqual(Object.assign({}, ...alone.map(({ ethereum }) => ethereum)));
  });

  it.each([
    ["category=layer-1", "category must be absent"],
    ["order=gecko_desc", "order must be one of"],
    ["include_tokens=some", "include_tokens must be one of"],
    ["sparkline=yes", "sparkline must be one of"],
  ])("refuses %s by its name", async (query, message) => {
    const { status, body } = await ask(`coins/markets?${query}`);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    "coins/bitcoin/market_chart?days=foo",
    "coins/bitcoin/market_chart?days=0",
    "coins/bitcoin/market_chart?days=-1",
    "coins/bitcoin/market_chart/range?from=yesterday",
    "coins/bitcoin/history?date=foo",
    "coins/bitcoin/ohlc?vs_currency=usd",
    "coins/bitcoin/ohlc?days=2",
    "coins/bitcoin/ohlc?days=7&interval=hourly",
    "coins/markets?page=0",
  ])("refuses %s", async (path) => {
    expect(await ask(path)).toMatchObject({ status: 400, body: { error: { code: "invalid_parameter" } } });
  });

  it.each(["31-02-2026", "2026-02-30", "11-28-2026", "99-99-2026"])("refuses the day %s", async (date) => {
    const { status, body } = await ask(`coins/bitcoin/history?date=${date}`);
    expect(status).toBe(400);
    expect(body.error.message).toBe("date must be an existing day as dd-mm-yyyy or yyyy-mm-dd");
  });

  it.each([
    "from=2026-11-01&to=2026-11-31",
    "from=2026-02-30",
    "from=2026-02-30t10:00z",
    "from=2026-11-01t00:00%2B99:00",
  ])("refuses a chart with %s", async (query) => {
    const { status, body } = await ask(`coins/bitcoin/market_chart/range?${query}`);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(
      /^(from|to) must be a time in unix seconds, or an existing date or time in ISO 8601$/,
    );
  });

  it("refuses times that are none, and reads one without a zone in UTC", async () => {
    const range = (query: string) => ask(`coins/bitcoin/market_chart/range?${query}`);
    expect((await range("from=2026-11-17t99:99&to=2026-11-18")).status).toBe(400);
    const [local, utc] = await Promise.all(
      ["", "z"].map((zone) => range(`from=2026-11-17t20:00${zone}&to=2026-11-18t10:00${zone}`)),
    );
    expect(local).toEqual(utc);
  });

  it("names the currencies of the site where there is none", async () => {
    const response = await get("/compat/coingecko/gbp/api/v3/coins/markets");
    expect(JSON.parse(await response.text()).error.message).toMatch(
      /no currency "gbp" .* this site has usd, eur, btc$/,
    );
  });

  it.each([
    "coins/reference-coin",
    "coins/held-coin",
    "coins/nope",
    "coins/btc",
    "nope",
    "coins/bitcoin/tickers",
    "coins/markets/page/abc.json",
  ])("has nothing at %s", async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  });

  it("says that an existing coin has no answer, not that it does not exist", async () => {
    const { error } = (await ask("coins/reference-coin")).body;
    expect(error.message).toMatch(/^There is nothing at .*\/coins\/reference-coin: /);
    expect((await ask("coins/nope")).body.error.message).toBe('There is no coin "nope"');
  });

  it("refuses the contracts of the list, which it does not have", async () => {
    const { status, body } = await ask("coins/list?include_platform=true");
    expect([status, body.error.message]).toEqual([400, "include_platform must be one of false"]);
    expect((await ask("coins/list?include_platform=false")).body).toEqual(read("coins/list"));
  });

  it("has null for changes over 14 and 200 days, which it does not know", async () => {
    const [first] = (await ask("coins/markets?price_change_percentage=14d,200d")).body;
    expect(first).toMatchObject({
      price_change_percentage_14d_in_currency: null,
      price_change_percentage_200d_in_currency: null,
    });
  });

  it("finds ids in any case", async () => {
    expect((await ask("coins/Bitcoin")).body).toEqual(read("coins/bitcoin"));
  });
});

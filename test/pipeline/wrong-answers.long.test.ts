import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns, type Tamper } from "./sample-runs.ts";

/**
 * Upstreams with timely, well-formed, wrong responses. Wrong claims are not published as fresh:
 * the prices of other sources stay.
 */

const HOUR = 60;
const COINS = 40;

interface Coin {
  id: string;
  current_price: number | null;
  market_cap: number | null;
  market_cap_rank: number | null;
  total_volume: number | null;
  price_source: string;
  exchanges: number;
  price_evidence: {
    method: string;
    tickers: { exchange: string; included: boolean; reason: string | null; volume_24h_usd: number | null }[];
  };
}
interface Exchange {
  id: string;
  status: string;
  volume_24h_usd: number | null;
  last_updated: string;
  top_pairs: { pair: string }[];
}

const coin = (build: SampleRun, path: string) => build.read<{ data: Coin }>(`coins/${path}`).data;
const exchange = (build: SampleRun, id: string) =>
  build.read<{ data: Exchange[] }>("exchanges").data.find((each) => each.id === id)!;
const messageOf = (build: SampleRun, id: string) => build.gate.checks.find((check) => check.id === id)?.message;

/** Changes the rows of a JSON body of the URLs that match. */
const change =
  <T>(url: RegExp, edit: (body: T) => void): Tamper =>
  (asked, text) => {
    // An answer that nothing has changed has no body.
    if (!url.test(asked) || text === "") return undefined;
    const body = JSON.parse(text) as T;
    edit(body);
    return JSON.stringify(body);
  };
const either =
  (...tampers: Tamper[]): Tamper =>
  (url, body) => {
    for (const tamper of tampers) {
      const found = tamper(url, body);
      if (found !== undefined) return found;
    }
    return undefined;
  };
const silence =
  (url: RegExp): Tamper =>
  (asked) =>
    url.test(asked) ? new Error("503") : undefined;

interface GeckoRow {
  id: string;
  current_price: number;
  market_cap: number;
  circulating_supply: number;
}
const gecko = (ids: readonly string[], edit: (row: GeckoRow) => void) =>
  change<GeckoRow[]>(/coingecko.*coins\/markets/, (rows) => {
    for (const row of rows) if (ids.includes(row.id)) edit(row);
  });
const multiply = (factor: number, ...ids: string[]) =>
  gecko(ids, (row) => {
    row.current_price *= factor;
    row.market_cap *= factor;
  });
const tenfold = (...ids: string[]) => multiply(10, ...ids);
const others = silence(/coinpaprika|coinlore/);

describe("a wrong answer after a sound build", () => {
  let runs: SampleRuns;
  let good: SampleRun;
  beforeAll(async () => {
    runs = await openSampleRuns(COINS);
    good = await runs.build(0);
  });
  afterAll(() => runs.close());

  it("ten times the price in one reference moves nothing that exchanges agree on", async () => {
    const build = await runs.build(30, either(tenfold("ripple", "solana", "staked-ether"), others));
    expect(build.refusals).toEqual([]);
    for (const path of ["xrp", "sol"]) {
      const { current_price, price_source, exchanges, market_cap } = coin(build, path);
      const before = coin(good, path);
      expect(current_price! / before.current_price!).toBeCloseTo(1, 1);
      expect(market_cap! / before.market_cap!).toBeCloseTo(1, 1);
      expect([price_source, exchanges]).toEqual(["aggregated", before.exchanges]);
    }
    // No exchange trades this one here: the last price stands, and says that it is old.
    expect(coin(build, "steth")).toMatchObject({
      current_price: coin(good, "steth").current_price,
      price_source: "stale",
      price_evidence: { method: "held" },
    });
  });

  it("base and quote volume exchanged are not counted, neither of the coins nor of the exchange", async () => {
    const swap = change<{ volume: string; quoteVolume: string }[]>(/binance.*ticker\/24hr/, (rows) => {
      for (const row of rows) [row.volume, row.quoteVolume] = [row.quoteVolume, row.volume];
    });
    const build = await runs.build(60, swap);
    expect(build.refusals).toEqual([]);
    for (const path of ["btc", "doge", "eth"]) {
      expect(coin(build, path).total_volume).toBeLessThan(coin(good, path).total_volume! * 1.1);
      expect(coin(build, path).total_volume).toBeGreaterThan(coin(good, path).total_volume! * 0.5);
    }
    expect(exchange(build, "binance").volume_24h_usd).toBeLessThan(exchange(good, "binance").volume_24h_usd! * 1.1);
  });

  it("base volume given in the quote is compared with the reference, and counted for no coin", async () => {
    const quoted = change<Record<string, { stats_24hour: { volume: string; last: string } }>>(
      /coinbase.*products\/stats/,
      (body) => {
        for (const { stats_24hour: stats } of Object.values(body)) {
          if (stats?.volume) stats.volume = String(Number(stats.volume) * Number(stats.last));
        }
      },
    );
    const build = await runs.build(90, quoted);
    expect(messageOf(build, "doubted-volumes")).toContain("coinbase");
    expect(exchange(build, "coinbase")).toMatchObject({ volume_24h_usd: null, top_pairs: [] });
    for (const path of ["btc", "hype", "avax"]) {
      expect(coin(build, path).total_volume).toBeLessThan(coin(good, path).total_volume! * 1.1);
      expect(coin(build, path).price_source).toBe("aggregated");
    }
  });

  it("an exchange that gives all prices in cents is left out, and its page shows none of them", async () => {
    const fields = ["last", "buy", "sell", "high", "low", "averagePrice", "changePrice"];
    const cents = change<{ data: { ticker: Record<string, string>[] } }>(/kucoin.*allTickers/, ({ data }) => {
      for (const row of data.ticker) {
        for (const field of fields) if (row[field]) row[field] = String(Number(row[field]) * 100);
      }
    });
    const build = await runs.build(120, cents);
    expect(exchange(good, "kucoin")).toMatchObject({ status: "ok" });
    expect(exchange(build, "kucoin")).toMatchObject({ status: "stale", volume_24h_usd: null, top_pairs: [] });
    expect(messageOf(build, "astray-venues")).toContain("kucoin");
    for (const path of ["btc", "xrp"]) {
      expect(coin(build, path).current_price! / coin(good, path).current_price!).toBeCloseTo(1, 1);
    }
  });

  it("a supply of a thousand times as many coins is refused: the last one stays, and gives the market cap", async () => {
    const inflate = gecko(["dogecoin"], (row) => {
      row.circulating_supply *= 1_000;
    });
    const build = await runs.build(330, inflate);
    const doge = coin(build, "doge") as unknown as Record<string, number>;
    expect(doge["price_source"]).toBe("aggregated");
    expect(doge["market_cap"]! / (coin(good, "doge") as unknown as Record<string, number>)["market_cap"]!).toBeCloseTo(
      1,
      1,
    );
    expect(messageOf(build, "supplies")).toContain("dogecoin: a supply of");
    const { market_cap_percentage: shares } = build.read<{ data: { market_cap_percentage: Record<string, number> } }>(
      "global",
    ).data;
    expect(Math.max(...Object.values(shares))).toBeLessThan(100);
  });

  it("a stablecoin whose rate is in doubt is named in the status", async () => {
    const cheap = change<Record<string, { stats_24hour: { last: string } }>>(/coinbase.*products\/stats/, (body) => {
      const stats = body["USDT-USD"]?.stats_24hour;
      if (stats) stats.last = String(Number(stats.last) * 0.9);
    });
    const kraken = change<{ result: Record<string, { a: string[]; b: string[]; c: string[] }> }>(
      /kraken.*\/Ticker/,
      ({ result }) => {
        for (const [name, row] of Object.entries(result)) {
          if (!/^USDT\/?Z?USD$/.test(name)) continue;
          for (const side of [row.a, row.b, row.c]) side[0] = String(Number(side[0]) * 0.9);
        }
      },
    );
    const build = await runs.build(360, either(cheap, kraken));
    const { gate } = build.read<{ data: { gate: SampleRun["gate"] } }>("status").data;
    expect(gate.checks.find(({ id }) => id === "stablecoin-rates")?.message).toMatch(
      /: \d \(USDT, still used: .* apart/,
    );
    expect(messageOf(good, "stablecoin-rates")).not.toContain("USDT");
  });

  it("a market ten times as large, or a total of DeFi that fell to a fiftieth, is not published", async () => {
    const total = (build: SampleRun) => build.read<{ data: { total_market_cap: { usd: number } } }>("global").data;
    const tvl = (build: SampleRun) => build.read<{ data: { total_tvl_usd: number } }>("defi/overview").data;
    // The total of DeFi has one point a day.
    const build = await runs.build(
      24 * HOUR,
      either(
        change<{ data: { total_market_cap: { usd: number } } }>(/coingecko.*\/global/, ({ data }) => {
          data.total_market_cap.usd *= 10;
        }),
        change<{ tvl: number }[]>(/historicalChainTvl/, (points) => {
          points.at(-1)!.tvl /= 50;
        }),
      ),
    );
    expect(build.refusals).toEqual([]);
    expect(total(build).total_market_cap.usd / total(good).total_market_cap.usd).toBeCloseTo(1, 1);
    expect(tvl(build).total_tvl_usd / tvl(good).total_tvl_usd).toBeCloseTo(1, 0);
    for (const path of ["global", "defi/overview"]) {
      expect(build.read<{ meta: { stale: boolean } }>(path).meta.stale, path).toBe(true);
    }
    expect(messageOf(build, "global-totals")).toContain("coingecko: a market of");
    expect(messageOf(build, "defi-totals")).toContain("a total of");
  });
});

describe("exchanges that stand still", () => {
  it("no longer set the dollar rate after three hours", async () => {
    const runs = await openSampleRuns(COINS);
    const bodies = new Map<string, string>();
    const freeze: Tamper = (url, body) => {
      if (!/kraken\.com|coinbase\.com|bitstamp\.net|gemini\.com/.test(url)) return undefined;
      if (!bodies.has(url)) bodies.set(url, body);
      return bodies.get(url);
    };
    let build = await runs.build(0, freeze);
    for (const hour of [1, 2, 3, 4]) build = await runs.build(hour * HOUR, freeze);
    await runs.close();
    expect(build.refusals).toEqual([]);
    expect(messageOf(build, "frozen-venues")).toContain("coinbase; gemini; kraken");
    const { tickers } = coin(build, "btc").price_evidence;
    expect(tickers.filter(({ included }) => included).map(({ exchange }) => exchange)).not.toContain("kraken");
    expect(exchange(build, "kraken")).toMatchObject({ status: "stale", last_updated: "2026-11-18T10:07:00Z" });
    expect(exchange(build, "okx").status).toBe("ok");
  }, 60_000);
});

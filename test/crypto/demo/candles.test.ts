import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import type { DemoBook } from "../../../build/crypto/demo/demo-market.ts";
import { isActive } from "../../../build/crypto/demo/venue-book.ts";
import type { Listing } from "../../../build/crypto/normalise/record.ts";
import { candleVenues } from "../../../build/crypto/sources/candle-venues.ts";
import { defillamaChart } from "../../../build/crypto/sources/defi/defillama-chart.ts";
import type { CandleFeed } from "../../../build/crypto/sources/kit/candle-feed.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { readCandles } from "../sources/read-candles.ts";
import { ask, readSource } from "./reference/read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const demo = createDemoMarket({ seed: 7, coins: 60, now: NOW });

function read(feed: CandleFeed, market: string, fromMs: number, toMs: number) {
  return readCandles(feed, ask(demo, feed.request(market, fromMs, toMs).url).body, { now: NOW, fromMs, toMs });
}

describe.each(candleVenues)("the simulated candles of $source", ({ source: venue, quote, feeds }) => {
  const source = sources.find(({ id }) => id === venue)!;
  const listings = readSource(source, demo).get("listing")!.records as Listing[];
  const book = demo
    .books(venue)
    .find(
      (candidate) => candidate.coinId === "ethereum" && candidate.quote === quote && isActive(candidate),
    ) as DemoBook;
  const market = listings.find(({ base, quote: other }) => base === "ETH" && other === quote)!.market;
  const truth = (timeMs: number) => demo.priceUsd("ethereum", timeMs)! / demo.quoteUsd(book.quote, timeMs);

  it.each(feeds.map((feed) => [feed.intervalMs / MINUTE_MS, feed] as const))(
    "close at the true price of the end of each interval of %i minutes",
    (_, feed) => {
      const { intervalMs } = feed;
      const toMs = floorTo(NOW, intervalMs);
      const fromMs = toMs - 200 * intervalMs;
      const candles = read(feed, market, fromMs, toMs + intervalMs);
      expect(candles.length).toBeGreaterThan(190);
      expect(candles.at(-1)?.timeMs).toBeGreaterThan(toMs - 4 * intervalMs);
      for (const { timeMs, close } of candles) {
        expect(Math.abs(close / truth(timeMs + intervalMs) - 1)).toBeLessThan(0.003);
      }
    },
  );

  it("answer as many as the real venue in one call", () => {
    const feed = feeds.find(({ intervalMs }) => intervalMs === HOUR_MS)!;
    const toMs = floorTo(NOW, HOUR_MS);
    const count = Math.min(feed.maxPerCall, feed.reach ?? feed.maxPerCall);
    const candles = read(feed, market, toMs - count * HOUR_MS, toMs);
    expect(candles.length).toBeGreaterThan(count * 0.97);
    expect(candles.length).toBeLessThanOrEqual(count);
    expect(() => read(feed, "NOPE-NOPE", toMs - DAY_MS, toMs)).toThrow();
  });

  it("do not begin before the coin did", () => {
    const feed = feeds.find(({ intervalMs }) => intervalMs === DAY_MS)!;
    expect(read(feed, market, Date.UTC(2010, 0, 1), Date.UTC(2010, 5, 1))).toEqual([]);
  });
});

describe("the simulated chart of DefiLlama", () => {
  it("gives the true price at the end of each day, of known coins alone", () => {
    const toMs = floorTo(NOW, DAY_MS);
    const fromMs = toMs - 100 * DAY_MS;
    const url = defillamaChart.request(["bitcoin", "no-such-coin"], fromMs, toMs, DAY_MS).url;
    const context = { now: NOW, fromMs, toMs, stepMs: DAY_MS };
    const series = defillamaChart.normalise(defillamaChart.schema.parse(ask(demo, url).body), context);
    expect([...series.keys()]).toEqual(["bitcoin"]);
    const points = series.get("bitcoin")!;
    expect(points).toHaveLength(100);
    for (const { timeMs, priceUsd } of points) {
      expect(priceUsd / demo.priceUsd("bitcoin", timeMs + DAY_MS)!).toBeCloseTo(1, 4);
    }
  });
});

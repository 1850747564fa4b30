import { afterEach, describe, expect, it } from "vitest";
import { type DemoServer, type DemoServerOptions, startDemoServer } from "../../../build/crypto/demo/server.ts";
import { findSimulator } from "../../../build/crypto/demo/simulators.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { createContext } from "../sources/read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const TICKER = new URL("https://api.kraken.com/0/public/Ticker?assetVersion=1");
const LISTING = new URL("https://api.kraken.com/0/public/AssetPairs?assetVersion=1");

const running: DemoServer[] = [];
async function start(options: Partial<DemoServerOptions> = {}): Promise<DemoServer> {
  const server = await startDemoServer({ seed: 1, coins: 20, now: NOW, ...options });
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

describe("the server of the demo market", () => {
  it("answers a real address under its host's name with the market's time", async () => {
    const server = await start();
    expect(server.origin(TICKER).href).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/api\.kraken\.com\/0\/public\/Ticker\?assetVersion=1$/,
    );
    const response = await fetch(server.origin(TICKER));
    expect(response.headers.get("date")).toBe(new Date(NOW).toUTCString());
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toHaveProperty("result.BTC/USD.c");
  });

  it("answers 304 to the tag that it gave", async () => {
    const server = await start();
    const etag = (await fetch(server.origin(LISTING))).headers.get("etag")!;
    const again = await fetch(server.origin(LISTING), { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  it("keeps the ETag of listings and changes tickers while time passes", async () => {
    let now = NOW;
    const server = await start({ now: () => now });
    const ask = async (url: URL) => {
      const response = await fetch(server.origin(url));
      return { etag: response.headers.get("etag"), date: response.headers.get("date"), body: await response.text() };
    };
    const before = { listing: await ask(LISTING), ticker: await ask(TICKER) };
    expect(server.marketAt(NOW)).toBe(server.marketAt(NOW));
    now += 5 * 60_000;
    const after = { listing: await ask(LISTING), ticker: await ask(TICKER) };
    expect(after.listing.etag).toBe(before.listing.etag);
    expect(after.ticker.body).not.toBe(before.ticker.body);
    expect(Date.parse(after.ticker.date!) - Date.parse(before.ticker.date!)).toBe(5 * 60_000);
  });

  it("has an upstream's own answer for a refused country, an unknown path and an unknown host", async () => {
    const server = await start();
    const bybit = await fetch(server.origin(new URL("https://api.bybit.com/v5/market/tickers?category=spot")));
    expect([bybit.status, bybit.headers.get("content-type")]).toEqual([403, "text/html"]);
    expect((await fetch(server.origin(new URL("https://api.kraken.com/nothing")))).status).toBe(404);
    expect((await fetch(server.origin(new URL("https://unknown.example/x")))).status).toBe(502);
  });

  it("has a simulator for every host of the registered sources", () => {
    const urls = sources.flatMap(({ feeds }) =>
      feeds.flatMap((feed) => feed.requests(createContext({ now: NOW, coins: 20, detailsPerBuild: 1 }))),
    );
    const hosts = new Set(urls.flatMap(({ url, fallbackUrl = url }) => [new URL(url).host, new URL(fallbackUrl).host]));
    expect(hosts.size).toBeGreaterThan(20);
    expect([...hosts].filter((host) => findSimulator(host) === undefined)).toEqual([]);
  });
});

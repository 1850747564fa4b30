import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:https";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanUpLater, makeTempFolder } from "../../cleanup.ts";
import { type DemoSite, readData, serveDemoSite } from "../kit/demo-site.ts";
import { provideProgram } from "../kit/provide-program.ts";

/** What Node's `https.request` needs to reach a local server. */
interface HttpsFront {
  host: string;
  port: number;
  /** The certificate, which signs itself. */
  ca: string;
}

const ADDRESS = "127.0.0.1";

/** An HTTPS server before an HTTP server. Passes redirects on. */
async function openHttps(url: string): Promise<HttpsFront> {
  const { key, cert } = await createCertificate();
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url: path = "/", headers } = incoming;
    const passed = request(url + path, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on("error", (error) => outgoing.writeHead(502).end(String(error)));
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve));
  cleanUpLater(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: ADDRESS, port: (server.address() as AddressInfo).port, ca: cert };
}

async function createCertificate(): Promise<{ key: string; cert: string }> {
  const folder = makeTempFolder();
  const keyFile = join(folder, "key.pem");
  const certFile = join(folder, "cert.pem");
  const kind = "req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1".split(" ");
  const names = ["-subj", "/CN=localhost", "-addext", `subjectAltName=IP:${ADDRESS}`];
  await promisify(execFile)("openssl", [...kind, ...names, "-keyout", keyFile, "-out", certFile]);
  return { key: await readFile(keyFile, "utf8"), cert: await readFile(certFile, "utf8") };
}

/* A client that speaks only HTTPS, sends the id of a path as a query too, follows no redirect. */

const PACKAGE = "coingecko-api-v3";
const { folder, missing } = await provideProgram({ name: PACKAGE, npm: { packages: [`${PACKAGE}@0.0.31`] } });
const BASE = "/compat/coingecko/usd/api/v3";

type Points = { prices: [timeMs: number, price: number][] };
interface Client {
  baseURL: string;
  ping(): Promise<{ gecko_says: string }>;
  simplePrice(input: object): Promise<Record<string, { usd: number; usd_24h_change: number }>>;
  simpleSupportedCurrencies(): Promise<string[]>;
  coinList(input: object): Promise<{ id: string; symbol: string }[]>;
  coinMarket(input: object): Promise<{ id: string; current_price: number; market_cap_rank: number }[]>;
  coinId(input: object): Promise<{ id: string; market_data: { current_price: { usd: number } } }>;
  coinIdHistory(input: object): Promise<{ market_data: { current_price: { usd: number } } }>;
  coinIdMarketChart(input: object): Promise<Points>;
  coinIdMarketChartRange(input: object): Promise<Points>;
  exchangeRates(): Promise<{ rates: Record<string, { value: number }> }>;
  global(): Promise<{ data: { active_cryptocurrencies: number } }>;
  search(input: object): Promise<{ coins: { id: string }[] }>;
  trending(): Promise<{ coins: unknown[] }>;
}

async function createClient(url: string): Promise<Client> {
  const require = createRequire(join(folder, "package.json"));
  const { CoinGeckoClient } = require(PACKAGE) as { CoinGeckoClient: new (options: object) => Client };
  const client = new CoinGeckoClient({ autoRetry: false, extraHTTPSOptions: await openHttps(url) });
  // The options decide about host and port.
  client.baseURL = `https://localhost${BASE}`;
  return client;
}

describe.skipIf(missing !== undefined)(PACKAGE, () => {
  let site: DemoSite;

  beforeAll(async () => {
    site = await serveDemoSite();
  });

  it("reads the values of the Node server", async () => {
    const client = await createClient(site.node);
    const [btc] = await readData<{ id: string; current_price: number }[]>(`${site.node}/api/coins`);
    expect(btc?.id).toBe("bitcoin");
    const price = btc!.current_price;

    expect((await client.ping()).gecko_says).toMatch(/\w/);
    expect(await client.simpleSupportedCurrencies()).toEqual(expect.arrayContaining(["btc", "eur", "usd"]));
    const prices = await client.simplePrice({ vs_currencies: "usd", ids: "bitcoin,ethereum" });
    expect([Object.keys(prices), prices["bitcoin"]?.usd]).toEqual([["bitcoin", "ethereum"], price]);
    expect(await client.coinList({ include_platform: false })).toContainEqual(
      expect.objectContaining({ id: "bitcoin", symbol: "btc" }),
    );
    const rows = await client.coinMarket({ vs_currency: "usd", per_page: 5, page: 1 });
    expect([rows.length, rows[0]]).toMatchObject([5, { id: "bitcoin", current_price: price, market_cap_rank: 1 }]);
    const coin = await client.coinId({ id: "bitcoin", localization: false, tickers: false });
    expect(coin.market_data.current_price.usd).toBe(price);
    expect((await client.search({ query: "bitc" })).coins[0]?.id).toBe("bitcoin");
    expect((await client.trending()).coins.length).toBeGreaterThan(0);
    expect((await client.exchangeRates()).rates["btc"]?.value).toBe(1);
    expect((await client.global()).data.active_cryptocurrencies).toBeGreaterThan(10);
  });

  it("reads the history of the Node server", async () => {
    const client = await createClient(site.node);
    const coin = { id: "bitcoin", vs_currency: "usd" };
    const { prices } = await client.coinIdMarketChart({ ...coin, days: "max", interval: "daily" });
    // The demo's past days are a restricted source's, which this shape leaves out.
    const [first, last] = [prices[0]!, prices.at(-1)!].map(([timeMs]) => timeMs / 1000);
    const range = await client.coinIdMarketChartRange({ ...coin, from: first!, to: last! });
    // Of a short range the steps are finer, and at midnight both have one price.
    expect(range.prices.map(([timeMs]) => timeMs)).toContain(prices.at(-2)![0]);
  });

  it("gets the status of an error", async () => {
    const client = await createClient(site.node);
    await expect(client.coinId({ id: "no-such-coin" })).rejects.toThrow("status code: 404");
    await expect(client.coinMarket({ vs_currency: "xxx" })).rejects.toThrow("status code: 400");
  });

  it("cannot read GitHub Pages: each path is redirected to a folder, where the answer is", async () => {
    const client = await createClient(site.pages);
    const calls = [
      () => client.ping(),
      () => client.simplePrice({ vs_currencies: "usd", ids: "bitcoin" }),
      () => client.coinMarket({ vs_currency: "usd" }),
      () => client.coinId({ id: "bitcoin" }),
      () => client.coinIdMarketChart({ id: "bitcoin", vs_currency: "usd", days: "365" }),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow("status code: 301");
    for (const path of ["ping", "simple/price", "coins/markets", "coins/bitcoin", "coins/bitcoin/market_chart"]) {
      const direct = await fetch(`${site.pages}${BASE}/${path}`, { redirect: "manual" });
      expect([direct.status, direct.headers.get("location")]).toEqual([301, `${BASE}/${path}/`]);
      const followed = await fetch(`${site.pages}${BASE}/${path}`);
      expect([followed.status, followed.headers.get("content-type")]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ]);
      expect(await followed.text()).toBe(await (await fetch(`${site.node}${BASE}/${path}`)).text());
    }
  });
});

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { type DemoSite, readData, serveDemoSite } from "../kit/demo-site.ts";
import { provideProgram } from "../kit/provide-program.ts";

/* The Python client of CoinGecko's API. It follows redirects. */

const { folder, missing } = await provideProgram({ name: "pycoingecko", pip: ["pycoingecko==3.*"] });

interface Answers {
  ping: { gecko_says: string };
  price: Record<string, { usd: number }>;
  currencies: string[];
  list: { id: string; symbol: string }[];
  markets: { id: string; current_price: number }[];
  coin: { market_data: { current_price: { usd: number } } };
  chart: { prices: [number, number][] };
  rates: { rates: Record<string, { value: number }> };
  trending: { coins: unknown[] };
  global: { active_cryptocurrencies: number };
}

describe.skipIf(missing !== undefined)("pycoingecko", () => {
  let site: DemoSite;

  beforeAll(async () => {
    site = await serveDemoSite();
  });

  it.each([
    ["the Node server", "node"],
    ["GitHub Pages", "pages"],
  ] as const)("reads the values of %s", async (_, host) => {
    const script = new URL("pycoingecko.py", import.meta.url).pathname;
    const base = `${site[host]}/compat/coingecko/usd/api/v3/`;
    const { stdout } = await promisify(execFile)(join(folder, "bin/python"), [script, base], {
      maxBuffer: 16 * 1024 * 1024,
    });
    const answers = JSON.parse(stdout) as Answers;
    const [btc] = await readData<{ id: string; current_price: number }[]>(`${site[host]}/api/coins`);
    const price = btc!.current_price;
    expect(answers.ping.gecko_says).toMatch(/\w/);
    expect([answers.price["bitcoin"]?.usd, answers.coin.market_data.current_price.usd]).toEqual([price, price]);
    expect(answers.currencies).toEqual(["usd"]);
    expect(answers.list).toContainEqual(expect.objectContaining({ id: "bitcoin", symbol: "btc" }));
    expect(answers.markets[0]).toMatchObject({ id: "bitcoin", current_price: price });
    expect(answers.chart.prices.length).toBeGreaterThan(100);
    expect(answers.rates.rates["btc"]?.value).toBe(1);
    expect(answers.trending.coins.length).toBeGreaterThan(0);
    expect(answers.global.active_cryptocurrencies).toBeGreaterThan(10);
  });
});

import { describe, expect, it } from "vitest";
import { endpoints, listEndpoints } from "../../../../build/crypto/api/registry.ts";
import type { World } from "../../../../build/crypto/api/world.ts";
import { ISO_4217 } from "../../../../build/crypto/normalise/iso-4217.ts";
import {
  listPricedCoins,
  nameBeancount,
  nameCommodity,
  renderPriceFiles,
} from "../../../../build/crypto/render/documents/price-files.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { buildCoin, buildWorld, NOW } from "../../../fixtures/small-world.ts";

/** Fixings of the days that the small world has prices of: 30 December 2025 to 4 January 2026. */
const FIXINGS: World["fixings"] = {
  ...buildWorld().fixings,
  days: ["2025-12-30", "2025-12-31", "2026-01-02"],
  rates: { EUR: [0.5, 0.25, 0.2], JPY: [100, 110, 120] },
};

async function render(world: World, from = endpoints): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { path, body, tree } of renderPriceFiles(from, world)) {
    expect(tree).toBe("prices");
    files.set(path.replace("api/data/prices/", ""), Buffer.from(body).toString());
  }
  return files;
}

const build = (changes: Partial<World> = {}): World => ({ ...buildWorld(), fixings: FIXINGS, ...changes });

describe("the price files of a coin", () => {
  it("hold every closed day in each format", async () => {
    const files = await render(build());
    expect(files.get("btc/usd.csv")).toBe(
      "date,close\r\n2025-12-30,1.0\r\n2025-12-31,2.0\r\n2026-01-01,3.0\r\n2026-01-03,5.0\r\n2026-01-04,6.0\r\n",
    );
    expect(files.get("btc/usd.ledger")?.split("\n").slice(0, 3)).toEqual([
      "; Daily closes of the coin btc in USD: closed UTC days.",
      "P 2025-12-30 BTC 1 USD",
      "P 2025-12-31 BTC 2 USD",
    ]);
    expect(files.get("btc/usd.beancount")?.split("\n").slice(1, 3)).toEqual([
      "2025-12-30 price BTC 1 USD",
      "2025-12-31 price BTC 2 USD",
    ]);
  });

  it("use the fixing of the day in the other currency, on holidays that of the last day", async () => {
    const files = await render(build());
    expect(files.get("btc/eur.csv")).toBe(
      "date,close\r\n2025-12-30,0.5\r\n2025-12-31,0.5\r\n2026-01-01,0.75\r\n2026-01-03,1.0\r\n2026-01-04,1.2\r\n",
    );
    expect(files.get("btc/eur.ledger")).toContain("\nP 2026-01-04 BTC 1.2 EUR\n");
  });

  it("name a commodity that differs from the key", async () => {
    const coins = [buildCoin({ key: "1inch", symbol: "1INCH" })];
    const files = await render({ ...buildWorld({ coins }), fixings: FIXINGS });
    expect(files.get("1inch/usd.ledger")).toContain('\nP 2025-12-30 "1INCH" 1 USD\n');
    expect(files.get("1inch/usd.beancount")?.split("\n").slice(1, 3)).toEqual([
      "; The commodity is COIN-1INCH: 1INCH is not a valid name.",
      "2025-12-30 price COIN-1INCH 1 USD",
    ]);
  });

  it("say why a coin with the code of a currency has another name", async () => {
    const coins = [buildCoin({ key: "mnt", symbol: "MNT" })];
    const files = await render({ ...buildWorld({ coins }), fixings: FIXINGS });
    const lines = (format: string) => files.get(`mnt/usd.${format}`)?.split("\n").slice(1, 3);
    const note = "; The commodity is COIN-MNT: MNT is a fiat currency.";
    expect(lines("ledger")).toEqual([note, 'P 2025-12-30 "COIN-MNT" 1 USD']);
    expect(lines("beancount")).toEqual([note, "2025-12-30 price COIN-MNT 1 USD"]);
  });

  it("say that sample data is made up", async () => {
    const files = await render(build({ sample: true }));
    expect(files.get("btc/usd.csv")).toContain("date,close,sample\r\n2025-12-30,1.0,true\r\n");
    expect(files.get("btc/usd.beancount")).toMatch(/^; Sample data: made up/);
  });

  it("stay the same until midnight UTC", async () => {
    const world = build();
    const later = { ...world, market: { ...world.market, asOfMs: NOW + 14 * HOUR_MS } };
    expect(Math.floor((NOW + 14 * HOUR_MS) / DAY_MS)).toBe(Math.floor(NOW / DAY_MS));
    expect(await render(later)).toEqual(await render(world));
  });
});

it("has every configured fiat currency with rates, no coins, and needs no other currency", async () => {
  const names = async (currencies: string[]) => [...(await render(build(), listEndpoints(currencies))).keys()];
  expect((await names(["btc", "eur", "jpy", "chf"])).filter((name) => name.startsWith("btc/"))).toEqual(
    ["usd", "eur", "jpy"].flatMap((code) => ["csv", "ledger", "beancount"].map((format) => `btc/${code}.${format}`)),
  );
  expect((await names([])).filter((name) => name.startsWith("btc/"))).toHaveLength(3);
});

it("covers the largest coins, and none where the tree is left out", () => {
  expect(listPricedCoins(build({ covered: 2 }))).toHaveLength(2);
  expect(listPricedCoins(build({ leftOut: [{ tree: "prices", covered: 0, reason: "" }] }))).toEqual([]);
});

describe("names of commodities", () => {
  it.each([
    ["btc", "BTC"],
    ["a.b", "A.B"],
    ["1inch", "COIN-1INCH"],
    ["w", "COIN-W"],
    ["usd", "COIN-USD"],
    ["eur", "COIN-EUR"],
    // Mantle; the site also has rates of the tugrik.
    ["mnt", "COIN-MNT"],
    // Beancount reads these as a truth value or as nothing.
    ["true", "COIN-TRUE"],
    ["false", "COIN-FALSE"],
    ["null", "COIN-NULL"],
  ])("%s is %s in Beancount", (key, name) => {
    expect(nameBeancount(key)).toBe(name);
  });

  it("are valid and differ for every key in Beancount", () => {
    const long = "harrypotterobamasonic10inu";
    const keys = [long, `${long}-2`, "比特币", "比特", "ö", "x-", "-", "a+b", "a&b"];
    const names = keys.map(nameBeancount);
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]$/);
    expect(new Set(names).size).toBe(keys.length);
  });

  it("are never those of a fiat currency with a rate", () => {
    for (const code of ISO_4217) {
      expect(nameCommodity(code.toLowerCase())).toBe(`COIN-${code}`);
      expect(nameBeancount(code.toLowerCase())).toBe(`COIN-${code}`);
    }
    expect(nameCommodity("mnt-2")).toBe("MNT-2");
  });

  it("contain nothing that ends a name in ledger", () => {
    expect(nameCommodity('a"b c;d')).toBe("A-B-C-D");
    expect(nameCommodity("usd")).toBe("COIN-USD");
  });
});

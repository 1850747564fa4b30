import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { LiveRow } from "../../../../build/crypto/api/derived/live-prices.ts";
import { listEndpoints } from "../../../../build/crypto/api/registry.ts";
import { computeAnswer } from "../../../../build/kit/api/envelope.ts";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import { MINUTE_MS, renderTime } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeWorld } from "../../../fixtures/market.ts";
import type { MemoryTree } from "../../../fixtures/memory-tree.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { createMemoryHandler, makeCoins, makeSite } from "../../../fixtures/site.ts";

const LIVE = "api/live.json";
const NOW = renderTime(AS_OF_MS + 5 * MINUTE_MS);

let tree: MemoryTree;

beforeAll(async () => {
  ({ tree } = await makeSite({ coins: makeCoins(0) }));
});

/** A coin, or a price. */
interface Row extends LiveRow {
  path: string;
  current_price: number;
  price_change_percentage_24h: number;
}

interface Answer {
  data: Row[] & Row;
  meta: { updated_at: string; expires_at: string; stale: boolean };
  error: { message: string };
}

async function ask(site: MemoryTree, path: string) {
  const response = await createMemoryHandler(site)(`/api/${path}`);
  const { data, meta, error } = (await response.json()) as Answer;
  return { status: response.status, age: response.headers.get("cache-control"), data, meta, error };
}

/** The site after a live run that found another price of Bitcoin, and none of a coin of a list. */
async function runLive(): Promise<MemoryTree> {
  const { data, meta } = await ask(tree, "live");
  const rows = data.map((row) =>
    row.id === "bitcoin" ? { ...row, price: 12_345.67, last_updated: NOW } : { ...row, price_source: "reference" },
  );
  const expires_at = renderTime(Date.parse(NOW) + 2 * MINUTE_MS);
  const live = { data: rows, meta: { ...meta, updated_at: NOW, expires_at, stale: false } };
  return new Map(tree).set(LIVE, renderJson(live));
}

describe("live prices", () => {
  it("are no file of a build", () => {
    expect(tree.has(LIVE)).toBe(false);
  });

  it("are those of the last build where no live run wrote the file", async () => {
    const coins = await ask(tree, "coins?limit=1000");
    const live = await ask(tree, "live");
    expect(live.data.map(({ key }) => key)).toContain("btc");
    expect(live.meta).toMatchObject({ self: "live.json", updated_at: coins.meta.updated_at });
    expect(live.meta.stale).toBe(coins.meta.stale);
    const first = coins.data[0]!;
    expect(live.data[0]).toEqual({
      id: first.id,
      symbol: first.symbol,
      key: first.path.replace(/^coins\/|\.json$/g, ""),
      price: Number(first.current_price.toPrecision(7)),
      change_24h_percentage: Number(first.price_change_percentage_24h.toPrecision(4)),
      price_source: first.price_source,
      last_updated: first.last_updated,
    });
  });

  it.each(["live", "live.json", "LIVE"])("are the file that a live run wrote, at %s", async (path) => {
    const { data, meta, age } = await ask(await runLive(), path);
    expect(data.find(({ id }) => id === "bitcoin")?.price).toBe(12_345.67);
    expect(meta.updated_at).toBe(NOW);
    expect(age).toBe("public, max-age=15");
  });

  it.each(["live/BTC", "live/btc", "Live/bitcoin"])("are answered one by one: %s", async (path) => {
    const { status, data, meta, age } = await ask(await runLive(), path);
    expect({ status, age }).toEqual({ status: 200, age: "public, max-age=15" });
    expect(data).toMatchObject({ id: "bitcoin", key: "btc", price: 12_345.67, price_source: "aggregated" });
    expect(meta).toMatchObject({ self: "live/btc", updated_at: NOW, stale: false });
  });

  it("are as old as each says: a price that no exchange gave is stale in its own answer", async () => {
    const { data, meta } = await ask(await runLive(), "live/eth");
    expect(meta.updated_at).toBe(data.last_updated);
    expect(Date.parse(meta.updated_at)).toBeLessThan(Date.parse(NOW));
    expect(Date.parse(meta.expires_at) - Date.parse(meta.updated_at)).toBe(2 * MINUTE_MS);
    expect(meta.stale).toBe(true);
  });

  it("are stale one by one where the price was kept, however young it is", async () => {
    const site = await runLive();
    const { data, meta } = await ask(site, "live");
    const rows = data.map((row) => (row.id === "bitcoin" ? { ...row, price_source: "stale" } : row));
    site.set(LIVE, renderJson({ data: rows, meta }));
    const one = await ask(site, "live/btc");
    expect(one.meta).toMatchObject({ updated_at: NOW, stale: true });
    expect(meta.stale).toBe(false);
  });

  it("of an unknown coin are an error", async () => {
    const { status, error } = await ask(tree, "live/nosuchcoin");
    expect(status).toBe(404);
    expect(error.message).toBe('There is no coin "nosuchcoin"');
  });

  it("of a coin without one are another error: the coin exists", async () => {
    const { tree: unpriced } = await makeSite({ coins: [makeCoin("bitcoin", "BTC", { price: null })] });
    const { status, error } = await ask(unpriced, "live/bitcoin");
    expect(status).toBe(404);
    expect(error.message).toMatch(/^There is nothing at \/live\/bitcoin: /);
  });

  it("of a thousand coins fit into 30 kB compressed; coins without a price are missing", () => {
    const random = createRandom(7).next;
    const name = () =>
      Array.from({ length: 4 + 8 * random() }, () => "aeiourstlnm"[Math.floor(random() * 11)]).join("");
    const changes = makeCoin("bitcoin", "BTC").changePercentage;
    const coins = Array.from({ length: 1_100 }, (_, at) => {
      const id = `${name()}-${at}`;
      const symbol = id.slice(0, 4).toUpperCase();
      return makeCoin(id, symbol, {
        // One symbol in ten belongs to another coin.
        key: at % 10 === 0 ? id : symbol.toLowerCase(),
        rank: at + 1,
        price: at % 50 === 0 ? null : random() * 10 ** (8 * random() - 4),
        changePercentage: { ...changes, "24h": 20 * random() - 10 },
        priceTimeMs: AS_OF_MS - Math.floor(120_000 * random()),
      });
    });
    const live = listEndpoints(["eur"], []).find(({ id }) => id === "live")!;
    const answer = computeAnswer(live, makeWorld({ coins }), {}) as { data: { price: number }[] };
    expect(answer.data).toHaveLength(1_000);
    expect(answer.data.every(({ price }) => price > 0)).toBe(true);
    expect(gzipSync(renderJson(answer)).length).toBeLessThan(30_000);
  });
});

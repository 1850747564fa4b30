import { beforeEach, describe, expect, it } from "vitest";
import { verifyCommand } from "../../../build/app/cli/verify.ts";
import { coin } from "../../../build/crypto/api/endpoints/coin.ts";
import { coins } from "../../../build/crypto/api/endpoints/coins.ts";
import { exchange } from "../../../build/crypto/api/endpoints/exchange.ts";
import type { Endpoint } from "../../../build/crypto/api/world.ts";
import { buildMarket } from "../../../build/crypto/market/build-market.ts";
import { createInput, DATASETS } from "../../crypto/market/small-market.ts";
import { makeCoin, makeUnknownCoin, makeWorld } from "../../fixtures/market.ts";
import { change, type MemoryTree, writeTree } from "../../fixtures/memory-tree.ts";
import { writeSite } from "../../fixtures/site.ts";
import { startServer } from "../../kit/platform/local-server.ts";
import { captureOutput } from "./capture-output.ts";

const ENDPOINTS: readonly Endpoint[] = [{ ...coins, variants: () => [{}, { limit: "all" }] }, coin];
const COINS = [makeCoin("bitcoin", "BTC"), makeCoin("ether", "ETH"), makeUnknownCoin("gone", "GONE")];
const sound = await writeTree(ENDPOINTS, makeWorld({ coins: COINS }));
let tree: MemoryTree;
const output = captureOutput();

beforeEach(() => {
  tree = new Map(sound);
});

// biome-ignore lint/suspicious/noExplicitAny: rows are changed as by someone without the types.
type Row = Record<string, any>;
type Evidence = Record<"venues" | "tickers", Row[]>;
const LIST = "api/coins/limit/all.json";

const verify = (place = writeSite(tree)) => verifyCommand(place, { prices: true });
const COUNTED =
  "2 of 2 aggregated prices recomputed from their evidence; 1 other coins have no price of exchanges in this build\n";

describe("verify --prices", () => {
  it("recomputes the prices of a site in a folder", async () => {
    await verify();
    expect(output.printed).toContain(`: ${COUNTED}`);
  });

  it("recomputes the prices of a site at a URL", async () => {
    const server = await startServer((request, response) => {
      const body = tree.get((request.url ?? "").slice(1));
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await verify(server.address);
    expect(output.printed).toBe(`${server.address}: ${COUNTED}`);
  });

  it("names the coin whose published price is not the one of its evidence", async () => {
    change(tree, "api/coins/eth.json", ({ data }) => {
      data.price_evidence.tickers[0].price_usd *= 1.01;
    });
    await expect(verify()).rejects.toThrow(
      /failed verification: 2 problems:\n {2}api\/coins\/eth\.json: the weighted mean of the included pairs is 2\.02, published is 2\n/,
    );
  });

  it("finds a venue with another trust in another coin", async () => {
    change(tree, "api/coins/eth.json", ({ data }) => {
      data.price_evidence.venues[0].trust = 0.7;
    });
    await expect(verify()).rejects.toThrow("api/coins/eth.json: the trust of kraken is 0.7, in another coin 1");
  });

  it.each<[string, (list: Row[]) => void, RegExp]>([
    [
      "another market cap",
      (list) => (list[0]!["market_cap"] *= 2),
      /btc\.json: market_cap is 2000000000, in the list 4/,
    ],
    [
      "prices ten times too high",
      (list) => {
        for (const row of list) row["current_price"] *= 10;
      },
      /btc\.json: current_price is 2, in the list 20/,
    ],
    ["one coin alone", (list) => list.splice(1), /eth\.json: its coin is not in api\/coins\/limit\/all\.json/],
    ["one coin twice", (list) => list.splice(1, 1, list[0]!), /a coin is listed twice/],
    ["the detail of another coin", (list) => (list[0]!["path"] = "coins/eth.json"), /id is ether, in the list bitcoin/],
  ])("finds a list with %s", async (_, edit, problem) => {
    change(tree, LIST, ({ data }) => edit(data));
    await expect(verify()).rejects.toThrow(problem);
  });

  it("finds a response to a request without parameters that is not the beginning of the list", async () => {
    change(tree, "api/coins.json", ({ data }) => {
      data[1].current_price *= 2;
    });
    await expect(verify()).rejects.toThrow("api/coins.json: row 2 is not the one of api/coins/limit/all.json");
  });

  it("reports one coin without books, and goes on", async () => {
    change(tree, "api/coins/btc.json", ({ data }) => {
      for (const row of data.price_evidence.tickers) row.price_usd = null;
    });
    change(tree, "api/coins/eth.json", ({ data }) => {
      data.price_evidence.tickers[0].weight = 0.5;
    });
    const refusal = expect(verify()).rejects;
    await refusal.toThrow(/bitcoin: has no prices of exchanges, while other coins have/);
    await refusal.toThrow(/eth\.json: the weights sum to 0\.5/);
  });

  it("reports evidence with a hostile name of an exchange, or with more pairs than any coin has", async () => {
    for (const edit of [
      ({ venues }: Evidence) => (venues[0]!["exchange"] = "../../etc/hosts\0"),
      ({ tickers }: Evidence) => tickers.push(...Array.from({ length: 2_001 }, () => tickers[0]!)),
    ]) {
      tree = new Map(sound);
      change(tree, "api/coins/btc.json", ({ data }) => edit(data.price_evidence));
      await expect(verify()).rejects.toThrow("api/coins/btc.json: does not have the published form");
    }
  });

  it("compares the evidence with the pages of exchanges, where there are any", async () => {
    const rows = ["btc", "eth"].map((key) => {
      const { data } = JSON.parse(String(tree.get(`api/coins/${key}.json`)));
      const [{ pair, price_usd, volume_24h_usd, included, reason }] = data.price_evidence.tickers;
      return { pair, coin_id: data.id, price_usd, volume_24h_usd, included, reason };
    });
    const [row, second]: Row[] = rows;
    if (row === undefined || second === undefined) expect.fail("there are two coins");
    const other = { ...row, pair: "BTC/XYZ", included: false };
    const path = "api/exchanges/kraken.json";
    const list = (name: string) =>
      change(tree, "api/manifest.json", ({ data }) => {
        data.files.push({ path: name, bytes: 1, sha256: "0".repeat(64), endpoint: "exchange" });
        data.count += 1;
      });
    list(path);
    const publish = (...tickers: Row[]) =>
      tree.set(path, Buffer.from(JSON.stringify({ data: { trust: 1, status: "ok", tickers } })));
    publish(row, second, { ...other, price_usd: null }, { ...other, coin_id: null });
    await verify();
    for (const tickers of [
      [row, second, other],
      [second],
      [{ ...row, price_usd: row["price_usd"] * 1.01 }, second],
      [{ ...row, volume_24h_usd: row["volume_24h_usd"] * 2 }, second],
      [{ ...row, included: !row["included"] }, second],
    ]) {
      publish(...tickers);
      await expect(verify()).rejects.toThrow(/kraken\.json: BTC\/\w+ of bitcoin is not the same in the evidence/);
    }
    publish(row, second);
    change(tree, "api/coins/btc.json", ({ data }) => {
      data.price_evidence.venues[0].exchange = "nyse";
      data.price_evidence.tickers[0].exchange = "nyse";
    });
    await expect(verify()).rejects.toThrow("nyse is in the evidence of coins, and has no page");
  });

  describe("with an exchange that did not respond", () => {
    beforeEach(async () => {
      const datasets = DATASETS.map((one) =>
        one.source === "gate" && one.kind === "ticker" ? { ...one, stale: true } : one,
      );
      const { memory } = buildMarket(createInput());
      const { market } = buildMarket(createInput({ datasets, memory }));
      tree = await writeTree([...ENDPOINTS, exchange], makeWorld(market));
    });

    it("has no problem: its pairs are in no evidence, and in no price", async () => {
      const [pair] = JSON.parse(String(tree.get("api/exchanges/gate.json"))).data.tickers;
      expect(pair).toMatchObject({ included: false, reason: "its venue did not respond" });
      await verify();
      expect(output.printed).toContain(" recomputed from their evidence");
    });

    it.each<[string, (data: Row) => void]>([
      ["says that a pair is in a price", ({ tickers }) => Object.assign(tickers[0], { included: true })],
      ["says that it responded", (data) => Object.assign(data, { status: "ok" })],
    ])("finds a page that %s", async (_, edit) => {
      change(tree, "api/exchanges/gate.json", ({ data }) => edit(data));
      await expect(verify()).rejects.toThrow(/gate\.json: BTC\/USDT of bitcoin is not the same in the evidence/);
    });
  });

  it("finds a coin under the name of another one, and files that the manifest does not have", async () => {
    change(tree, LIST, ({ data }) => {
      [data[0].path, data[1].path] = [data[1].path, data[0].path];
    });
    await expect(verify()).rejects.toThrow(`${LIST}: bitcoin has the file of another coin, coins/eth.json`);
    change(tree, "api/manifest.json", ({ data }) => {
      Object.assign(data, { files: [], count: 0 });
    });
    await expect(verify()).rejects.toThrow("api/coins/btc.json: is not in the manifest");
  });

  it("refuses an amount in another currency", async () => {
    change(tree, "api/coins/btc.json", ({ meta }) => {
      meta.currency = "eur";
    });
    await expect(verify()).rejects.toThrow("api/coins/btc.json: does not have the published form");
  });

  it("refuses a site that follows other rules", async () => {
    change(tree, "api/coins/btc.json", ({ meta }) => {
      meta.methodology_version = "0.9.0";
    });
    await expect(verify()).rejects.toThrow("The site follows version 0.9.0 of the methodology");
  });

  it("refuses a site that publishes no order books", async () => {
    tree = await writeTree(ENDPOINTS, makeWorld({ coins: COINS }, { hidesBooks: true }));
    await expect(verify()).rejects.toThrow('it is built with `evidence: "computed"`');
  });

  it("refuses a site without a price of exchanges: nothing was recomputed", async () => {
    tree = await writeTree(ENDPOINTS, makeWorld({ coins: [makeUnknownCoin("gone", "GONE")] }));
    await expect(verify()).rejects.toThrow("no coin has a price of exchanges");
  });

  it("misses a detail that the list names", async () => {
    tree.delete("api/coins/btc.json");
    await expect(verify()).rejects.toThrow("api/coins/btc.json: does not exist");
  });
});

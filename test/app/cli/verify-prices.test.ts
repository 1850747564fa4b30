import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { verifyCommand } from "../../../build/app/cli/verify.ts";
import { coin } from "../../../build/crypto/api/endpoints/coin.ts";
import { coins } from "../../../build/crypto/api/endpoints/coins.ts";
import type { Endpoint } from "../../../build/crypto/api/world.ts";
import { makeCoin, makeUnknownCoin, makeWorld } from "../../fixtures/market.ts";
import { change, type MemoryTree, writeTree } from "../../fixtures/memory-tree.ts";
import { writeSite } from "../../fixtures/site.ts";
import { startServer } from "../../kit/platform/local-server.ts";

const ENDPOINTS: readonly Endpoint[] = [{ ...coins, variants: () => [{ limit: "all" }] }, coin];
const COINS = [makeCoin("bitcoin", "BTC"), makeCoin("ether", "ETH"), makeUnknownCoin("gone", "GONE")];
const sound = await writeTree(ENDPOINTS, makeWorld({ coins: COINS }));
let tree: MemoryTree;
let printed: string;

beforeEach(() => {
  tree = new Map(sound);
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const verify = (place = writeSite(tree)) => verifyCommand(place, { prices: true });
const COUNTED =
  "2 of 2 aggregated prices recomputed from their evidence; 1 other coins have no price of exchanges in this build\n";

describe("verify --prices", () => {
  it("recomputes the prices of a site in a folder", async () => {
    await verify();
    expect(printed).toContain(`: ${COUNTED}`);
  });

  it("recomputes the prices of a site at a URL", async () => {
    const server = await startServer((request, response) => {
      const body = tree.get((request.url ?? "").slice(1));
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await verify(server.address);
    expect(printed).toBe(`${server.address}: ${COUNTED}`);
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

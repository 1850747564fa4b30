import { beforeAll, describe, expect, it } from "vitest";
import { change } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeCoins, makeSite } from "../../../fixtures/site.ts";

const DENOM = "ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2";
const MOVE = "0x2::sui::SUI";

interface Found {
  status: number;
  data?: object;
  meta?: { self: string };
  error?: { message: string };
}

let ask: (address: string) => Promise<Found>;

beforeAll(async () => {
  const { tree } = await makeSite({ coins: makeCoins(0) });
  change(tree, "api/contracts/ethereum.json", ({ data }) => {
    for (const address of [DENOM, MOVE]) data[address] = { id: "bitcoin", key: "btc" };
  });
  const handle = createMemoryHandler(tree);
  ask = async (path) => {
    const response = await handle(`/api/contracts/${path}`);
    return { status: response.status, ...((await response.json()) as object) };
  };
});

describe("the coin of a contract", () => {
  it.each([DENOM, MOVE])("is found by %s, encoded as one segment", async (address) => {
    const found = await ask(`Ethereum/${encodeURIComponent(address)}`);
    expect(found).toMatchObject({ status: 200, data: { chain: "ethereum", address, id: "bitcoin", key: "btc" } });
  });

  it.each([DENOM, MOVE])("names itself by a path that answers: %s", async (address) => {
    const found = await ask(`ethereum/${encodeURIComponent(address)}`);
    expect(await ask(found.meta!.self.replace("contracts/", ""))).toEqual(found);
  });

  it("is refused with what is missing: the contract or the chain", async () => {
    expect((await ask("ethereum/0xABC")).error?.message).toBe('There is no contract "0xABC" on the chain "ethereum"');
    expect((await ask("nochain/0xabc")).error?.message).toBe('There is no chain "nochain"');
  });
});

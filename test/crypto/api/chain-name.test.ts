import { expect, it } from "vitest";
import { createChainNames } from "../../../build/crypto/api/rows/chain-name.ts";
import { rankChains } from "../../../build/crypto/api/rows/defi-row.ts";
import { makeProtocol } from "../../fixtures/market.ts";

const CHAINS = [
  ["BSC", "binancecoin"],
  ["OP Mainnet", "optimism"],
  ["Gnosis", "gnosis"],
  ["opBNB", null],
  ["Base", "ethereum"],
  ["Ethereum", "ethereum"],
  ["Arbitrum", "twins"],
  ["Nova", "twins"],
].map(([name, geckoId]) => ({ name: name!, geckoId: geckoId ?? null, tvlUsd: 1, tokenSymbol: null, chainId: null }));

it.each([
  ["BSC", "BSC"],
  ["Binance", "BSC"],
  ["Optimism", "OP Mainnet"],
  ["xDai", "Gnosis"],
  ["Op_Bnb", "opBNB"],
  ["Ethereum", "Ethereum"],
  ["Twins", "Twins"],
  ["Elrond", "Elrond"],
])("protocols on %s are on the chain %s", (name, chain) => {
  expect(createChainNames(CHAINS)(name)).toBe(chain);
});

it("a chain counts the protocols under both of its names, each once", () => {
  const protocols = [
    makeProtocol("a", 1, { chains: ["Binance", "BSC", "Optimism"] }),
    makeProtocol("b", 1, { chains: ["Binance", "xDai"] }),
    makeProtocol("c", 1, { chains: ["OP Mainnet"] }),
  ];
  const rows = rankChains({ chains: CHAINS, protocols } as unknown as Parameters<typeof rankChains>[0]);
  const counts = Object.fromEntries(rows.map((row) => [row.name, row.protocols]));
  expect(counts).toMatchObject({ BSC: 2, "OP Mainnet": 2, Gnosis: 1, Base: 0 });
});

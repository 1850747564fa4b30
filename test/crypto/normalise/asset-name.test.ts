import { describe, expect, it } from "vitest";
import { compareNames, isSameName } from "../../../build/crypto/normalise/asset-name.ts";

describe("a venue's name of an asset", () => {
  it.each([
    ["The Open Network", "TON", ["Gram (prev. Toncoin)", "the-open-network"]],
    ["Toncoin", "TON", ["Gram (prev. Toncoin)", "gram"]],
    ["Hyper Liquid", "HYPE", ["Hyperliquid", "hyperliquid"]],
    ["Render Token", "RNDR", ["Render", "render-token"]],
    ["multiversx", "EGLD", ["MultiversX", "elrond-erd-2"]],
  ])("matches in other spelling and under a former name: %s", (name, code, names) => {
    expect(compareNames(name, [code], names)).toBe("matches");
  });

  it.each([
    ["Definitive", "EDGE", ["edgeX", "edgex"]],
    ["Echelon Prime", "PRIME", ["Hastra PRIME", "hastra-prime"]],
    ["BitcoinFile", "BIFI", ["Beefy", "beefy-finance"]],
    ["Step Hero", "HERO", ["Metahero", "metahero"]],
    ["Strike", "STRK", ["Starknet", "starknet"]],
  ])("contradicts a coin that shares only the ticker: %s", (name, code, names) => {
    expect(compareNames(name, [code], names)).toBe("contradicts");
  });

  it.each([
    ["Ether", "ETH", ["Ethereum", "ethereum"]],
    ["Dai", "DAI", ["Dai", "dai"]],
    ["Ada", "ADA", ["Cardano", "cardano"]],
    ["Toncoin", "TON", ["Gram", "the-open-network"]],
    ["FC Porto Fan Token", "PORTO", ["FC Porto", "fc-porto"]],
    ["Cosmos-Atom", "ATOM", ["Cosmos Hub", "cosmos"]],
    ["Decentralized USD", "USDD", ["USDD", "usdd"]],
    ["Wrapped Bitcoin", "BTC", ["Bitcoin", "bitcoin"]],
    ["", "ABC", ["Example", "example"]],
  ])("says nothing where it repeats the ticker or resembles the coin's: %s", (name, code, names) => {
    expect(compareNames(name, [code], names)).toBe("unknown");
  });

  it("is the same in other spelling, and another one in other words", () => {
    expect(isSameName("Toncoin", "TONCOIN")).toBe(true);
    expect(isSameName("Render", "Render Token")).toBe(true);
    expect(isSameName("Augur", "Augur v2")).toBe(false);
    expect(isSameName("币安人生", "币安")).toBe(false);
  });
});

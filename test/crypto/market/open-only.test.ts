import { expect, it } from "vitest";
import type { MarketMemory } from "../../../build/crypto/market/market-memory.ts";
import { removeRestrictedMemory } from "../../../build/crypto/market/open-only.ts";

const linkDays = {
  "binance:venue:BTC bitcoin": 20_781,
  "kraken:venue:XBT bitcoin": 20_781,
  "coingecko:list:bitcoin bitcoin": 20_781,
  "ethereum:contract:0x193eec4ad1e606542040b733a9f3b5fb4e1068d5 leo-token": 20_781,
};
const memory = { linkDays, known: {}, books: {}, prices: {}, sizes: {} } as unknown as MarketMemory;
const remove = (withCoins: boolean) =>
  removeRestrictedMemory(memory, {
    sources: new Set(["coingecko", "kraken"]),
    kinds: new Map(),
    withCoins,
    withTickers: false,
  });

it("a contract goes with the lists that stated it, although its key names a chain alone", () => {
  expect(Object.keys(remove(true).linkDays ?? {})).toEqual(["binance:venue:BTC bitcoin"]);
});

it("contracts of open sources stay once the values of lists have gone", () => {
  const contract = Object.keys(linkDays).at(-1);
  expect(Object.keys(remove(false).linkDays ?? {})).toEqual(["binance:venue:BTC bitcoin", contract]);
});

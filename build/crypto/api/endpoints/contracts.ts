import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { isKey } from "../../../lib/key.ts";
import { oncePer } from "../../../lib/once-per.ts";
import type { Market, MarketCoin } from "../../market/model/market.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { computeListFreshness } from "../freshness.ts";

const Contracts = z
  .record(
    z.string(),
    schema.object("The coin of a contract", {
      id: schema.text("Unique id of the coin"),
      key: schema.text("Name of its files: /coins/{key}"),
    }),
  )
  .describe("Coins by contract address; of EVM chains in lower case, of other chains exactly as the chain writes it");

export const contracts = defineEndpoint({
  id: "contracts",
  path: "/contracts/{chain}",
  docs: {
    tag: "market",
    title: "Contracts of a chain",
    description:
      "The coins by contract address on one chain, to find the coin of a token in a wallet. Chains have CoinGecko's ids, such as `ethereum`, `solana` and `binance-smart-chain`. A contract that several coins state is left out.",
  },
  tree: "ids",
  parameters: {
    chain: {
      in: "path",
      type: "string",
      description: "The chain, by CoinGecko's id of it.",
      noun: "chain",
      example: "ethereum",
      required: true,
    },
  },
  kinds: ["coin-detail"],
  body: envelope(Contracts),
  *variants({ market }): Iterable<Params> {
    for (const chain of indexContracts(market).keys()) yield { chain };
  },
  compute({ market }, params) {
    const found = indexContracts(market).get(String(params["chain"]));
    if (found === undefined) throw new RangeError(`There is no chain "${params["chain"]}"`);
    const coins = [...found.values()];
    return {
      data: Object.fromEntries([...found].map(([address, { id, key }]) => [address, { id, key }])),
      ...computeListFreshness(coins),
    };
  },
});

/** Chain → address → coin, both sorted. Without chains that no file can be named by. */
const indexContracts = oncePer(({ coins, links }: Market): ReadonlyMap<string, ReadonlyMap<string, MarketCoin>> => {
  const chains = new Map<string, Map<string, MarketCoin | undefined>>();
  for (const coin of coins) {
    for (const { kind, place, name } of links.get(coin.id) ?? []) {
      if (kind !== "contract" || !isKey(place)) continue;
      const addresses = chains.get(place) ?? new Map<string, MarketCoin | undefined>();
      addresses.set(name, addresses.has(name) ? undefined : coin);
      chains.set(place, addresses);
    }
  }
  const known = (addresses: ReadonlyMap<string, MarketCoin | undefined>) =>
    sortKeys([...addresses].flatMap(([address, coin]) => (coin === undefined ? [] : [[address, coin] as const])));
  return sortKeys([...chains].map(([chain, addresses]) => [chain, known(addresses)] as const));
});

function sortKeys<Value>(entries: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

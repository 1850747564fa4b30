import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import type { Parameter } from "../../../kit/api/parameter.ts";
import * as schema from "../../../kit/api/schema.ts";
import { sortByName } from "../../../lib/entries.ts";
import { isKey } from "../../../lib/key.ts";
import { oncePer } from "../../../lib/once-per.ts";
import type { Market, MarketCoin } from "../../market/model/market.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { defineConverted } from "../derived/define-converted.ts";
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

const chain = {
  in: "path",
  type: "string",
  description: "The chain, by CoinGecko's id of it.",
  noun: "chain",
  example: "ethereum",
  required: true,
} as const satisfies Parameter;

export const contracts = defineEndpoint({
  id: "contracts",
  path: "/contracts/{chain}",
  docs: {
    tag: "ids",
    title: "Contracts of a chain",
    description:
      "The coins by contract address on one chain, to find the coin of a token in a wallet. Chains have " +
      "CoinGecko's ids, such as `ethereum`, `solana` and `binance-smart-chain`. A contract that several coins " +
      "state is left out.",
  },
  tree: "ids",
  parameters: { chain },
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

export const contract = defineConverted({
  id: "contract",
  path: "/contracts/{chain}/{address}",
  docs: {
    tag: "ids",
    title: "Coin of a contract",
    description:
      "The coin that a contract address belongs to. Addresses of EVM chains may have any case. Only hosts with the handler answer it; " +
      "elsewhere, look the address up in `contracts/{chain}.json`.",
  },
  parameters: {
    chain,
    address: {
      in: "path",
      type: "string",
      description: "Address of the contract, as the chain writes it; a slash is written %2F.",
      noun: "contract",
      example: "0xdac17f958d2ee523a2206206994597c13d831ec7",
      required: true,
    },
  },
  tree: "ids",
  kinds: ["coin-detail"],
  body: envelope(
    schema.object("The coin of a contract", {
      chain: schema.text("The chain"),
      address: schema.text("The address as it is compared"),
      id: schema.text("Unique id of the coin"),
      key: schema.text("Name of its files: /coins/{key}"),
    }),
  ),
  variants: () => [],
  example({ market }) {
    for (const [place, addresses] of indexContracts(market))
      for (const address of addresses.keys()) return { chain: place, address };
    return undefined;
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
  return new Map(sortByName(entries));
}

import type { Chain } from "../../normalise/record.ts";

/** DefiLlama's names in its list of protocols that nothing in its list of chains resembles. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  Binance: "BSC",
  Elrond: "MultiversX",
  Kucoin: "KCC",
  OKExChain: "OKTChain",
  RSK: "Rootstock",
  Terra: "Terra Classic",
  TomoChain: "Viction",
  xDai: "Gnosis",
};

/**
 * The name in the list of chains for a name in the list of protocols: DefiLlama calls some chains
 * by two names. One that the chains do not have means the chain that differs by spelling only, or
 * else the chain whose CoinGecko id it is (`Optimism` is `OP Mainnet`, id `optimism`). Returns the
 * name itself where no chain or several fit.
 */
export function createChainNames(chains: readonly Pick<Chain, "name" | "geckoId">[]): (name: string) => string {
  const names = new Set(chains.map(({ name }) => name));
  const bySpelling = indexUnique(chains.map(({ name }) => [simplify(name), name]));
  const byCoin = indexUnique(chains.flatMap(({ geckoId, name }) => (geckoId ? [[simplify(geckoId), name]] : [])));
  return (name) => {
    if (names.has(name)) return name;
    const former = FORMER_NAMES[name];
    if (former !== undefined && names.has(former)) return former;
    return bySpelling.get(simplify(name)) ?? byCoin.get(simplify(name)) ?? name;
  };
}

/** Without keys that several names share. */
function indexUnique(entries: readonly (readonly string[])[]): Map<string, string | undefined> {
  const index = new Map<string, string | undefined>();
  for (const [key = "", name] of entries) index.set(key, index.has(key) ? undefined : name);
  return index;
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

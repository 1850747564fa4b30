/** A coin before the market gives it a history: what does not depend on seed or time. */
export interface CoinSeed {
  /** CoinGecko's id. */
  id: string;
  /** Upper-case. */
  symbol: string;
  name: string;
  /** The price at the market's reference moment. */
  basePriceUsd: number;
  circulatingSupply: number;
  maxSupply: number | null;
  launchedMs: number;
  marks: ReadonlySet<string>;
  /** The path of the price: the coin's own id, `peg`, another coin's id or `fiat:EUR`. */
  path: string;
  /** The venues that may list it; `null`: any. */
  venues: readonly string[] | null;
  categories: readonly string[];
}

const CATEGORIES: Readonly<Record<string, string>> = {
  l1: "Layer 1 (L1)",
  l2: "Layer 2 (L2)",
  pow: "Proof of Work (PoW)",
  sc: "Smart Contract Platform",
  defi: "Decentralized Finance (DeFi)",
  dex: "Decentralized Exchange (DEX)",
  lend: "Lending/Borrowing",
  lst: "Liquid Staking Tokens",
  meme: "Meme",
  usd: "USD Stablecoin",
  eur: "EUR Stablecoin",
  wrap: "Wrapped-Tokens",
  ex: "Exchange-based Tokens",
  orc: "Oracle",
  game: "Gaming (GameFi)",
  nft: "NFT",
  ai: "Artificial Intelligence (AI)",
  rwa: "Real World Assets (RWA)",
  priv: "Privacy",
  store: "Storage",
  infra: "Infrastructure",
  gold: "Tokenized Gold",
  depin: "DePIN",
  pay: "Payment Solutions",
  fan: "Fan Token",
  bridge: "Interoperability",
};

/**
 * A coin from `id|ticker|name|price|supply|max supply|launch year|marks|categories`: CoinGecko's
 * id, the price in USD, supplies in coins (no maximum: empty). Marks, separated by blanks:
 * - `stable`, `wrapped`; `ref`: no polled venue trades it
 * - `only:<venue>`, `venues:<a>,<b>`: these venues and no other
 * - `as:<path>`: moves with the path of another coin
 * - `early`: gets the code of a shared ticker on venues of low trust
 * - `nopaprika`, `oldname`: CoinPaprika lacks it, or has another name in its id
 */
export function parseCoinRow(line: string): CoinSeed {
  const [id = "", symbol = "", name = "", price, supply, max = "", year, markText = "", codes = ""] = line.split("|");
  const marks = new Set(markText.split(" ").filter((mark) => mark !== ""));
  const find = (prefix: string) => [...marks].find((mark) => mark.startsWith(prefix))?.slice(prefix.length);
  const only = find("only:") ?? find("venues:");
  return {
    id,
    symbol,
    name,
    basePriceUsd: Number(price),
    circulatingSupply: Number(supply),
    maxSupply: max === "" ? null : Number(max),
    launchedMs: Date.UTC(Number(year), (id.length * 5 + symbol.length) % 12, 1 + (id.length % 27)),
    marks,
    path: find("as:") ?? (marks.has("stable") ? "peg" : id),
    venues: only === undefined ? null : only.split(","),
    categories: codes.split(" ").flatMap((code) => CATEGORIES[code] ?? []),
  };
}

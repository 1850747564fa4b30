/**
 * One coin of the demo market in a short row: CoinGecko id, ticker, name, a plausible price in USD, circulating supply in
 * coins, maximum supply (`null`: none), launch year, marks and category codes.
 *
 * Marks, separated by blanks: `stable`, `wrapped`, `ref` (traded by no polled venue), `only:<venue>`, `venues:<a>,<b>`
 * (these and no other), `as:<path>` (moves with another coin's path), `early` (the venue code of a shared ticker goes to it
 * on venues of low trust), `nopaprika`, `oldname` (CoinPaprika's id has another name).
 */
export type CoinRow = readonly [
  id: string,
  symbol: string,
  name: string,
  priceUsd: number,
  circulatingSupply: number,
  maxSupply: number | null,
  launchYear: number,
  marks: string,
  categories: string,
];

/** A coin before the market gives it a history: what does not depend on seed or time. */
export interface CoinSeed {
  id: string;
  symbol: string;
  name: string;
  /** The price at the market's reference moment. */
  basePriceUsd: number;
  circulatingSupply: number;
  maxSupply: number | null;
  launchedMs: number;
  marks: ReadonlySet<string>;
  /** The id of the path that its price follows: its own id, `peg`, another coin's id or `fiat:EUR`. */
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

export function parseCoinRow(row: CoinRow): CoinSeed {
  const [id, symbol, name, basePriceUsd, circulatingSupply, maxSupply, launchYear, markText, codes] = row;
  const marks = new Set(markText.split(" ").filter((mark) => mark !== ""));
  const find = (prefix: string) => [...marks].find((mark) => mark.startsWith(prefix))?.slice(prefix.length);
  const only = find("only:") ?? find("venues:");
  return {
    id,
    symbol,
    name,
    basePriceUsd,
    circulatingSupply,
    maxSupply,
    launchedMs: Date.UTC(launchYear, (id.length * 5 + symbol.length) % 12, 1 + (id.length % 27)),
    marks,
    path: find("as:") ?? (marks.has("stable") ? "peg" : id),
    venues: only === undefined ? null : only.split(","),
    categories: codes.split(" ").flatMap((code) => CATEGORIES[code] ?? []),
  };
}

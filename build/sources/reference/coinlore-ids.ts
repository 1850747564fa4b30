/**
 * CoinLore's `nameid`s that are not CoinGecko's id of the same coin, last compared with both lists
 * on 2026-11-22. They overrule what the identity registry learned. Never extended by symbol.
 */
const REVIEWED: Readonly<Record<string, string>> = {
  avalanche: "avalanche-2",
  "binance-coin": "binancecoin",
  core: "coredaoorg",
  dogwifhat: "dogwifcoin",
  fetch: "fetch-ai",
  flare: "flare-networks",
  klaytn: "klay-token",
  "near-protocol": "near",
  onbeam: "beam-2",
  "popcat-sol": "popcat",
  quant: "quant-network",
  render: "render-token",
  sei: "sei-network",
  stacks: "blockstack",
  toncoin: "the-open-network",
  "unus-sed-leo": "leo-token",
};

const REVIEWED_IDS: ReadonlyMap<string, string> = new Map(Object.entries(REVIEWED));

/**
 * CoinGecko's id of a CoinLore coin; `reviewed` where the table states it, otherwise the `nameid`
 * itself.
 */
export function translateCoinloreId(nameid: string): { id: string; reviewed: boolean } {
  const known = REVIEWED_IDS.get(nameid);
  return known === undefined ? { id: nameid, reviewed: false } : { id: known, reviewed: true };
}

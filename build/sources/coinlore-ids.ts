/** CoinLore's `nameid`s that are not CoinGecko's id of the same coin. Never extended by symbol. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
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

const COINLORE_IDS: ReadonlyMap<string, string> = new Map(Object.entries(EXCEPTIONS));

/** CoinGecko's id of a CoinLore coin: its `nameid`, but for the exceptions. */
export function getCoinloreGeckoId(nameid: string): string {
  return COINLORE_IDS.get(nameid) ?? nameid;
}

import type { DemoCoin } from "../demo-market.ts";

/** Ids that do not follow from the ticker and the name of today, by CoinGecko's id. */
const OLD_IDS: Readonly<Record<string, string>> = {
  binancecoin: "bnb-binance-coin",
  "usd-coin": "usdc-usd-coin",
  "crypto-com-chain": "cro-cryptocom-chain",
  "kucoin-shares": "kcs-kucoin-token",
  "polygon-ecosystem-token": "pol-polygon-ecosystem-token",
  cosmos: "atom-cosmos",
  "gatechain-token": "gt-gatechain-token",
  "flare-networks": "flr-flare-network",
  "render-token": "rndr-render-token",
  "immutable-x": "imx-immutable-x",
  "fetch-ai": "fet-fetch-ai",
  "curve-dao-token": "crv-curve-dao-token",
  "trust-wallet-token": "twt-trust-wallet-token",
  "conflux-token": "cfx-conflux-network",
  "theta-token": "theta-theta-token",
  "euro-coin": "euroc-euro-coin",
  "basic-attention-token": "bat-basic-attention-token",
  eos: "eos-eos",
  "compound-governance-token": "comp-compoundd",
  "mx-token": "mx-mx-token",
  "terra-luna": "luna-terra",
  "terra-luna-2": "luna-terra-v2",
  "paxos-standard": "usdp-paxos-standard-token",
  terrausd: "ustc-terrausd",
  "huobi-token": "ht-huobi-token",
  "origin-protocol": "ogn-origin-protocol",
  "0x": "zrx-0x",
  "multiversx-egld": "egld-multiversx-egld",
  "figure-heloc": "figrheloc-figure-heloc",
  bittorrent: "bttc-bittorrent-chain",
  magic: "magic-magic",
  "dydx-chain": "dydx-dydx-chain",
  "yearn-finance": "yfi-yearnfinance",
  aave: "aave-new",
  ankr: "ankr-ankr-network",
};

/** How CoinPaprika names a coin; `null` where it does not know it. */
export function findPaprikaId(coin: DemoCoin): string | null {
  return OLD_IDS[coin.id] ?? coin.paprikaId;
}

import type { CoinDetail } from "./record.ts";

const STABLECOINS: ReadonlySet<string> = new Set([
  ...`tether usd-coin dai usds ethena-usde ethena-staked-usde first-digital-usd paypal-usd usdd true-usd paxos-standard
  frax frax-usd gemini-dollar liquity-usd crvusd gho ripple-usd usd1-wlfi usual-usd euro-coin tether-eurt stasis-eurs
  binance-peg-busd binance-usd husd usdb usdx-money-usdx agora-dollar resolv-usr falcon-finance global-dollar
  blackrock-usd-institutional-digital-liquidity-fund susds savings-dai ondo-us-dollar-yield mountain-protocol-usdm
  bridged-usdc-polygon-pos-bridge arbitrum-bridged-usdc-arbitrum-one usdt0 terrausd magic-internet-money usdk eurite
  societe-generale-forge-eurcv usdtb ousg astherus-usdf anchored-coins-eur`.split(/\s+/),
]);

const WRAPPED: ReadonlySet<string> = new Set([
  ...`staked-ether wrapped-steth wrapped-bitcoin weth wrapped-eeth coinbase-wrapped-btc rocket-pool-eth kelp-dao-restaked-eth
  renzo-restaked-eth mantle-staked-ether jito-staked-sol msol binance-staked-sol lombard-staked-btc solv-btc tbtc wbnb wbeth
  coinbase-wrapped-staked-eth jupiter-staked-sol ether-fi-staked-btc bitcoin-avalanche-bridged-btc-b liquid-staked-ethereum
  frax-ether staked-frax-ether swell-restaked-eth clbtc fbtc wrapped-avax wrapped-tron wrapped-sol benqi-liquid-staked-avax
  lido-staked-sol wrapped-beacon-eth stakewise-v3-oseth stader-ethx`.split(/\s+/),
]);

const WRAPPED_NAME = /\b(wrapped|bridged|staked|restaked)\b/i;

/** Not "Stablecoin Issuer" or "Stablecoin Protocol": those move like coins. */
const STABLECOIN_CATEGORY = /\bstablecoins?$/i;

/** Whether the coin is meant to hold the value of a currency. */
export function isStablecoin(id: string, detail: CoinDetail | null): boolean {
  return STABLECOINS.has(id) || (detail?.categories.some((category) => STABLECOIN_CATEGORY.test(category)) ?? false);
}

/** Whether the coin is a claim on another coin and moves with it. */
export function isWrapped(id: string, name: string): boolean {
  return WRAPPED.has(id) || WRAPPED_NAME.test(name);
}

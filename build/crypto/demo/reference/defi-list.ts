import { hashText, toUnit } from "../noise.ts";

/** A protocol before the market gives it a history. */
export interface ProtocolSeed {
  name: string;
  slug: string;
  /** `-`: no token. */
  symbol: string;
  geckoId: string | null;
  category: string;
  /** At the market's reference moment. */
  baseTvlUsd: number;
  chains: readonly string[];
}

const CHAIN_CODES: Readonly<Record<string, string>> = {
  E: "Ethereum",
  B: "Binance",
  S: "Solana",
  T: "Tron",
  A: "Arbitrum",
  O: "Optimism",
  P: "Polygon",
  V: "Avalanche",
  b: "Base",
  C: "Bitcoin",
  U: "Sui",
  H: "Hyperliquid L1",
  G: "xDai",
  F: "Sonic",
  L: "Linea",
  M: "Mantle",
  R: "Berachain",
};

/** `name|symbol|CoinGecko id|category|million USD|chain codes`; amounts are invented. */
const ROWS = `
Binance CEX|BNB||CEX|168000|ECBSTbAOPV
OKX|OKB||CEX|24500|ECTSAO
Bitfinex|LEO||CEX|26300|CET
Bybit|MNT||CEX|22900|ECSTMB
Robinhood|-||CEX|16200|ECSV
Crypto-com|CRO||CEX|6900|ECSb
Bitget|BGB||CEX|7300|ECTSB
Gate|GT||CEX|8200|ECTSB
KuCoin|KCS||CEX|4100|ECTSB
HTX|HT||CEX|6100|ECT
MEXC|MX||CEX|3700|ECTSB
Deribit|-||CEX|2800|EC
Lido|LDO|lido-dao|Liquid Staking|25800|ESP
Aave V3|AAVE|aave|Lending|31800|EAbVOPBLG
Aave V2|AAVE|aave|Lending|290|EPV
EigenCloud|EIGEN|eigenlayer|Restaking|12900|E
Ether.fi Stake|ETHFI|ether-fi|Liquid Restaking|8400|E
Ether.fi Liquid|ETHFI|ether-fi|Yield|2200|EAL
Binance staked ETH|WBETH|wrapped-beacon-eth|Liquid Staking|8600|EB
Ethena USDe|ENA|ethena|Basis Trading|7400|E
Sky Lending|SKY|sky|CDP|5900|E
SparkLend|SPK|spark-2|Lending|4700|EbG
Spark Savings|SPK|spark-2|Yield|2100|EbA
Spark Liquidity Layer|SPK|spark-2|Onchain Capital Allocator|2600|Eb
Morpho V1|MORPHO|morpho|Lending|5700|EbAOPH
Morpho V0|MORPHO|morpho|Lending|24|E
Babylon Protocol|BABY|babylon|Restaking|4600|C
Uniswap V3|UNI|uniswap|Dexs|2250|EAbOPBV
Uniswap V2|UNI|uniswap|Dexs|1400|EbPAB
Uniswap V4|UNI|uniswap|Dexs|940|EbAPOB
Pendle|PENDLE|pendle|Yield|4100|EABHbM
Rocket Pool|RPL|rocket-pool|Liquid Staking|1700|E
JustLend|JST|just|Lending|3600|T
SUNSwap V3|SUN|sun-token|Dexs|420|T
SUNSwap V2|SUN|sun-token|Dexs|310|T
Curve DEX|CRV|curve-dao-token|Dexs|1850|EAPGbFO
crvUSD|CRV|curve-dao-token|CDP|190|E
LlamaLend|CRV|curve-dao-token|Lending|95|EAOF
Convex Finance|CVX|convex-finance|Yield|820|EA
Maple|SYRUP|syrup|Onchain Capital Allocator|2450|ESA
Ondo Yield Assets|ONDO|ondo-finance|RWA|1300|ESMP
Ondo Global Markets|ONDO|ondo-finance|RWA|420|EB
BlackRock BUIDL|BUIDL||RWA|2350|EPVSAO
Compound V3|COMP|compound-governance-token|Lending|1950|EbAOPM
Compound V2|COMP|compound-governance-token|Lending|180|E
PancakeSwap AMM|CAKE|pancakeswap-token|Dexs|1480|BEAb
PancakeSwap AMM V3|CAKE|pancakeswap-token|Dexs|590|BEAbL
PancakeSwap Infinity|CAKE|pancakeswap-token|Dexs|88|Bb
Venus Core Pool|XVS|venus|Lending|1740|B
Jito Liquid Staking|JTO|jito-governance-token|Liquid Staking|2050|S
Jupiter Perpetual Exchange|JUP|jupiter-exchange-solana|Derivatives|1480|S
Jupiter Staked SOL|JUP|jupiter-exchange-solana|Liquid Staking|690|S
Jupiter Lend|JUP|jupiter-exchange-solana|Lending|760|S
Kamino Lend|KMNO|kamino|Lending|2400|S
Kamino Liquidity|KMNO|kamino|Liquidity manager|240|S
Marinade Liquid Staking|MNDE|marinade|Liquid Staking|560|S
Raydium AMM|RAY|raydium|Dexs|1700|S
Orca DEX|ORCA|orca|Dexs|300|S
Drift Trade|DRIFT|drift-protocol|Derivatives|610|S
Sanctum Validator LSTs|CLOUD|sanctum-2|Liquid Staking|1300|S
Fluid Lending|FLUID|instadapp|Lending|1250|EAbP
Fluid DEX|FLUID|instadapp|Dexs|340|EAbP
Euler V2|EUL|euler|Lending|960|EbFRVB
GMX V2 Perps|GMX|gmx|Derivatives|430|AVb
GMX V1 Perps|GMX|gmx|Derivatives|11|AV
Hyperliquid Bridge|HYPE|hyperliquid|Bridge|3900|A
Hyperliquid HLP|HYPE|hyperliquid|Derivatives|380|H
Kinetiq kHYPE|KNTQ||Liquid Staking|830|H
Felix CDP|-||CDP|220|H
HyperLend|-||Lending|310|H
Aerodrome Slipstream|AERO|aerodrome-finance|Dexs|350|b
Aerodrome V1|AERO|aerodrome-finance|Dexs|160|b
Moonwell Lending|WELL|moonwell-artemis|Lending|180|bO
Balancer V2|BAL|balancer|Dexs|150|EAPGVb
Balancer V3|BAL|balancer|Dexs|85|EAbG
Sushi V3|SUSHI|sushi|Dexs|35|EAPbO
SushiSwap V2|SUSHI|sushi|Dexs|52|EPA
Yearn Finance|YFI|yearn-finance|Yield Aggregator|370|EAPb
Beefy|BIFI|beefy-finance|Yield Aggregator|170|BAObPF
Stargate V2|STG|stargate-finance|Bridge|230|EABbOP
Stargate V1|STG|stargate-finance|Bridge|40|EABOP
Liquity V1|LQTY|liquity|CDP|150|E
Liquity V2|LQTY|liquity|CDP|65|E
Frax|FXS|frax-share|Algo-Stables|110|E
Frax Ether|FXS|frax-share|Liquid Staking|240|E
BENQI Staked Avax|QI|benqi|Liquid Staking|310|V
BENQI Lending|QI|benqi|Lending|390|V
NAVI Lending|NAVX|navi|Lending|420|U
Suilend|SEND|suilend|Lending|370|U
Cetus CLMM|CETUS|cetus-protocol|Dexs|95|U
StakeWise V3|SWISE|stakewise|Liquid Staking|890|EG
mETH Protocol|COOK|meth-protocol|Liquid Staking|780|EM
Renzo|EZ|renzo|Liquid Restaking|640|EALB
WBTC|WBTC|wrapped-bitcoin|Bridge|10900|C
Coinbase BTC|CBBTC|coinbase-wrapped-btc|Bridge|6200|C
Lombard LBTC|BARD|lombard-protocol|Restaked BTC|1020|C
SolvBTC|SOLV|solv-protocol|Restaked BTC|900|CBE
Infrared Finance|IR||Liquid Staking|210|R
Tornado Cash|TORN|tornado-cash|Privacy|720|EBPAO
Polymarket|POLY||Prediction Market|290|P`;

const KNOWN: readonly ProtocolSeed[] = ROWS.trim().split("\n").map(parseRow);

const FIRST =
  "Amber Birch Cedar Delta Ember Fjord Grove Haven Iris Juniper Kestrel Lumen Maple Nimbus Otter Pebble".split(" ");
const SECOND = "bank bay field ford gate hill lake land mark mill moor port ridge stone wick wood".split(" ");
const KINDS: readonly (readonly [word: string, category: string])[] = [
  ["Swap", "Dexs"],
  ["Lend", "Lending"],
  ["Stake", "Liquid Staking"],
  ["Yield", "Yield"],
  ["Farm", "Yield Aggregator"],
  ["Perps", "Derivatives"],
  ["Bridge", "Bridge"],
  ["Launch", "Launchpad"],
  ["Options", "Options"],
  ["Vaults", "Liquidity manager"],
];

/** At most so many protocols have a name of their own. */
const MAX_PROTOCOLS = KNOWN.length + FIRST.length * SECOND.length * KINDS.length;

/** The first `count` protocols: well-known ones, then generated ones. */
export function listProtocolSeeds(count: number): ProtocolSeed[] {
  const generated = Math.min(count, MAX_PROTOCOLS) - KNOWN.length;
  return [...KNOWN, ...Array.from({ length: Math.max(0, generated) }, (_, index) => generateProtocol(index))];
}

function generateProtocol(index: number): ProtocolSeed {
  const draw = (label: string) => toUnit(hashText(`protocol ${index}/${label}`, 0));
  // 997 is coprime to the number of names: the walk meets each of them once.
  const place = (index * 997) % (FIRST.length * SECOND.length * KINDS.length);
  const [word, category] = KINDS[place % KINDS.length]!;
  const rest = Math.floor(place / KINDS.length);
  const name = `${FIRST[rest % FIRST.length]}${SECOND[Math.floor(rest / FIRST.length)]} ${word}`;
  const codes = Object.values(CHAIN_CODES);
  const start = Math.floor(draw("chain") ** 2 * codes.length);
  return {
    name,
    slug: slugify(name),
    symbol: draw("token") < 0.4 ? "-" : name.replace(/[^A-Z]/g, "") + name.slice(1, 3).toUpperCase(),
    geckoId: null,
    category,
    // Some were left by everyone.
    baseTvlUsd: draw("left") < 0.06 ? 0 : (6e7 / (1 + index / 40) ** 1.6) * (0.5 + draw("size")),
    chains: codes.slice(start, start + 1 + Math.floor(3 * draw("chains") ** 2)),
  };
}

function parseRow(line: string): ProtocolSeed {
  const [name = "", symbol = "-", geckoId = "", category = "", millions = "", codes = ""] = line.split("|");
  return {
    name,
    slug: slugify(name),
    symbol,
    geckoId: geckoId === "" ? null : geckoId,
    category,
    baseTvlUsd: Number(millions) * 1e6,
    chains: [...codes].flatMap((code) => CHAIN_CODES[code] ?? []),
  };
}

function slugify(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

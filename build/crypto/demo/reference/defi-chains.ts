import { addUp } from "../../../lib/stats.ts";
import type { DemoMarket } from "../demo-market.ts";
import { getTotalTvlUsd, getTvlFactor } from "./defi-protocol.ts";

/**
 * `name|token|CoinGecko id|chain id|weight`; a quoted chain id is sent as text. Weights are
 * invented.
 */
const ROWS = `
Ethereum|ETH|ethereum|1|68000
Solana|SOL|solana|"1399811149"|9200
BSC|BNB|binancecoin|56|7100
Bitcoin|BTC|bitcoin||6800
Tron|TRX|tron|728126428|4700
Base|ETH|ethereum|8453|4500
Arbitrum|ARB|arbitrum|42161|3000
Hyperliquid L1|HYPE|hyperliquid|999|1600
Avalanche|AVAX|avalanche-2|43114|1250
Polygon|POL|polygon-ecosystem-token|137|1150
Sui|SUI|sui||1050
Plasma|XPL|plasma|9745|900
Aptos|APT|aptos||420
OP Mainnet|OP|optimism|10|340
Cronos|CRO|crypto-com-chain|25|380
Mantle|MNT|mantle|5000|250
Berachain|BERA|berachain-bera|80094|180
Linea|LINEA|linea|59144|210
Katana|KAT||747474|260
Sonic|S|sonic-3|146|110
Ink|||57073|310
Gnosis|GNO|gnosis|100|170
Cardano|ADA|cardano||215
Sei|SEI|sei-network|"1329"|190
Starknet|STRK|starknet||150
Unichain|UNI|uniswap|130|140
Scroll|SCR|scroll|534352|95
ZKsync Era|ZK|zksync|324|60
TON|TON|the-open-network||105
Near|NEAR|near|397|130
Stacks|STX|blockstack||120
Rootstock|RBTC|rootstock|30|190
Movement|MOVE|movement||85
Flare|FLR|flare-networks|14|140
XRPL|XRP|ripple||75
Stellar|XLM|stellar||160
Algorand|ALGO|algorand||90
Hedera|HBAR|hedera-hashgraph|295|85
Kava|KAVA|kava|2222|80
Osmosis|OSMO|osmosis||35
Injective|INJ|injective-protocol|2525|20
Thorchain|RUNE|thorchain||95
MultiversX|EGLD|multiversx-egld||60
Tezos|XTZ|tezos||45
Monad|MON||143|210
World Chain|WLD|worldcoin-wld|480|45
Soneium|||1868|35
Celo|CELO|celo|42220|55
Fraxtal|FRAX|frax-share|252|40
Core|CORE|coredaoorg|1116|110
Bitlayer|BTR||200901|240
BOB|-||60808|90
Merlin|MERL|merlin-chain|4200|50
Filecoin|FIL|filecoin|314|22
Kaia|KAIA|kaia|8217|28
Moonbeam|GLMR|moonbeam|1284|9
Ronin|RON|ronin|2020|30
Ontology|ONT|ontology||1.2
OntologyEVM|ONT|ontology|58|0.4
Terra Classic|LUNC|terra-luna||0.7
Harmony|ONE|harmony|1666600000|0.8
Binance|BNB|binancecoin|56|0
zkSync Era|-||324|0
xDai|||100|0`;

interface ChainSeed {
  name: string;
  tokenSymbol: string | null;
  geckoId: string | null;
  chainId: number | string | null;
  weight: number;
}

const CHAINS: readonly ChainSeed[] = ROWS.trim().split("\n").map(parseRow);

/** The rows of `/v2/chains` in no order of value. Old names stay with a value of zero. */
export function renderChains(demo: DemoMarket, timeMs: number) {
  const weights = CHAINS.map(({ name, weight }) => weight * getTvlFactor(demo, `chain ${name}`, timeMs));
  const share = getTotalTvlUsd(demo, timeMs) / addUp(weights);
  const rows = CHAINS.map((chain, index) => ({
    gecko_id: chain.geckoId,
    tvl: weights[index]! * share,
    tokenSymbol: chain.tokenSymbol,
    name: chain.name,
    chainId: chain.chainId,
  }));
  const place = new Map(CHAINS.map(({ name }) => [name, demo.noise(`chain:${name}:place`)]));
  return rows.sort((a, b) => (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0));
}

function parseRow(line: string): ChainSeed {
  const [name = "", token = "", geckoId = "", chainId = "", weight = ""] = line.split("|");
  return {
    name,
    tokenSymbol: token === "" ? null : token,
    geckoId: geckoId === "" ? null : geckoId,
    chainId: chainId === "" ? null : chainId.startsWith('"') ? chainId.slice(1, -1) : Number(chainId),
    weight: Number(weight),
  };
}

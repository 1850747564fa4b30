import { type CoinSeed, parseCoinRow } from "./coin-row.ts";

/** Well-known coins by market cap, with invented but plausible prices and supplies. */
export const COIN_LIST: readonly CoinSeed[] = `
bitcoin|BTC|Bitcoin|88000|19950000|21000000|2009||pow l1
ethereum|ETH|Ethereum|2950|120700000||2015||sc l1
tether|USDT|Tether|0.9997|184000000000||2014|stable|usd
ripple|XRP|XRP|2.05|60300000000|100000000000|2013||pay l1
binancecoin|BNB|BNB|905|137700000|200000000|2017||ex sc l1
solana|SOL|Solana|136|560000000||2020||sc l1
usd-coin|USDC|USDC|0.9999|76000000000||2018|stable|usd
tron|TRX|TRON|0.281|94700000000||2017||sc l1
dogecoin|DOGE|Dogecoin|0.148|152000000000||2013||meme pow
staked-ether|STETH|Lido Staked Ether|2948|8600000||2020|wrapped ref as:ethereum|lst
cardano|ADA|Cardano|0.43|36600000000|45000000000|2017||sc l1
wrapped-bitcoin|WBTC|Wrapped Bitcoin|87900|125000||2019|wrapped as:bitcoin|wrap
wrapped-steth|WSTETH|Wrapped stETH|3600|3500000||2021|wrapped ref as:ethereum|wrap lst
figure-heloc|FIGR_HELOC|Figure Heloc|1.01|13500000000||2025|ref as:peg|rwa
hyperliquid|HYPE|Hyperliquid|33.5|270000000|1000000000|2024||dex l1
wrapped-eeth|WEETH|Wrapped eETH|3190|2700000||2023|wrapped ref as:ethereum|wrap lst
bitcoin-cash|BCH|Bitcoin Cash|545|19960000|21000000|2017||pow l1
chainlink|LINK|Chainlink|13.2|697000000|1000000000|2017||orc
ethena-usde|USDE|Ethena USDe|0.9991|7400000000||2023|stable|usd
leo-token|LEO|LEO Token|9.3|921000000|985239504|2019|venues:bitfinex,gate,okx|ex
stellar|XLM|Stellar|0.252|32200000000|50001806812|2014||pay l1
zcash|ZEC|Zcash|512|16300000|21000000|2016||priv pow
monero|XMR|Monero|388|18446744||2014|venues:kraken,kucoin,mexc,gate,htx,bitfinex|priv pow
dai|DAI|Dai|0.9998|4500000000||2019|stable|usd lend
susds|SUSDS|sUSDS|1.07|4100000000||2024|ref as:peg|usd
usds|USDS|USDS|0.9997|9400000000||2024|stable|usd
ethena-staked-usde|SUSDE|Ethena Staked USDe|1.2|3400000000||2023|ref as:peg|usd
coinbase-wrapped-btc|CBBTC|Coinbase Wrapped BTC|87950|72000||2024|wrapped as:bitcoin|wrap
binance-bridged-usdt|BSC-USD|Binance Bridged USDT|0.9996|8980000000||2020|stable ref|usd
weth|WETH|WETH|2950|2500000||2018|wrapped ref as:ethereum|wrap
litecoin|LTC|Litecoin|84|76500000|84000000|2011||pow pay
hedera-hashgraph|HBAR|Hedera|0.143|42500000000|50000000000|2019||sc l1
avalanche-2|AVAX|Avalanche|14.2|427000000|720000000|2020||sc l1
sui|SUI|Sui|1.58|3700000000|10000000000|2023||sc l1
shiba-inu|SHIB|Shiba Inu|0.0000086|589000000000000||2020||meme
the-open-network|TON|Toncoin|1.57|2550000000||2021||sc l1
world-liberty-financial|WLFI|World Liberty Financial|0.151|27200000000||2025||defi
whitebit|WBT|WhiteBIT Coin|59|144000000|400000000|2022|ref|ex
crypto-com-chain|CRO|Cronos|0.104|38000000000|100000000000|2018||ex l1
uniswap|UNI|Uniswap|6.05|630000000|1000000000|2020||dex defi
polkadot|DOT|Polkadot|2.28|1650000000||2020||sc l1
mantle|MNT|Mantle|1.05|3250000000|6219316768|2023||l2
usd1-wlfi|USD1|USD1|0.9994|2750000000||2025|stable|usd
canton-network|CC|Canton|0.074|36500000000||2025||rwa l1
bittensor|TAO|Bittensor|287|10000000|21000000|2023||ai l1
memecore|M|MemeCore|1.35|1700000000|10000000000|2025||meme l1
aave|AAVE|Aave|178|15300000|16000000|2020||lend defi
bitget-token|BGB|Bitget Token|3.55|700000000|2000000000|2021|venues:bitget,gate,mexc|ex
okb|OKB|OKB|107|21000000|21000000|2019|venues:okx,gate,mexc|ex
near|NEAR|NEAR Protocol|1.92|1280000000||2020||ai sc l1
internet-computer|ICP|Internet Computer|4.2|544000000||2021||sc l1
aster-2|ASTER|Aster|1.18|2017000000|8000000000|2025||dex
jito-staked-sol|JITOSOL|Jito Staked SOL|169|11800000||2022|wrapped as:solana ref|lst
ethereum-classic|ETC|Ethereum Classic|13.6|154000000|210700000|2016||pow sc
pi-network|PI|Pi Network|0.236|8340000000|100000000000|2025|venues:okx,gate,mexc,bitget|l1
paypal-usd|PYUSD|PayPal USD|0.9998|3700000000||2023|stable|usd
pepe|PEPE|Pepe|0.0000047|420690000000000|420690000000000|2023||meme
worldcoin-wld|WLD|Worldcoin|0.63|2330000000|10000000000|2023||ai
ondo-finance|ONDO|Ondo|0.51|3160000000|10000000000|2024||rwa
tether-gold|XAUT|Tether Gold|4085|520000||2020|as:gold|gold rwa
ethena|ENA|Ethena|0.255|7400000000|15000000000|2024||defi
kucoin-shares|KCS|KuCoin|11.4|129000000|200000000|2017|venues:kucoin,gate,mexc|ex
pax-gold|PAXG|PAX Gold|4092|345000||2019|as:gold|gold rwa
aptos|APT|Aptos|2.42|735000000||2022||sc l1
polygon-ecosystem-token|POL|POL (ex-MATIC)|0.133|10540000000||2023||l2
kaspa|KAS|Kaspa|0.046|26900000000|28704026601|2021||pow l1
arbitrum|ARB|Arbitrum|0.209|5620000000|10000000000|2023||l2
pump-fun|PUMP|Pump.fun|0.00265|354000000000|1000000000000|2025||meme
official-trump|TRUMP|Official Trump|6.05|200000000|1000000000|2025||meme
algorand|ALGO|Algorand|0.141|8820000000|10000000000|2019||sc l1
cosmos|ATOM|Cosmos Hub|2.48|479000000||2019||sc l1
vechain|VET|VeChain|0.0134|85980000000|86712634466|2018||sc l1
gatechain-token|GT|Gate|10.2|117000000|300000000|2019|venues:gate,mexc|ex
flare-networks|FLR|Flare|0.0132|78000000000||2023||l1
sky|SKY|Sky|0.047|23000000000||2024||lend
rocket-pool-eth|RETH|Rocket Pool ETH|3400|350000||2021|wrapped ref as:ethereum|lst
filecoin|FIL|Filecoin|1.6|725000000||2020||store depin
mantle-staked-ether|METH|Mantle Staked Ether|3180|270000||2023|wrapped ref as:ethereum|lst
usdtb|USDTB|USDtb|0.9995|1830000000||2024|stable ref|usd
render-token|RENDER|Render|1.78|518000000|644168762|2020||ai depin
quant-network|QNT|Quant|83|14550000|14881364|2018||infra
jupiter-exchange-solana|JUP|Jupiter|0.236|3170000000|10000000000|2024||dex
sei-network|SEI|Sei|0.137|6480000000|10000000000|2023||l1
xdce-crowd-sale|XDC|XDC Network|0.049|18900000000||2018||l1
bonk|BONK|Bonk|0.0000098|82000000000000|87994711000000|2022||meme
wrapped-beacon-eth|WBETH|Wrapped Beacon ETH|3205|3300000||2023|wrapped as:ethereum only:binance|lst
global-dollar|USDG|Global Dollar|0.9998|1100000000||2024|stable|usd
falcon-finance|USDF|Falcon USD|0.9979|2080000000||2025|stable ref|usd
first-digital-usd|FDUSD|First Digital USD|0.9984|920000000||2023|stable|usd
pancakeswap-token|CAKE|PancakeSwap|2.3|334000000|450000000|2020||dex
pudgy-penguins|PENGU|Pudgy Penguins|0.0118|62800000000|88888888888|2024||meme nft
immutable-x|IMX|Immutable|0.315|2000000000|2000000000|2021||game l2
blockstack|STX|Stacks|0.312|1815000000||2019||l2
optimism|OP|Optimism|0.307|1900000000|4294967296|2022||l2
injective-protocol|INJ|Injective|5.6|100000000||2020||defi l1
nexo|NEXO|NEXO|0.95|1000000000|1000000000|2018||lend
curve-dao-token|CRV|Curve DAO|0.405|1420000000|3030303031|2020||dex defi
lido-dao|LDO|Lido DAO|0.62|893000000|1000000000|2021||defi
celestia|TIA|Celestia|0.595|850000000||2023||infra
tezos|XTZ|Tezos|0.482|1068000000||2018||sc l1
morpho|MORPHO|Morpho|1.29|530000000|1000000000|2024||lend
spx6900|SPX|SPX6900|0.54|931000000|1000000000|2023||meme
floki|FLOKI|FLOKI|0.0000472|9540000000000|10000000000000|2021||meme
ethereum-name-service|ENS|Ethereum Name Service|11.6|37800000|100000000|2021||infra
the-graph|GRT|The Graph|0.0478|10650000000||2020||infra ai
iota|IOTA|IOTA|0.108|4200000000||2017||l1
fetch-ai|FET|Artificial Superintelligence Alliance|0.256|2310000000|2719493897|2019||ai
kaia|KAIA|Kaia|0.072|5850000000||2024||l1
starknet|STRK|Starknet|0.125|4700000000|10000000000|2024||l2
trust-wallet-token|TWT|Trust Wallet|1.03|417000000|999668148|2020||infra
ether-fi|ETHFI|Ether.fi|0.76|610000000|1000000000|2024||lst
dexe|DEXE|DeXe|4.4|83700000|96504599|2020||defi
bitcoin-cash-sv|BSV|Bitcoin SV|20.3|19960000|21000000|2018||pow
sonic-3|S|Sonic|0.104|3780000000||2024||l1
true-usd|TUSD|TrueUSD|0.9976|494000000||2018|stable|usd
gala|GALA|GALA|0.0075|46500000000|50000000000|2020||game
pyth-network|PYTH|Pyth Network|0.079|5750000000|10000000000|2023||orc
the-sandbox|SAND|The Sandbox|0.155|2650000000|3000000000|2020||game
dogwifcoin|WIF|dogwifhat|0.375|998840000|998926392|2023||meme
raydium|RAY|Raydium|1.14|269000000|555000000|2021||dex
basic-attention-token|BAT|Basic Attention|0.228|1495000000|1500000000|2017||infra
jasmycoin|JASMY|JasmyCoin|0.0075|49400000000|50000000000|2021||depin
flow|FLOW|Flow|0.228|1630000000||2020||l1
theta-token|THETA|Theta Network|0.38|1000000000|1000000000|2018||depin
decentraland|MANA|Decentraland|0.165|1920000000||2017||game
syrup|SYRUP|Maple Finance|0.292|1150000000||2024||lend
story-2|IP|Story|2.35|338000000||2025||ai l1
bittorrent|BTT|BitTorrent|0.00000043|986000000000000|990000000000000|2022||store
pendle|PENDLE|Pendle|2.4|169000000||2021||defi
zksync|ZK|ZKsync|0.042|8500000000|21000000000|2024||l2
helium|HNT|Helium|1.95|186000000|223000000|2019||depin
walrus-2|WAL|Walrus|0.172|1530000000|5000000000|2025||store
neo|NEO|NEO|4.2|70500000|100000000|2016||l1
euro-coin|EURC|EURC|1.162|310000000||2022|as:fiat:EUR|eur
usdd|USDD|USDD|0.931|640000000||2022|stable venues:kraken,crypto-com,htx,kucoin,gate|usd
terra-luna|LUNC|Terra Luna Classic|0.0000325|5480000000000||2019||l1
dydx-chain|DYDX|dYdX|0.217|815000000|1000000000|2023||dex
axie-infinity|AXS|Axie Infinity|1.03|167000000|270000000|2020||game
ecash|XEC|eCash|0.0000115|19950000000000|21000000000000|2021||pow
chiliz|CHZ|Chiliz|0.031|10100000000||2019||fan
eos|A|Vaulta|0.207|1600000000|2100000000|2018||sc l1
compound-governance-token|COMP|Compound|33|9660000|10000000|2020||lend
arweave|AR|Arweave|4.3|65650000|66000000|2018||store
elrond-erd-2|EGLD|MultiversX|8.6|28900000||2020||l1
apecoin|APE|ApeCoin|0.242|909000000|1000000000|2022||nft
thorchain|RUNE|THORChain|0.67|351000000|414000000|2019||dex
conflux-token|CFX|Conflux|0.078|5150000000||2020||l1
dash|DASH|Dash|52|12520000|18900000|2014||priv pow pay
decred|DCR|Decred|22.5|17200000|21000000|2016||pow
kava|KAVA|Kava|0.118|1083000000||2019||l1
mina-protocol|MINA|Mina Protocol|0.092|1266000000||2021||l1
telcoin|TEL|Telcoin|0.0047|95000000000|100000000000|2018||pay
1inch|1INCH|1inch|0.187|1400000000|1500000000|2020||dex
gnosis|GNO|Gnosis|117|2640000|3000000|2017||infra
brett|BRETT|Brett|0.0154|9910000000|9999998988|2024||meme
safepal|SFP|SafePal|0.325|500000000|500000000|2021||infra
zilliqa|ZIL|Zilliqa|0.0052|19800000000|21000000000|2018||l1
holotoken|HOT|Holo|0.00052|177600000000|177619433541|2018||infra
mx-token|MX|MX|2.05|94000000||2018|only:mexc|ex
qtum|QTUM|Qtum|1.48|105900000|107822406|2017||l1
0x|ZRX|0x Protocol|0.142|848000000|1000000000|2017||dex
huobi-token|HT|Huobi|0.195|162000000||2018|only:htx|ex
sushi|SUSHI|Sushi|0.345|281000000||2020||dex
wax|WAXP|WAX|0.0108|4480000000||2018||game nft
celo|CELO|Celo|0.163|590000000|1000000000|2020||l2
storj|STORJ|Storj|0.158|424000000|424999998|2017||store
terra-luna-2|LUNA|Terra|0.074|710000000||2022||l1
terrausd|USTC|TerraClassicUSD|0.0071|5570000000||2020||defi
ontology|ONT|Ontology|0.066|920000000|1000000000|2018||l1
enjincoin|ENJ|Enjin Coin|0.032|1880000000||2017||game
ravencoin|RVN|Ravencoin|0.0089|15600000000|21000000000|2018||pow
golem|GLM|Golem|0.181|1000000000|1000000000|2016||depin
livepeer|LPT|Livepeer|3.85|46800000||2018||ai depin
harmony|ONE|Harmony|0.0041|14700000000||2019||l1
mask-network|MASK|Mask Network|0.64|100000000|100000000|2021||infra
gas|GAS|Gas|2.15|65100000||2016||l1
magic|MAGIC|Treasure|0.112|335000000|347714007|2021||game
fusionist|ACE|Fusionist|0.255|90000000|147000000|2023||game
echelon-prime|PRIME|Echelon Prime|0.71|57000000|111111111|2023||game
simon-s-cat|CAT|Simon's Cat|0.0000041|6750000000000|9000000000000|2024||meme
memecoin-2|MEME|Memecoin|0.00128|57000000000|69000000000|2023||meme
neiro-3|NEIRO|Neiro|0.000152|420690000000|420690000000|2024||meme
sats-ordinals|SATS|SATS (Ordinals)|0.0000000187|2100000000000000|2100000000000000|2023||meme
rats|RATS|Rats|0.0000102|1000000000000|1000000000000|2023||meme
baby-doge-coin|BABYDOGE|Baby Doge Coin|0.00000000075|174000000000000000||2021||meme
cheems-token|CHEEMS|Cheems Token|0.00000104|187000000000000|219904000000000|2023||meme
turbo|TURBO|Turbo|0.00192|69000000000|69000000000|2023||meme ai
mog-coin|MOG|Mog Coin|0.000000285|390570000000000|420690000000000|2023||meme
usual-usd|USD0|Usual USD|0.9981|560000000||2024|stable ref|usd
ripple-usd|RLUSD|Ripple USD|0.9999|1020000000||2024|stable|usd
gemini-dollar|GUSD|Gemini Dollar|0.9993|50000000||2018|stable venues:gemini,kraken|usd
paxos-standard|USDP|Pax Dollar|0.9991|60000000||2018|stable|usd
renzo-restaked-eth|EZETH|Renzo Restaked ETH|3130|150000||2023|wrapped ref as:ethereum|lst
kelp-dao-restaked-eth|RSETH|Kelp DAO Restaked ETH|3120|460000||2023|wrapped ref as:ethereum|lst
coinbase-wrapped-staked-eth|CBETH|Coinbase Wrapped Staked ETH|3260|120000||2022|wrapped as:ethereum only:coinbase|lst
msol|MSOL|Marinade Staked SOL|184|3100000||2021|wrapped as:solana|lst
solv-btc|SOLVBTC|Solv Protocol BTC|87700|9800||2024|wrapped ref as:bitcoin|wrap
lombard-staked-btc|LBTC|Lombard Staked BTC|88100|12700||2024|wrapped ref as:bitcoin|wrap
tbtc|TBTC|tBTC|87800|5900||2020|wrapped as:bitcoin only:kraken|wrap
rollbit-coin|RLB|Rollbit Coin|0.062|1780000000||2022|ref|game
fasttoken|FTN|Fasttoken|2.02|433000000|1000000000|2023|only:gate|game
bitkub-coin|KUB|Bitkub Coin|1.22|90000000|110000000|2021|ref|ex
vision-3|VSN|Vision|0.094|3400000000|4200000000|2025|ref|ex
beldex|BDX|Beldex|0.078|7500000000||2018|venues:kucoin,mexc,gate|priv
mimblewimblecoin|MWC|MimbleWimbleCoin|18.5|11000000|20000000|2019|ref|priv pow
zano|ZANO|Zano|11.4|15200000||2019|only:mexc|priv
index-cooperative|INDEX|Index Cooperative|1.12|6000000|10000000|2020|only:coinbase|defi
origintrail|TRAC|OriginTrail|0.51|447000000|500000000|2018|venues:coinbase,kraken,kucoin|ai
verus-coin|VRSC|Verus Coin|1.65|79500000|83540184|2018|ref|pow
ergo|ERG|Ergo|0.52|81900000|97739924|2019|venues:kucoin,gate|pow
yearn-finance|YFI|yearn.finance|4100|33800|36666|2020||defi
balancer|BAL|Balancer|0.71|65000000|96150704|2020||dex
loopring|LRC|Loopring|0.058|1370000000|1374513896|2017||l2
ankr|ANKR|Ankr|0.0078|10000000000|10000000000|2019||depin
audius|AUDIO|Audius|0.032|1390000000||2020||nft
origin-protocol|OGN|Origin Token|0.037|694000000||2020||defi
secret|SCRT|Secret|0.125|325000000||2020||priv
iostoken|IOST|IOST|0.0021|29000000000||2018||l1`
  .trim()
  .split("\n")
  .map(parseCoinRow);

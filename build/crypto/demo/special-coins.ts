import { type CoinSeed, parseCoinRow } from "./coin-row.ts";

/**
 * Coins that are easily misread: shared tickers, tickers that are no file names, prices with twelve
 * zeros. Most are made up. Order matters: a small market contains the first of them.
 */
export const SPECIAL_COINS: readonly CoinSeed[] = `
unicorn-finance|UNI|Unicorn Finance|0.00213|41000000000||2021|venues:mexc,htx early|meme
moonlight-cat|MOON|Moonlight Cat|0.0123|9100000000||2022|venues:kraken,okx,kucoin|meme
moon-harbour|MOON|Moon Harbour|0.0146|7200000000||2023|venues:gate,mexc,bitget as:moonlight-cat|game
quadrillion-dog|QDOG|Quadrillion Dog|1.4e-12|9.1e19||2022|venues:gate,mexc,kucoin|meme
harrypotterobamasonic10in|BITCOIN|HarryPotterObamaSonic10Inu|0.041|999000000|1000000000|2023||meme
anrkey-x|$ANRX|AnRKey X|0.31|310000000||2020|venues:mexc,gate|game
converge-network|CON|Converge Network|0.87|98000000||2022|venues:kucoin,okx,gate|infra
bone-emoji|🦴|Bone Emoji|0.0000382|2200000000000||2023|venues:mexc,gate nopaprika|meme
tokamak-network|TON|Tokamak Network|0.94|91000000|104000000|2020|venues:gate,mexc early|l2
gas-dao|GAS|Gas DAO|0.00042|190000000000||2021|venues:mexc early|meme
catcoin-token|CAT|Catcoin|0.0000000362|2100000000000000||2022|venues:gate,mexc early|meme
cat-in-a-suit|CAT|Cat in a Suit|0.0061|11800000000||2024|venues:coinbase,kraken early|meme
bianrensheng|币安人生|Binance Life|0.112|1000000000|1000000000|2025|venues:mexc,gate,bitget nopaprika|meme
one-cash|ONE|One Cash|0.93|77000000||2021|venues:htx,mexc early|defi
prime-harvest|PRIME|Prime Harvest|0.0118|6100000000||2022|venues:htx,gate,mexc early|defi
neiro-on-eth|NEIRO|Neiro on ETH|0.0712|1000000000|1000000000|2024|venues:gate,mexc,htx early|meme
ordinal-com|.COM|com (Ordinals)|3.4|21000000|21000000|2023|venues:gate,okx|meme
first-mask|MASK|First Mask|21.5|3300000||2020|ref|nft
search-finance|SEARCH|Search Finance|0.56|121000000||2022|venues:kucoin,mexc|ai
pumpbtc-governance|PUMP|PumpBTC Governance|0.0351|1900000000||2025|venues:gate,mexc early|defi
zeta-markets-beta|A/B|A/B Protocol|0.072|930000000||2023|ref nopaprika|defi
forgotten-chain|FRGT|Forgotten Chain|0.0023|28000000000||2016|ref|l1
acent|ACE|Acent|0.0137|4800000000||2021|venues:gate,mexc early|infra
atto-shiba|ATTO|Atto Shiba|8.2e-12|7.7e18||2023|only:mexc|meme`
  .trim()
  .split("\n")
  .map(parseCoinRow);

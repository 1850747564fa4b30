import { floorTo, HOUR_MS } from "../../../lib/time.ts";
import { sources } from "../../sources/registry.ts";
import type { DemoMarket } from "../demo-market.ts";
import { hashText, smoothNoise } from "../noise.ts";

/** An exchange as reference sources know it. */
export interface ExchangeRow {
  /** CoinGecko's id. */
  id: string;
  name: string;
  url: string;
  country: string | null;
  year: number | null;
  /** The polled venue behind it, whose own books say what it trades. */
  venue: string | null;
  /** In USD a day, for exchanges without books in the market. */
  baseVolumeUsd: number;
}

/** Exchanges that are not polled: `id|name|site|country|year|million USD a day` (invented). */
const ROWS = `
bithumb|Bithumb|www.bithumb.com|South Korea|2014|640
whitebit|WhiteBIT|whitebit.com|Lithuania|2018|1900
bingx|BingX|bingx.com||2018|980
lbank|LBank|www.lbank.com||2015|1700
bitmart|BitMart|www.bitmart.com|Cayman Islands|2017|1400
xt|XT.COM|www.xt.com|Seychelles|2018|1650
hashkey_exchange|HashKey Exchange|www.hashkey.com|Hong Kong|2023|120
bullish_com|Bullish|bullish.com|Gibraltar|2021|820
binance_us|Binance US|www.binance.us|United States|2019|14
bitvavo|Bitvavo|bitvavo.com|Netherlands|2018|310
bitbank|Bitbank|bitbank.cc|Japan|2014|95
bitflyer|bitFlyer|bitflyer.com|Japan|2014|140
coincheck|Coincheck|coincheck.com|Japan|2014|110
bitso|Bitso|bitso.com|Gibraltar|2014|38
luno|Luno|www.luno.com|United Kingdom|2013|19
cex|CEX.IO|cex.io|United States|2013|7
coinone|Coinone|coinone.co.kr|South Korea|2014|90
korbit|Korbit|www.korbit.co.kr|South Korea|2013|22
poloniex|Poloniex|poloniex.com|Seychelles|2014|510
phemex|Phemex|phemex.com|Singapore|2019|260
bitmex|BitMEX|www.bitmex.com|Seychelles|2014|6
deribit_spot|Deribit Spot|www.deribit.com|Panama|2023|60
btcturk_pro|BtcTurk PRO|www.btcturk.com|Turkey|2013|170
paribu|Paribu|www.paribu.com|Turkey|2017|210
indodax|Indodax|indodax.com|Indonesia|2014|16
bitkub|Bitkub|www.bitkub.com|Thailand|2018|70
wazirx|WazirX|wazirx.com|India|2018|3
coindcx|CoinDCX|coindcx.com|India|2018|12
independent_reserve|Independent Reserve|www.independentreserve.com|Australia|2013|9
btcmarkets|BTC Markets|www.btcmarkets.net|Australia|2013|14
exmo|EXMO|exmo.com|United Kingdom|2014|4
probit|ProBit Global|www.probit.com|Seychelles|2018|31
biconomy|Biconomy.com|www.biconomy.com||2019|840
ascendex|AscendEX|ascendex.com|Singapore|2018|290
coinw|CoinW|www.coinw.com||2017|1250
deepcoin|Deepcoin|www.deepcoin.com||2018|730
toobit|Toobit|www.toobit.com|Cayman Islands|2022|690
weex|WEEX|www.weex.com|Singapore|2018|910
pionex|Pionex|www.pionex.com|United States|2019|780
backpack_exchange|Backpack Exchange|backpack.exchange|United Arab Emirates|2023|45
uniswap_v3|Uniswap V3 (Ethereum)|app.uniswap.org||2021|610
uniswap-v4-ethereum|Uniswap V4 (Ethereum)|app.uniswap.org||2025|380
pancakeswap-v3-bsc|Pancakeswap V3 (BSC)|pancakeswap.finance||2023|540
raydium2|Raydium|raydium.io||2021|260
orca|Orca|www.orca.so||2021|470
aerodrome-slipstream|Aerodrome SlipStream|aerodrome.finance||2024|420
curve_ethereum|Curve (Ethereum)|curve.fi||2020|130
balancer_ethereum|Balancer V2 (Ethereum)|balancer.fi||2021|12
nova-harbour|Nova Harbour|www.nova-harbour.example|||2
old-mill-exchange|Old Mill Exchange|www.old-mill.example|||0`;

/** The demo venues trade less than the real ones after which the others' volumes were chosen. */
const SCALE = 0.25e6;

const POLLED: readonly ExchangeRow[] = sources.flatMap(({ id, name, homepage, venue }) => {
  if (venue === undefined) return [];
  const { geckoId, listedAs = name, country = null, since = null } = venue;
  const url = `${new URL(homepage).origin}/`;
  return [{ id: geckoId, name: listedAs, url, country, year: since, venue: id, baseVolumeUsd: 0 }];
});

/** A venue that becomes polled keeps no second row. */
const OTHERS = ROWS.trim()
  .split("\n")
  .map(parseRow)
  .filter(({ id }) => !POLLED.some((row) => row.id === id));

const EXCHANGES: readonly ExchangeRow[] = [...POLLED, ...OTHERS];

/** Every exchange with its 24h volume in USD, largest first. */
export function listExchanges(demo: DemoMarket): { exchange: ExchangeRow; volumeUsd: number }[] {
  return EXCHANGES.map((exchange) => ({ exchange, volumeUsd: getVolumeUsd(demo, exchange) })).sort(
    (a, b) => b.volumeUsd - a.volumeUsd || (a.exchange.id < b.exchange.id ? -1 : 1),
  );
}

function getVolumeUsd(demo: DemoMarket, { id, venue, baseVolumeUsd }: ExchangeRow): number {
  if (venue === null) {
    const key = hashText(`${id}/exchange volume`, demo.seed);
    return baseVolumeUsd * Math.exp(0.3 * smoothNoise(key, floorTo(demo.now, HOUR_MS) / (30 * HOUR_MS)));
  }
  let sum = 0;
  for (const book of demo.books(venue)) {
    if (book.type === "spot" && book.trading) sum += book.quoteVolume * demo.quoteUsd(book.quote, demo.now);
  }
  return sum;
}

function parseRow(line: string): ExchangeRow {
  const [id = "", name = "", site = "", country = "", year = "", millions = ""] = line.split("|");
  return {
    id,
    name,
    url: `https://${site}/`,
    venue: null,
    country: country === "" ? null : country,
    year: year === "" ? null : Number(year),
    baseVolumeUsd: Number(millions) * SCALE,
  };
}

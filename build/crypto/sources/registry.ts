import { defillama } from "./defi/defillama.ts";
import { binance } from "./exchanges/binance.ts";
import { bitfinex } from "./exchanges/bitfinex.ts";
import { bitget } from "./exchanges/bitget.ts";
import { bithumb } from "./exchanges/bithumb.ts";
import { bitmart } from "./exchanges/bitmart.ts";
import { bitso } from "./exchanges/bitso.ts";
import { bitstamp } from "./exchanges/bitstamp.ts";
import { bitvavo } from "./exchanges/bitvavo.ts";
import { bybit } from "./exchanges/bybit.ts";
import { coinbase } from "./exchanges/coinbase.ts";
import { cryptoCom } from "./exchanges/crypto-com.ts";
import { gate } from "./exchanges/gate.ts";
import { gemini } from "./exchanges/gemini.ts";
import { htx } from "./exchanges/htx.ts";
import { kraken } from "./exchanges/kraken.ts";
import { kucoin } from "./exchanges/kucoin.ts";
import { mexc } from "./exchanges/mexc.ts";
import { okx } from "./exchanges/okx.ts";
import { upbit } from "./exchanges/upbit.ts";
import { whitebit } from "./exchanges/whitebit.ts";
import { ecb } from "./fiat/ecb.ts";
import { fawazahmed0 } from "./fiat/fawazahmed0.ts";
import { frankfurter } from "./fiat/frankfurter.ts";
import { newsPublishers } from "./news/news-publishers.ts";
import { coingecko } from "./reference/coingecko.ts";
import { coinlore } from "./reference/coinlore.ts";
import { coinpaprika } from "./reference/coinpaprika.ts";
import { alternativeMe } from "./sentiment/alternative-me.ts";
import type { Source } from "./source.ts";

/** Every upstream, venues first; a new source is one file and one line here. */
export const sources: readonly Source[] = [
  binance,
  coinbase,
  kraken,
  bitstamp,
  okx,
  kucoin,
  gate,
  cryptoCom,
  bitget,
  mexc,
  htx,
  bitfinex,
  bybit,
  gemini,
  upbit,
  bitvavo,
  whitebit,
  bithumb,
  bitso,
  bitmart,
  coingecko,
  coinpaprika,
  coinlore,
  defillama,
  alternativeMe,
  frankfurter,
  ecb,
  fawazahmed0,
  ...newsPublishers,
];

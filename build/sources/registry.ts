import { alternativeMe } from "./alternative-me.ts";
import { binance } from "./binance.ts";
import { bitfinex } from "./bitfinex.ts";
import { bitget } from "./bitget.ts";
import { bitstamp } from "./bitstamp.ts";
import { bybit } from "./bybit.ts";
import { coinbase } from "./coinbase.ts";
import { coingecko } from "./coingecko.ts";
import { coinlore } from "./coinlore.ts";
import { coinpaprika } from "./coinpaprika.ts";
import { cryptoCom } from "./crypto-com.ts";
import { defillama } from "./defillama.ts";
import { ecb } from "./ecb.ts";
import { fawazahmed0 } from "./fawazahmed0.ts";
import { frankfurter } from "./frankfurter.ts";
import { gate } from "./gate.ts";
import { gemini } from "./gemini.ts";
import { htx } from "./htx.ts";
import { kraken } from "./kraken.ts";
import { kucoin } from "./kucoin.ts";
import { mexc } from "./mexc.ts";
import { newsPublishers } from "./news-publishers.ts";
import { okx } from "./okx.ts";
import type { Source } from "./source.ts";
import { upbit } from "./upbit.ts";

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

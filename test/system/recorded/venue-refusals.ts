import { binance } from "../../../build/crypto/sources/exchanges/binance.ts";
import { bitfinex } from "../../../build/crypto/sources/exchanges/bitfinex.ts";
import { bitget } from "../../../build/crypto/sources/exchanges/bitget.ts";
import { bitstamp } from "../../../build/crypto/sources/exchanges/bitstamp.ts";
import { coinbase } from "../../../build/crypto/sources/exchanges/coinbase.ts";
import { cryptoCom } from "../../../build/crypto/sources/exchanges/crypto-com.ts";
import { gate } from "../../../build/crypto/sources/exchanges/gate.ts";
import { gemini } from "../../../build/crypto/sources/exchanges/gemini.ts";
import { htx } from "../../../build/crypto/sources/exchanges/htx.ts";
import { kraken } from "../../../build/crypto/sources/exchanges/kraken.ts";
import { kucoin } from "../../../build/crypto/sources/exchanges/kucoin.ts";
import { mexc } from "../../../build/crypto/sources/exchanges/mexc.ts";
import { okx } from "../../../build/crypto/sources/exchanges/okx.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import type { Refusal } from "./case.ts";

const both = ["listing", "tickers"];
const refuse = (
  source: Source,
  folder: string,
  file: string,
  feeds: string[],
  refused: Refusal["refused"],
): Refusal => ({
  source,
  feeds,
  refused,
  file: `exchanges/${folder}/${file}`,
});

/** Bodies of other endpoints and older versions, and errors. */
export const venueRefusals: readonly Refusal[] = [
  refuse(binance, "binance", "error_invalid_symbol.json", both, "-1121 Invalid symbol."),
  refuse(binance, "binance", "avgPrice_BTCUSDT.json", ["tickers"], "the body"),
  refuse(binance, "binance", "klines_BTCUSDT_5m.json", ["tickers"], 24),
  refuse(kucoin, "kucoin", "candles_1min.json", ["tickers"], "the body"),
  refuse(kucoin, "kucoin", "candles_1min.json", ["listing"], 1),
  refuse(htx, "htx", "v1_common_symbols.2021-04-17.full.json", ["listing"], 938),
  refuse(bitget, "bitget", "v1_spot_tickers.2022-12-07.full.json", ["tickers"], 442),
  refuse(bitget, "bitget", "v2_candles_1min.2024.json", both, 1),
  refuse(gemini, "gemini", "error_bad_symbol.json", both, "Supplied value 'bla'"),
  refuse(gemini, "gemini", "symbols.json", ["listing"], 50),
  refuse(gemini, "gemini", "pubticker_BTCUSD.2019.json", ["tickers"], "the body"),
  refuse(gemini, "gemini", "v2_ticker_BTCUSD.json", ["tickers"], "the body"),
  refuse(gate, "gate", "candlesticks_1m.json", both, 1),
  refuse(gate, "gate", "candlesticks_BTC_USDT.2024-06-01.json", both, 1),
  refuse(okx, "okx", "history-candles_one.json", ["tickers"], 1),
  refuse(mexc, "mexc", "defaultSymbols.2026-06.full.json", ["listing"], "the body"),
  refuse(cryptoCom, "cryptocom", "get-candlestick_1m.2023.json", both, 1),
  refuse(bitstamp, "bitstamp", "ohlc_btcusd_60s_limit10.json", ["tickers"], "the body"),
  refuse(coinbase, "coinbase", "currencies.2022-12-05.full.json", ["listing"], 242),
  refuse(coinbase, "coinbase", "product_stats_single.2018.json", ["tickers"], "all rows"),
  refuse(coinbase, "coinbase", "product_ticker_single.2018.json", ["tickers"], "all rows"),
  refuse(coinbase, "coinbase", "candles.2018.json", ["tickers"], "the body"),
  refuse(coinbase, "coinbase", "candles_60s.json", ["tickers"], "the body"),
  refuse(kraken, "kraken", "Assets.2019.json", both, "all rows"),
  refuse(kraken, "kraken", "OHLC_XXBTZUSD_1m.2017-08.full.json", both, "all rows"),
  // One list, and not the three of the request.
  refuse(bitfinex, "bitfinex", "conf_pub_list_currency.2021.json", ["listing"], "the body"),
  refuse(bitfinex, "bitfinex", "conf_pub_list_pair_exchange.json", ["listing"], "the body"),
  refuse(bitfinex, "bitfinex", "conf_pub_map_currency_undl.json", ["listing"], "the body"),
];

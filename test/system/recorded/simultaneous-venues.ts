import type { Ticker } from "../../../build/crypto/normalise/record.ts";
import { bitget } from "../../../build/crypto/sources/exchanges/bitget.ts";
import { coinbase } from "../../../build/crypto/sources/exchanges/coinbase.ts";
import { gate } from "../../../build/crypto/sources/exchanges/gate.ts";
import { htx } from "../../../build/crypto/sources/exchanges/htx.ts";
import { kucoin } from "../../../build/crypto/sources/exchanges/kucoin.ts";
import { mexc } from "../../../build/crypto/sources/exchanges/mexc.ts";
import { okx } from "../../../build/crypto/sources/exchanges/okx.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { listMarkets } from "./case.ts";
import { samples } from "./samples.ts";

/** What Coinbase's USDT-USD said in the same three minutes. */
const TETHER_USD = 0.99975;

export const RECORDED_AT_MS = Date.UTC(2026, 8, 27, 17, 30, 30);

/** A venue whose tickers were recorded. */
export interface RecordedVenue {
  source: Source;
  file: string;
  /** The venue's name of the pair that is read. */
  name(base: string): string;
  quoteUsd: number;
}

/**
 * Recorded within three minutes; the listings are made of the names, because most were not recorded
 * that day.
 */
export const RECORDED_VENUES: readonly RecordedVenue[] = [
  { source: coinbase, file: "coinbase/products_stats", name: (base) => `${base}-USD`, quoteUsd: 1 },
  { source: okx, file: "okx/tickers_spot", name: (base) => `${base}-USDT`, quoteUsd: TETHER_USD },
  { source: gate, file: "gate/spot_tickers", name: (base) => `${base}_USDT`, quoteUsd: TETHER_USD },
  { source: kucoin, file: "kucoin/allTickers", name: (base) => `${base}-USDT`, quoteUsd: TETHER_USD },
  { source: htx, file: "htx/market_tickers", name: (base) => `${base.toLowerCase()}usdt`, quoteUsd: TETHER_USD },
  { source: mexc, file: "mexc/ticker_24hr", name: (base) => `${base}USDT`, quoteUsd: TETHER_USD },
  { source: bitget, file: "bitget/v2_spot_tickers", name: (base) => `${base}USDT`, quoteUsd: TETHER_USD },
];

export function readBody({ file }: RecordedVenue): unknown {
  return samples.readJson(`exchanges/${file}.2026-09-27.trimmed.json`);
}

/** The venue's tickers of a coin in its one quote. */
export function readTickers(base: string, venue: RecordedVenue): readonly Ticker[] {
  const options = { now: RECORDED_AT_MS, records: { listing: listMarkets([venue.name(base)]) } };
  return readFeed<"ticker">(venue.source, "tickers", readBody(venue), options).records;
}

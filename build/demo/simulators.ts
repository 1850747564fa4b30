import { alternativeMeSimulator } from "./reference/alternative-me.ts";
import { coingeckoSimulator } from "./reference/coingecko.ts";
import { coinloreSimulator } from "./reference/coinlore.ts";
import { coinpaprikaSimulator } from "./reference/coinpaprika.ts";
import { defillamaSimulator } from "./reference/defillama.ts";
import { ecbSimulator } from "./reference/ecb.ts";
import { fawazahmed0Simulator } from "./reference/fawazahmed0.ts";
import { frankfurterSimulator } from "./reference/frankfurter.ts";
import { newsSimulator } from "./reference/news.ts";
import type { Simulator } from "./simulator.ts";
import { binanceSimulator } from "./venues/binance.ts";
import { bitfinexSimulator } from "./venues/bitfinex.ts";
import { bitgetSimulator } from "./venues/bitget.ts";
import { bitstampSimulator } from "./venues/bitstamp.ts";
import { bybitSimulator } from "./venues/bybit.ts";
import { coinbaseSimulator } from "./venues/coinbase.ts";
import { cryptoComSimulator } from "./venues/crypto-com.ts";
import { gateSimulator } from "./venues/gate.ts";
import { geminiSimulator } from "./venues/gemini.ts";
import { htxSimulator } from "./venues/htx.ts";
import { krakenSimulator } from "./venues/kraken.ts";
import { kucoinSimulator } from "./venues/kucoin.ts";
import { mexcSimulator } from "./venues/mexc.ts";
import { okxSimulator } from "./venues/okx.ts";
import { upbitSimulator } from "./venues/upbit.ts";

/** Every simulated upstream, venues first; a new one is one file and one line here. */
export const simulators: readonly Simulator[] = [
  binanceSimulator,
  coinbaseSimulator,
  krakenSimulator,
  bitstampSimulator,
  okxSimulator,
  kucoinSimulator,
  gateSimulator,
  cryptoComSimulator,
  bitgetSimulator,
  mexcSimulator,
  htxSimulator,
  bitfinexSimulator,
  bybitSimulator,
  geminiSimulator,
  upbitSimulator,
  coingeckoSimulator,
  coinpaprikaSimulator,
  coinloreSimulator,
  defillamaSimulator,
  alternativeMeSimulator,
  frankfurterSimulator,
  ecbSimulator,
  fawazahmed0Simulator,
  newsSimulator,
];

/** One sentence on the failures that are played, so that nobody takes them for real ones. */
export function describeOutages(): string {
  const outages = simulators.flatMap(({ source, outage }) => (outage === undefined ? [] : [`${source} ${outage}`]));
  return `The sample world plays outages too: ${outages.join("; ")}.`;
}

/** The simulator that answers for a host (`api.kraken.com`). */
export function findSimulator(host: string): Simulator | undefined {
  return simulators.find((simulator) => simulator.hosts.includes(host));
}

import { sources } from "../sources/registry.ts";
import { alternativeMeSimulator } from "./reference/alternative-me.ts";
import { coingeckoSimulator } from "./reference/coingecko.ts";
import { coinloreSimulator } from "./reference/coinlore.ts";
import { coinpaprikaSimulator } from "./reference/coinpaprika.ts";
import { defillamaSimulator } from "./reference/defillama.ts";
import { ecbSimulator, fawazahmed0Simulator, frankfurterSimulator } from "./reference/fiat.ts";
import { newsSimulator } from "./reference/news.ts";
import type { Simulator } from "./simulator.ts";
import { bitfinexSimulator } from "./venues/bitfinex.ts";
import { bithumbSimulator } from "./venues/bithumb.ts";
import { bitstampSimulator } from "./venues/bitstamp.ts";
import { coinbaseSimulator } from "./venues/coinbase.ts";
import { FLAT_HABITS } from "./venues/flat-habits.ts";
import { simulateFlatVenue } from "./venues/flat-venue.ts";
import { krakenSimulator } from "./venues/kraken.ts";

/** Every simulated upstream; venues that declare their fields have no simulator of their own. */
export const simulators: readonly Simulator[] = [
  ...sources.flatMap(({ id, flat }) => (flat === undefined ? [] : [simulateFlatVenue(id, flat, FLAT_HABITS[id])])),
  coinbaseSimulator,
  krakenSimulator,
  bitstampSimulator,
  bitfinexSimulator,
  bithumbSimulator,
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

/** One sentence about the simulated outages, so that they are not mistaken for real ones. */
export function describeOutages(): string {
  const outages = simulators.flatMap(({ source, outage }) => (outage === undefined ? [] : [`${source} ${outage}`]));
  return `The demo market also simulates outages: ${outages.join("; ")}.`;
}

/** The simulator that answers for a host (`api.kraken.com`). */
export function findSimulator(host: string): Simulator | undefined {
  return simulators.find((simulator) => simulator.hosts.includes(host));
}

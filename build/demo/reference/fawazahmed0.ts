import { DAY_MS, floorTo, renderDay } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import { FIAT_CODES, fiatUsd, isFiat } from "../fiat-rates.ts";
import type { Simulator } from "../simulator.ts";

const PATH = /^(?:\/npm\/@fawazahmed0\/currency-api@latest)?\/v1\/currencies\/([a-z]{3})(?:\.min)?\.json$/;

/** Currencies that are no more but still listed, with units per USD when they ended. */
const DEAD: Readonly<Record<string, number>> = {
  ...{ bgn: 1.68, byr: 29_800, cuc: 1, dem: 1.68, frf: 5.65, grd: 293, hrk: 6.5, itl: 1_667, ltl: 2.97, lvl: 0.6052 },
  ...{
    mro: 357,
    sll: 22_750,
    std: 21_100,
    trl: 42_000_000,
    veb: 23_800_000_000,
    vef: 23_800_000,
    zmk: 22_600,
    zwl: 322,
  },
};
/** Coins are mixed in under their tickers, without a mark. */
const MAX_COINS = 180;

/** `v1/currencies/{code}.min.json` of the CDN and of the copy elsewhere: one file a day, lower-case codes of all kinds. */
export const fawazahmed0Simulator: Simulator = {
  source: "fawazahmed0",
  hosts: ["cdn.jsdelivr.net", "latest.currency-api.pages.dev"],
  answer({ url }, demo) {
    const base = PATH.exec(url.pathname)?.[1];
    if (base === undefined || !isFiat(base.toUpperCase())) return undefined;
    const dayMs = floorTo(demo.now, DAY_MS);
    return { body: { date: renderDay(dayMs), [base]: renderRates(demo, base, dayMs) } };
  },
};

function renderRates(demo: DemoMarket, base: string, dayMs: number): Record<string, number> {
  const baseUsd = fiatUsd(base.toUpperCase(), dayMs);
  const rates = new Map<string, number>();
  // A ticker that is also a currency means the currency; of two coins with one ticker, the larger is listed.
  for (const coin of demo.coins.slice(0, MAX_COINS).toReversed()) {
    const priceUsd = demo.priceUsd(coin.id, dayMs);
    if (priceUsd !== null) rates.set(coin.symbol.toLowerCase(), baseUsd / priceUsd);
  }
  for (const [code, perUsd] of Object.entries(DEAD)) rates.set(code, baseUsd * perUsd);
  for (const code of FIAT_CODES) rates.set(code.toLowerCase(), baseUsd / fiatUsd(code, dayMs));
  const sorted = [...rates].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([code, rate]) => [code, Number(rate.toPrecision(9))]));
}

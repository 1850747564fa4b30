import { sortByName } from "../../../lib/entries.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, renderDay } from "../../../lib/time.ts";
import { isBankHoliday } from "../../sources/fiat/fiat-rate.ts";
import type { DemoMarket } from "../demo-market.ts";
import { FIAT_CODES, fiatUsd, parseRates } from "../fiat-rates.ts";
import type { Simulator } from "../simulator.ts";

/** The European Central Bank publishes at 16:00 in Frankfurt; copies follow minutes later. */
const PUBLISHED_AFTER_MS = 15 * HOUR_MS + 5 * MINUTE_MS;

/** The currencies with a reference rate against the euro, in the order of the sheet. */
const ECB_CURRENCIES: readonly string[] =
  "USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR".split(
    " ",
  );

/** The start of the last working day whose rates are published at `timeMs`. */
function findReferenceDay(timeMs: number): number {
  let dayMs = floorTo(timeMs - PUBLISHED_AFTER_MS, DAY_MS);
  while (isBankHoliday(dayMs)) dayMs -= DAY_MS;
  return dayMs;
}

/** When the rates of a day are taken: 14:15 in Frankfurt. */
function getFixingTime(dayMs: number): number {
  return dayMs + 13 * HOUR_MS + 15 * MINUTE_MS;
}

const ECB_FOLDER = "/stats/eurofxref";

/**
 * The daily sheet and both histories, newest day first: euro based, attributes in single quotes, a
 * cube in a cube in a cube.
 */
export const ecbSimulator: Simulator = {
  source: "ecb",
  hosts: ["www.ecb.europa.eu"],
  answer({ url }, demo) {
    const newestMs = findReferenceDay(demo.now);
    const send = (days: readonly number[]) => ({
      headers: { "content-type": "text/xml" },
      body: renderSheet(days),
    });
    if (url.pathname === `${ECB_FOLDER}/eurofxref-daily.xml`) return send([newestMs]);
    if (url.pathname === `${ECB_FOLDER}/eurofxref-hist.xml`) return send(listDays(newestMs, demo, demo.fixingDays));
    return url.pathname === `${ECB_FOLDER}/eurofxref-hist-90d.xml` ? send(listDays(newestMs, demo, 90)) : undefined;
  },
};

/** The working days of the last `count` days, newest first. */
function listDays(newestMs: number, { now }: DemoMarket, count: number): number[] {
  const days: number[] = [];
  for (let dayMs = newestMs; dayMs > now - count * DAY_MS; dayMs -= DAY_MS) if (!isBankHoliday(dayMs)) days.push(dayMs);
  return days;
}

function renderSheet(days: readonly number[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<Cube>
${days.map(renderCubes).join("\n")}
	</Cube>
</gesmes:Envelope>`;
}

function renderCubes(dayMs: number): string {
  const cubes = ECB_CURRENCIES.map((code) => `\t\t\t<Cube currency='${code}' rate='${renderRate(code, dayMs)}'/>`);
  return [`\t\t<Cube time='${renderDay(dayMs)}'>`, ...cubes, "\t\t</Cube>"].join("\n");
}

/** Units per euro, with five digits and at least two decimals. */
function renderRate(code: string, dayMs: number): string {
  const time = getFixingTime(dayMs);
  const rate = fiatUsd("EUR", time) / fiatUsd(code, time);
  return rate.toFixed(rate < 10 ? 4 : rate < 100 ? 3 : 2);
}

const CURRENCIES = ["EUR", ...ECB_CURRENCIES].sort();

/** `/v1/latest?base=USD`: the rates of the last working day, without the base. */
export const frankfurterSimulator: Simulator = {
  source: "frankfurter",
  hosts: ["api.frankfurter.dev"],
  answer({ url }, demo) {
    if (url.pathname !== "/v1/latest") return undefined;
    const dayMs = findReferenceDay(demo.now);
    const quoted = CURRENCIES.filter((code) => code !== "USD");
    const rates = quoted.map((code) => [code, round(1 / fiatUsd(code, getFixingTime(dayMs)))]);
    return { body: { amount: 1, base: "USD", date: renderDay(dayMs), rates: Object.fromEntries(rates) } };
  },
};

/** Five digits, as a rebased rate has. */
function round(rate: number): number {
  return Number(rate.toPrecision(5));
}

/** Currencies that are no more but still listed, with units per USD when they ended. */
const DEAD = parseRates(`
bgn 1.68, byr 29800, cuc 1, dem 1.68, frf 5.65, grd 293, hrk 6.5, itl 1667, ltl 2.97, lvl 0.6052, mro 357, sll 22750,
std 21100, trl 42000000, veb 23800000000, vef 23800000, zmk 22600, zwl 322`);
/** Coins are mixed in under their tickers, without a mark. */
const MAX_COINS = 180;

/** `v1/currencies/usd.min.json` of the CDN and its copy: a file a day, lower-case codes. */
export const fawazahmed0Simulator: Simulator = {
  source: "fawazahmed0",
  hosts: ["cdn.jsdelivr.net", "latest.currency-api.pages.dev"],
  answer({ url }, demo) {
    if (!url.pathname.endsWith("/v1/currencies/usd.min.json")) return undefined;
    const dayMs = floorTo(demo.now, DAY_MS);
    return { body: { date: renderDay(dayMs), usd: renderRates(demo, dayMs) } };
  },
};

function renderRates(demo: DemoMarket, dayMs: number): Record<string, number> {
  const rates = new Map<string, number>();
  // A ticker that is also a currency means the currency; of two coins with one ticker, the larger
  // is listed.
  for (const coin of demo.coins.slice(0, MAX_COINS).toReversed()) {
    const priceUsd = demo.priceUsd(coin.id, dayMs);
    if (priceUsd !== null) rates.set(coin.symbol.toLowerCase(), 1 / priceUsd);
  }
  for (const [code, perUsd] of DEAD) rates.set(code, perUsd);
  for (const code of FIAT_CODES) rates.set(code.toLowerCase(), 1 / fiatUsd(code, dayMs));
  return Object.fromEntries(sortByName(rates).map(([code, rate]) => [code, Number(rate.toPrecision(9))]));
}

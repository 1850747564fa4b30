import type { Check, Finding } from "./attack.ts";
import { countVenues } from "./judge-prices.ts";

const number = (text: string, coinId?: string): Finding => ({
  kind: "number",
  text,
  ...(coinId !== undefined && { coinId }),
});

/** How far a published total may be from the honest one: what stands in for it is older. */
const TOTAL_NEAR = 0.3;
const RATE_NEAR = 0.05;
const CAP_NEAR = 0.5;
const EXTREME_NEAR = 0.25;
const CHANGE_NEAR = 0.5;
const NEAR_AFTER_ROUNDING = 1e-9;

/** A total, its history and its parts are in the units of the honest build, or not published. */
export const checkDefi: Check = ({ built, moment }) => {
  const now = built.market.defi;
  const honest = moment.honest.market.defi;
  if (!built.gate.passed || now === null || honest === null) return [];
  const findings: Finding[] = [];
  const compare = (what: string, value: number, truth: number) => {
    if (isOff(value, truth, TOTAL_NEAR)) findings.push(number(`DeFi ${what} is ${value} instead of ${truth}`));
  };
  if (now.history.length > 0) compare("total", now.totalTvl, honest.totalTvl);
  const history = new Map(honest.history.map(({ timeMs, tvlUsd }) => [timeMs, tvlUsd]));
  const middle = now.history[Math.floor(now.history.length / 2)];
  if (middle !== undefined && history.has(middle.timeMs)) {
    compare("history", middle.tvlUsd, history.get(middle.timeMs)!);
  }
  for (const part of ["protocols", "chains"] as const) {
    const all = new Map(honest[part].map(({ name, tvlUsd }) => [name, tvlUsd]));
    const off = now[part].filter(({ name, tvlUsd }) => isOff(tvlUsd, all.get(name) ?? tvlUsd, TOTAL_NEAR));
    const first = off[0];
    if (first !== undefined) compare(`${part} (${off.length}), ${first.name}`, first.tvlUsd, all.get(first.name)!);
  }
  return findings;
};

/** A rate is the honest one, or there is none. */
export function checkFiat(codes: readonly string[]): Check {
  return ({ built, moment }) =>
    codes.flatMap((code) => {
      const rate = built.market.exchangeRates?.rates[code];
      const truth = moment.honest.market.exchangeRates?.rates[code];
      if (!built.gate.passed || rate === undefined || truth === undefined || !isOff(rate, truth, RATE_NEAR)) return [];
      return [number(`1 USD is ${rate} ${code} instead of ${truth}`)];
    });
}

export function checkSupply(coinId: string): Check {
  return ({ built, moment }) => {
    const now = built.rows.get(coinId);
    const honest = moment.honest.rows.get(coinId);
    if (!built.gate.passed || now === undefined || honest === undefined) return [];
    return (["marketCap", "fullyDilutedValuation", "circulatingSupply", "totalSupply", "maxSupply"] as const).flatMap(
      (name) =>
        now[name] !== null && honest[name] !== null && isOff(now[name], honest[name], CAP_NEAR)
          ? [number(`${name} of ${coinId} is ${now[name]} instead of ${honest[name]}`, coinId)]
          : [],
    );
  };
}

export const checkGlobal: Check = ({ built, moment }) => {
  const now = built.market.global;
  const honest = moment.honest.market.global;
  if (!built.gate.passed || now === null || honest === null) return [];
  return (["totalMarketCap", "totalVolume"] as const).flatMap((name) =>
    isOff(now[name], honest[name], name === "totalVolume" ? 2 : TOTAL_NEAR + 0.05)
      ? [number(`${name} is ${now[name]} instead of ${honest[name]} (of ${now.source ?? "the coins covered"})`)]
      : [],
  );
};

/** Highs and lows hold the price between them. */
export function checkExtremes(coinId: string): Check {
  return ({ built, moment }) => {
    const now = built.rows.get(coinId);
    const honest = moment.honest.rows.get(coinId);
    const price = now?.price;
    if (!built.gate.passed || now === undefined || honest === undefined || price == null) return [];
    const findings: Finding[] = [];
    const least = (what: string, value: number | null, floor: number | null) => {
      if (value !== null && floor !== null && value < floor * (1 - NEAR_AFTER_ROUNDING)) {
        findings.push(number(`${what} of ${coinId}: ${value} is below ${floor}`, coinId));
      }
    };
    least("high and price", now.high24h, price);
    least("price and low", price, now.low24h);
    least("all-time high and high", now.ath.price, Math.max(price, now.high24h ?? price));
    least("low and all-time low", Math.min(price, now.low24h ?? price), now.atl.price);
    for (const name of ["high24h", "low24h"] as const) {
      const value = now[name];
      const truth = honest[name];
      if (value !== null && truth !== null && isOff(value, truth, EXTREME_NEAR)) {
        findings.push(number(`${name} of ${coinId} is ${value} instead of ${truth}`, coinId));
      }
    }
    return findings;
  };
}

/**
 * Changes are those of the honest build, or not known; of all coins that three honest venues trade
 * where none is named.
 */
export function checkChanges(coinIds: readonly string[] | null): Check {
  return (attacked, counts) => {
    const { built, moment } = attacked;
    if (!built.gate.passed) return [];
    const ids = coinIds ?? [...built.rows.keys()].filter((id) => countVenues(attacked, id).honest >= 3);
    return ids.flatMap((id) => {
      const now = built.rows.get(id);
      const honest = moment.honest.rows.get(id);
      if (now === undefined || honest === undefined) return [];
      counts.coins += 1;
      const spans = coinIds === null ? (["24h"] as const) : (["1h", "24h", "7d"] as const);
      return spans.flatMap((span) => {
        const value = now.changePercentage[span];
        const truth = honest.changePercentage[span];
        if (value === null || truth === null || Math.abs(value - truth) <= CHANGE_NEAR * (span === "7d" ? 4 : 1))
          return [];
        return [number(`change of ${id} in ${span} is ${value} % instead of ${truth} %`, id)];
      });
    });
  };
}

function isOff(value: number, truth: number, share: number): boolean {
  if (truth === 0) return false;
  return Math.max(value / truth, truth / value) > 1 + share;
}

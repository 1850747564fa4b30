import { MINUTE_MS } from "../../lib/time.ts";
import { GATE_RULES, type GateThresholds } from "../rules.ts";
import type { GateCheck, GateVerdict } from "./run-report.ts";

/** The measurements of a build. */
export interface GateInput {
  /**
   * How far our clock is ahead of the upstreams', negative if behind; `null` if too few sent a
   * time.
   */
  clockSkewMs: number | null;
  /** Venues with tickers that were read in this run. */
  venues: number;
  /** Those of them that hold dollars. */
  usdFiatVenues: number;
  /** Confidence of the prices that every other price is built on. */
  btcConfidence: "high" | "low" | "none";
  ethConfidence: "high" | "low" | "none";
  /** `null` without a rate. */
  usdtStatus: "accepted" | "flagged" | "suspended" | null;
  /** Coins with an own price. */
  pricedCoins: number;
  /** The same of the last published build; `null` for the first one. */
  previousPricedCoins: number | null;
  /** Coins that all other prices are converted through, with fresh reference prices, in USD. */
  pivots: readonly { symbol: string; priceUsd: number | null; referencesUsd: readonly number[] }[];
  /** Coins that venues trade, and those of them with a held, suspect price. */
  heldCoins: { traded: number; held: number /** Share of the market cap of the traded coins. */; capShare: number };
  datasets: readonly { name: string; records: number; previousRecords: number | null }[];
  /** Suspect values that were left out. They do not refuse a build. */
  warnings: readonly { id: string; message: string; warning: boolean }[];
}

/**
 * Whether a build may be published. The first build has nothing to be
 * compared with.
 */
export function judgeGate(input: GateInput, thresholds: GateThresholds): GateVerdict {
  const checks = [
    checkClock(input, thresholds),
    checkCount("venues", "Venues that responded", input.venues, thresholds.minVenues),
    checkCount("usd-fiat-venues", "Venues with real dollar pairs", input.usdFiatVenues, thresholds.minUsdFiatVenues),
    checkConfidence("btc-confidence", "BTC", input.btcConfidence, thresholds),
    checkConfidence("eth-confidence", "ETH", input.ethConfidence, thresholds),
    checkUsdt(input.usdtStatus),
    checkPricedCoins(input, thresholds),
    checkPivots(input, thresholds),
    checkHeldCoins(input, thresholds),
    checkDatasets(input, thresholds),
    ...input.warnings.map((warning) => ({ ...warning, passed: true })),
  ];
  return { passed: checks.every((check) => check.passed), checks };
}

function checkCount(id: string, what: string, measured: number, least: number): GateCheck {
  return { id, passed: measured >= least, message: `${what}: ${count(measured)}, at least ${count(least)} needed.` };
}

function checkClock({ clockSkewMs }: GateInput, { maxClockSkewMinutes }: GateThresholds): GateCheck {
  const id = "clock";
  const allowed = `at most ${maxClockSkewMinutes} min allowed`;
  if (clockSkewMs === null) {
    return { id, passed: true, message: `Distance to the clocks of the upstreams: too few sent the time, ${allowed}.` };
  }
  // To a tenth of a minute: a status that changes with every second is useless.
  const minutes = Number((Math.abs(clockSkewMs) / MINUTE_MS).toFixed(1));
  return {
    id,
    passed: Math.abs(clockSkewMs) <= maxClockSkewMinutes * MINUTE_MS,
    message: `Distance to the clocks of the upstreams: ${minutes} min, ${allowed}.`,
  };
}

/** In ascending order: the position is the number of the threshold. */
const CONFIDENCES: readonly GateInput["btcConfidence"][] = ["none", "low", "high"];

function checkConfidence(
  id: string,
  symbol: string,
  confidence: GateInput["btcConfidence"],
  { minAnchorConfidence }: GateThresholds,
): GateCheck {
  return {
    id,
    passed: CONFIDENCES.indexOf(confidence) >= minAnchorConfidence,
    message: `The confidence of the ${symbol} price is ${confidence}, ${CONFIDENCES[minAnchorConfidence] ?? minAnchorConfidence} needed.`,
  };
}

/** A flagged rate is accepted: its listings differ slightly. */
function checkUsdt(status: GateInput["usdtStatus"]): GateCheck {
  const message = `The USDT rate is ${status ?? "unknown"}, accepted or flagged needed.`;
  return { id: "usdt-rate", passed: status === "accepted" || status === "flagged", message };
}

function checkPricedCoins(
  { pricedCoins, previousPricedCoins }: GateInput,
  { minPricedCoinShare }: GateThresholds,
): GateCheck {
  const id = "priced-coins";
  if (previousPricedCoins === null) {
    return {
      id,
      passed: pricedCoins > 0,
      message: `Coins with an own price: ${count(pricedCoins)}, at least 1 needed; there is no previous build to compare with.`,
    };
  }
  const least = Math.ceil(minPricedCoinShare * previousPricedCoins);
  return {
    id,
    passed: pricedCoins > 0 && pricedCoins >= least,
    message: `Coins with an own price: ${count(pricedCoins)}, at least ${count(Math.max(least, 1))} needed (${renderShare(minPricedCoinShare)} of the previous ${count(previousPricedCoins)}).`,
  };
}

function checkPivots({ pivots }: GateInput, { maxPivotDistance }: GateThresholds): GateCheck {
  const off = pivots.flatMap(({ symbol, priceUsd, referencesUsd }) => {
    const agreeing = priceUsd === null ? undefined : findAgreeingReferences(referencesUsd, priceUsd, maxPivotDistance);
    return agreeing === undefined
      ? []
      : [`${symbol} ${renderUsd(priceUsd!)}, references ${agreeing.map(renderUsd).join(" and ")}`];
  });
  const list = off.length === 0 ? "" : ` (${off.join("; ")})`;
  return {
    id: "reference-prices",
    passed: off.length === 0,
    message: `BTC, ETH and USDT prices more than ${renderShare(maxPivotDistance)} from two references that agree: ${off.length}${list}, 0 allowed.`,
  };
}

/** Two references that agree with each other, both off the price. */
function findAgreeingReferences(
  references: readonly number[],
  priceUsd: number,
  distance: number,
): readonly [number, number] | undefined {
  const off = references.filter((reference) => Math.abs(priceUsd / reference - 1) > distance);
  for (const [at, first] of off.entries()) {
    const second = off.slice(at + 1).find((other) => Math.abs(other / first - 1) <= GATE_RULES.referencesAgree);
    if (second !== undefined) return [first, second];
  }
  return undefined;
}

function renderUsd(usd: number): string {
  return `${Number(usd.toPrecision(5))} USD`;
}

function checkHeldCoins(
  { heldCoins: { traded, held, capShare } }: GateInput,
  { maxHeldShare }: GateThresholds,
): GateCheck {
  const share = traded === 0 ? 0 : held / traded;
  return {
    id: "held-coins",
    passed: share <= maxHeldShare && capShare <= maxHeldShare,
    message: `Coins whose suspect price is held: ${count(held)} of ${count(traded)}, ${renderShare(capShare)} of their market cap; at most ${renderShare(maxHeldShare)} of either allowed.`,
  };
}

function checkDatasets({ datasets }: GateInput, { minDatasetShare }: GateThresholds): GateCheck {
  const id = "datasets";
  const share = renderShare(minDatasetShare);
  let compared = 0;
  const shrunk: string[] = [];
  for (const { name, records, previousRecords } of datasets) {
    if (previousRecords === null || previousRecords === 0) continue;
    compared += 1;
    if (records === 0 || records < minDatasetShare * previousRecords) {
      shrunk.push(`${name} from ${count(previousRecords)} to ${count(records)}`);
    }
  }
  if (compared === 0) {
    return {
      id,
      passed: true,
      message: `Datasets below ${share} of before: there is no previous build to compare with.`,
    };
  }
  const list = shrunk.length === 0 ? "" : ` (${shrunk.join(", ")})`;
  return {
    id,
    passed: shrunk.length === 0,
    message: `Datasets with nothing or less than ${share} of the previous build's records: ${shrunk.length} of ${compared}${list}, 0 allowed.`,
  };
}

function renderShare(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

/** `1,238`. */
function count(value: number): string {
  return value.toLocaleString("en-US");
}

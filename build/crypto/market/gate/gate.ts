import { groupThousands } from "../../../lib/text-layout.ts";
import { MINUTE_MS } from "../../../lib/time.ts";
import { GATE_RULES, type GateThresholds, LIST_RULES } from "../rules/price.ts";
import type { GateCheck, GateVerdict } from "./verdict.ts";

export interface GateInput {
  /** Positive: our clock is ahead of the upstreams'. `null`: too few sent a time. */
  clockSkewMs: number | null;
  /** Venues with tickers that were read in this run. */
  venues: number;
  /** Those of them that hold dollars. */
  usdFiatVenues: number;
  /** The prices that every other price is built on, and why their confidence is not high. */
  anchors: readonly { symbol: string; confidence: "high" | "low" | "none"; reason: string }[];
  /** `null` without a rate. */
  usdtStatus: "accepted" | "flagged" | "suspended" | null;
  pricedCoins: number;
  /** Those of the last accepted build that no single venue can take away; `null`: not compared. */
  previousPricedCoins: number | null;
  /** `null`: this build is compared with the last accepted one. */
  notCompared: string | null;
  /**
   * Coins that all other prices are converted through, with the venues in their price, the venues
   * that determine the dollar, and fresh reference prices, in USD.
   */
  pivots: readonly {
    symbol: string;
    priceUsd: number | null;
    venues: number;
    dollarVenues: number;
    referencesUsd: readonly number[];
  }[];
  /** Coins that several venues trade, those with a held price, their share of the market cap. */
  heldCoins: { traded: number; held: number; capShare: number };
  datasets: readonly { name: string; records: number; previousRecords: number | null }[];
  /** Suspect values that were left out. They do not refuse a build. */
  warnings: readonly { id: string; message: string; warning: boolean }[];
}

/** In ascending order: the position is the number of the threshold. */
const CONFIDENCES = ["none", "low", "high"] as const;

/** Whether a build may be published. */
export function judgeGate(input: GateInput, thresholds: GateThresholds): GateVerdict {
  const { venues, usdFiatVenues, usdtStatus } = input;
  const { minVenues, minUsdFiatVenues, minAnchorConfidence } = thresholds;
  const checks: GateCheck[] = [
    checkClock(input, thresholds),
    checkCount("venues", "Venues that responded", venues, minVenues),
    checkCount("usd-fiat-venues", "Venues with real dollar pairs", usdFiatVenues, minUsdFiatVenues),
    ...input.anchors.map(({ symbol, confidence, reason }) => {
      const passed = CONFIDENCES.indexOf(confidence) >= minAnchorConfidence;
      const needed = CONFIDENCES[minAnchorConfidence] ?? minAnchorConfidence;
      const measured = passed ? confidence : `${confidence} (${reason})`;
      const message = `Confidence in the ${symbol} price: ${measured}, at least ${needed} needed.`;
      return { id: `${symbol.toLowerCase()}-confidence`, passed, message };
    }),
    {
      id: "usdt-rate",
      // The listings behind a flagged rate differ only slightly.
      passed: usdtStatus === "accepted" || usdtStatus === "flagged",
      message: `The USDT rate is ${usdtStatus ?? "unknown"}, accepted or flagged needed.`,
    },
    checkPricedCoins(input, thresholds),
    checkPivots(input, thresholds),
    checkHeldCoins(input, thresholds),
    checkDatasets(input, thresholds),
    ...input.warnings.map((warning) => ({ ...warning, passed: true })),
  ];
  return { passed: checks.every((check) => check.passed), checks };
}

function checkCount(id: string, what: string, measured: number, least: number): GateCheck {
  return {
    id,
    passed: measured >= least,
    message: `${what}: ${groupThousands(measured)}, at least ${groupThousands(least)} needed.`,
  };
}

/** Whether the upstreams contradict the clock of this machine. */
export function isClockWrong(
  clockSkewMs: number | null,
  { maxClockSkewMinutes }: Pick<GateThresholds, "maxClockSkewMinutes">,
): boolean {
  return Math.abs(clockSkewMs ?? 0) > maxClockSkewMinutes * MINUTE_MS;
}

function checkClock({ clockSkewMs }: GateInput, thresholds: GateThresholds): GateCheck {
  // To a tenth of a minute: a status that changes with every second is useless.
  const measured =
    clockSkewMs === null ? "too few sent the time" : `${Number((Math.abs(clockSkewMs) / MINUTE_MS).toFixed(1))} min`;
  const passed = !isClockWrong(clockSkewMs, thresholds);
  const message = `Distance to the clocks of the upstreams: ${measured}, at most ${thresholds.maxClockSkewMinutes} min allowed.`;
  return {
    id: "clock",
    passed,
    message: passed
      ? message
      : `${message} Set the clock of this machine: it is ${(clockSkewMs ?? 0) > 0 ? "ahead" : "behind"}.`,
  };
}

function checkPricedCoins(
  { pricedCoins, previousPricedCoins: previous, notCompared }: GateInput,
  { minPricedCoinShare }: GateThresholds,
): GateCheck {
  const least = Math.max(Math.ceil(minPricedCoinShare * (previous ?? 0)), 1);
  const reason =
    previous === null
      ? `; ${notCompared}`
      : ` (${renderShare(minPricedCoinShare)} of the previous ${groupThousands(previous)} that no single venue prices alone)`;
  return {
    id: "priced-coins",
    passed: pricedCoins >= least,
    message: `Coins with an own price: ${groupThousands(pricedCoins)}, at least ${groupThousands(least)} needed${reason}.`,
  };
}

function checkPivots({ pivots }: GateInput, { maxPivotDistance }: GateThresholds): GateCheck {
  const off = pivots.flatMap(({ symbol, priceUsd, venues, dollarVenues, referencesUsd }) => {
    // Lists cannot overrule a market of many venues, unless few venues determine the dollar.
    if (venues >= LIST_RULES.safeVenues && dollarVenues >= LIST_RULES.safeDollarVenues) return [];
    if (priceUsd === null) return [];
    const agreeing = findAgreeingReferences(referencesUsd, priceUsd, maxPivotDistance);
    if (agreeing === undefined) return [];
    return `${symbol} ${renderUsd(priceUsd)}, references ${agreeing.map(renderUsd).join(" and ")}`;
  });
  return {
    id: "reference-prices",
    passed: off.length === 0,
    message:
      `BTC, ETH and USDT prices of few venues, more than ${renderShare(maxPivotDistance)} from two references that ` +
      `agree: ${off.length}${renderList(off, "; ")}, 0 allowed.`,
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

function checkHeldCoins(
  { heldCoins: { traded, held, capShare } }: GateInput,
  { maxHeldShare }: GateThresholds,
): GateCheck {
  const share = traded === 0 ? 0 : held / traded;
  return {
    id: "held-coins",
    passed: share <= maxHeldShare && capShare <= maxHeldShare,
    message:
      `Coins whose suspect price is held: ${groupThousands(held)} of ${groupThousands(traded)} that several venues trade, ` +
      `${renderShare(capShare)} of their market cap; at most ${renderShare(maxHeldShare)} of either allowed.`,
  };
}

function checkDatasets({ datasets, notCompared }: GateInput, { minDatasetShare }: GateThresholds): GateCheck {
  const id = "datasets";
  const share = renderShare(minDatasetShare);
  const compared = datasets.flatMap(({ name, records, previousRecords: before }) =>
    before === null || before === 0 ? [] : [{ name, records, before }],
  );
  if (compared.length === 0) {
    const reason = notCompared ?? "the previous build had none of them";
    return { id, passed: true, message: `Datasets below ${share} of before: ${reason}.` };
  }
  const shrunk = compared.filter(({ records, before }) => records === 0 || records < minDatasetShare * before);
  const names = shrunk.map(
    ({ name, records, before }) => `${name} from ${groupThousands(before)} to ${groupThousands(records)}`,
  );
  return {
    id,
    passed: shrunk.length === 0,
    message:
      `Datasets with nothing or less than ${share} of the previous build's records: ${shrunk.length} of ` +
      `${compared.length}${renderList(names, ", ")}, 0 allowed.`,
  };
}

function renderList(items: readonly string[], separator: string): string {
  return items.length === 0 ? "" : ` (${items.join(separator)})`;
}

function renderUsd(usd: number): string {
  return `${Number(usd.toPrecision(5))} USD`;
}

function renderShare(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

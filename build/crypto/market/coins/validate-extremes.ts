import { groupBy } from "../../../lib/collections.ts";
import { isNear } from "../../../lib/stats.ts";
import type { Dataset, ReferenceCoin } from "../../normalise/record.ts";
import { CAP_RULES, EXTREME_RULES } from "../rules/coins.ts";

/** The daily prices of our own series, backfilled ones included. */
export interface PastDays {
  highest: number;
  lowest: number;
  /** The prices at the ends of the days that end within a time; empty in a gap. */
  between(fromMs: number, toMs: number): readonly number[];
}

interface StatedExtreme {
  priceUsd: number;
  timeMs: number | null;
}

export type StatedExtremes = Record<"high" | "low", readonly StatedExtreme[]>;

/** Finds the all-time highs and lows that other lists state of a coin. */
export function collectExtremes(lists: readonly Dataset<"coin">[]): (coin: ReferenceCoin) => StatedExtremes {
  const rows = groupBy(
    lists.flatMap(({ records }) => records),
    ({ id }) => id,
  );
  return (coin) => {
    // Another ticker under the same id is another coin.
    const others = (rows.get(coin.id) ?? []).filter(({ symbol }) => symbol === coin.symbol);
    const state = (read: typeof readHigh) => {
      const own = read(coin);
      const all = others.flatMap((row) => read(row) ?? []);
      // An equal value is the coin's own row again: a list cannot confirm itself.
      return all.filter(({ priceUsd }) => priceUsd !== own?.priceUsd);
    };
    return { high: state(readHigh), low: state(readLow) };
  };
}

function readHigh({ athUsd, athTimeMs }: ReferenceCoin): StatedExtreme | null {
  return athUsd === null ? null : { priceUsd: athUsd, timeMs: athTimeMs };
}

function readLow({ atlUsd, atlTimeMs }: ReferenceCoin): StatedExtreme | null {
  return atlUsd === null ? null : { priceUsd: atlUsd, timeMs: atlTimeMs };
}

export interface ExtremeEvidence {
  /** Our own present price, otherwise the list's. */
  priceUsd: number | null;
  circulatingSupply: number | null;
  /** `null`: we have no series of the coin. */
  days: PastDays | null;
  others: StatedExtremes;
}

/**
 * The row with an all-time high and low that are plausible. Our own days decide where they reach
 * back to the stated time. Where they do not, lists must agree; a list alone must be within reach
 * of the present price. Otherwise there is no extreme: one number of two is wrong.
 */
export function validateExtremes(row: ReferenceCoin, evidence: ExtremeEvidence): ReferenceCoin {
  const high = chooseExtreme("high", readHigh(row), evidence);
  const low = chooseExtreme("low", readLow(row), evidence);
  return {
    ...row,
    athUsd: high?.priceUsd ?? null,
    athTimeMs: high?.timeMs ?? null,
    atlUsd: low?.priceUsd ?? null,
    atlTimeMs: low?.timeMs ?? null,
  };
}

type Side = "high" | "low";

function chooseExtreme(side: Side, stated: StatedExtreme | null, evidence: ExtremeEvidence): StatedExtreme | null {
  if (stated === null) return null;
  const judged = [stated, ...evidence.others[side]].map((extreme) => ({
    extreme,
    verdict: judgeExtreme(side, extreme, evidence),
  }));
  const confirmed = judged.find(({ verdict }) => verdict === "confirmed");
  if (confirmed !== undefined) return confirmed.extreme;
  const open = judged.filter(({ verdict }) => verdict === "open").map(({ extreme }) => extreme);
  if (open.length <= 1) return open[0] ?? null;
  const agrees = (one: StatedExtreme) => (other: StatedExtreme) =>
    other !== one && isNear(other.priceUsd, one.priceUsd, EXTREME_RULES.lists);
  return open.find((one) => open.some(agrees(one))) ?? null;
}

function judgeExtreme(
  side: Side,
  { priceUsd: stated, timeMs }: StatedExtreme,
  { priceUsd, circulatingSupply, days }: ExtremeEvidence,
): "confirmed" | "open" | "refused" {
  /** How far the second price is beyond the first one, on this side. */
  const exceeds = (inner: number, outer: number) => (side === "high" ? outer / inner : inner / outer);
  if (side === "high" && circulatingSupply !== null && stated * circulatingSupply > CAP_RULES.maxUsd) return "refused";
  if (priceUsd !== null && exceeds(priceUsd, stated) > EXTREME_RULES.mostFromPrice) return "refused";
  if (days === null) return "open";
  const furthest = side === "high" ? days.highest : days.lowest;
  if (exceeds(stated, furthest) > EXTREME_RULES.passed) return "refused";
  const { aroundMs } = EXTREME_RULES;
  const around = timeMs === null ? [] : days.between(timeMs - aroundMs, timeMs + aroundMs);
  if (around.length === 0) return "open";
  const nearest = side === "high" ? Math.max(...around) : Math.min(...around);
  return exceeds(nearest, stated) <= EXTREME_RULES.spike ? "confirmed" : "refused";
}

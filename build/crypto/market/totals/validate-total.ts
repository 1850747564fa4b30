import { isNumber, isTimeMs, objectOf, orNull, type ShapeOf } from "../../../lib/shape.ts";
import { isNear } from "../../../lib/stats.ts";
import type { TvlPoint } from "../../normalise/record.ts";
import { DEFI_RULES, GUARD_RULES, TOTAL_RULES } from "../rules/totals.ts";
import { type Evidence, type Limit, near, renderBillions, validateClaim } from "./claim.ts";

/** The total by each list; `null` for an empty list. */
export interface Measured {
  chains: number | null;
  protocols: number | null;
  /** Wrapped coins' protocols over the market caps of these coins; `null`: too few are known. */
  scale: number | null;
  /** The sum over all coins, in USD; `null`: too few have one. */
  marketCap: number | null;
  caps: ReadonlyMap<string, number>;
  /** What totals are compared with; `null` in a first build. */
  anchor: TotalAnchor | null;
}

/** An accepted total, some days old, with what else was counted then. */
export type TotalAnchor = ShapeOf<typeof isTotalAnchor>;
export const isTotalAnchor = objectOf({
  timeMs: isTimeMs,
  tvlUsd: isNumber,
  marketCap: orNull(isNumber),
  chains: orNull(isNumber),
  protocols: orNull(isNumber),
});

/** Between the amount `then`, at the time of the anchor, and one that moved with the coins. */
export function reachable(then: number | null | undefined, { anchor, marketCap }: Measured): Limit {
  const growth = marketCap === null || !anchor?.marketCap ? 1 : marketCap / anchor.marketCap;
  return {
    amount: then,
    least: Math.min(1, growth) / TOTAL_RULES.move,
    most: Math.max(1, growth) * TOTAL_RULES.move,
    reason: `after ${renderBillions(then ?? 0)}`,
  };
}

/** Protocols that hold what their coins are worth, at the same ratio to the total as before. */
function isConfirmedByProtocols(total: number, { anchor, protocols, scale }: Measured): boolean {
  if (anchor === null || anchor.protocols === null || protocols === null || scale === null) return false;
  return (
    isNear(scale, 1, GUARD_RULES.far) && isNear(total / protocols, anchor.tvlUsd / anchor.protocols, GUARD_RULES.far)
  );
}

function collectTotal(amount: number, measured: Measured): Evidence {
  const { chains, protocols, scale, marketCap, anchor } = measured;
  // The coins reveal the unit of the protocols' values.
  const held = protocols && protocols / (scale ?? 1);
  const then = isConfirmedByProtocols(amount, measured) ? null : anchor?.tvlUsd;
  const ofProtocols = `and protocols that hold ${renderBillions(held ?? 0)}`;
  return {
    stated: `a total of ${renderBillions(amount)}`,
    amount,
    limits: [
      {
        amount: marketCap,
        least: DEFI_RULES.leastShare,
        most: DEFI_RULES.mostOfMarket,
        reason: `and all coins are worth ${renderBillions(marketCap ?? 0)}`,
      },
      reachable(then, measured),
      near(scale && held, GUARD_RULES.sameThing, `${ofProtocols} by their coins`),
    ],
    corroborating: [
      near(chains, GUARD_RULES.sameThing, `chains of ${renderBillions(chains ?? 0)}`),
      near(held, GUARD_RULES.sameThing, ofProtocols),
    ],
  };
}

/**
 * The newest valid total, at most three days old, with the points before it; else the last one of
 * `memory`.
 */
export function validateTotal<Memory extends { timeMs: number; total: TvlPoint }>(
  points: readonly TvlPoint[],
  measured: Measured,
  memory: Memory | undefined,
  now: number,
): { history: TvlPoint[]; isStale: boolean; held: Memory | undefined; warnings: string[] } {
  const ascending = [...points].sort((a, b) => a.timeMs - b.timeMs);
  const newest = ascending.at(-1);
  const recent = ascending.filter((point) => point === newest || now - point.timeMs <= DEFI_RULES.heldMs);
  const { accepted, held, warnings } = validateClaim({
    claims: recent.toReversed(),
    collect: ({ tvlUsd }) => [collectTotal(tvlUsd, measured)],
    memory,
    heldMs: DEFI_RULES.heldMs,
    now,
  });
  if (accepted === undefined) {
    return { history: held === undefined ? [] : [held.total], isStale: newest !== undefined, held, warnings };
  }
  const history = keepContinuous(ascending.slice(0, ascending.indexOf(accepted) + 1), warnings);
  return { history, isStale: accepted !== newest, held, warnings };
}

/** Without points from which no market reaches the next one in a day. */
function keepContinuous(points: readonly TvlPoint[], warnings: string[]): TvlPoint[] {
  const kept: TvlPoint[] = [];
  let dropped = 0;
  let isBroken = false;
  for (const point of points.toReversed()) {
    const next = kept.at(-1) ?? point;
    if (isBroken && next.timeMs - point.timeMs > GUARD_RULES.comparedMs) break;
    const isJudged = point.timeMs >= DEFI_RULES.continuousSinceMs;
    isBroken = isJudged && !isNear(point.tvlUsd, next.tvlUsd, GUARD_RULES.sameThing);
    if (isBroken) dropped += 1;
    else kept.push(point);
  }
  if (dropped > 0)
    warnings.push(`${dropped} days of the total that do not lead to ${renderBillions(kept[0]?.tvlUsd ?? 0)}`);
  return kept.reverse();
}

/** Without a row that is several times all others together. */
export function sumWithoutOutlier(rows: readonly { tvlUsd: number }[]): number {
  const sum = rows.reduce((all, { tvlUsd }) => all + tvlUsd, 0);
  const largest = rows.reduce((most, { tvlUsd }) => Math.max(most, tvlUsd), 0);
  const rest = sum - largest;
  return rest > 0 && largest > DEFI_RULES.outlier * rest ? rest : sum;
}

import { isNumber, isTimeMs, objectOf, orNull, type ShapeOf } from "../../lib/shape.ts";
import { isNear } from "../../lib/stats.ts";
import type { TvlPoint } from "../../normalise/record.ts";
import { DEFI_RULES } from "../rules/totals.ts";
import { acceptFirst, findObjection, renderBillions } from "./claim.ts";

/** The total by each list; `null` for an empty list. */
export interface Measured {
  chains: number | null;
  protocols: number | null;
  /** Wrapped coins' protocols over the market caps of these coins; `null`: too few are known. */
  scale: number | null;
  /** Of all coins, in USD; `null`: too few have one. */
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

export function moveAnchor(total: number, measured: Measured, now: number): TotalAnchor {
  const { anchor, marketCap, chains, protocols } = measured;
  if (anchor !== null && now - anchor.timeMs < DEFI_RULES.anchorMs) return anchor;
  return { timeMs: now, tvlUsd: total, marketCap, chains, protocols };
}

/** Whether an amount lies between the one of the anchor and one that moved with the coins. */
export function isReachable(amount: number, then: number | null | undefined, { anchor, marketCap }: Measured): boolean {
  if (anchor === null || then === null || then === undefined) return true;
  const growth = marketCap === null || anchor.marketCap === null ? 1 : marketCap / anchor.marketCap;
  const move = amount / then;
  return move >= Math.min(1, growth) / DEFI_RULES.maxDrift && move <= Math.max(1, growth) * DEFI_RULES.maxDrift;
}

/** Protocols that hold what their coins are worth, at the same ratio to the total as before. */
function isConfirmedByProtocols(total: number, { anchor, protocols, scale }: Measured): boolean {
  if (anchor === null || anchor.protocols === null || protocols === null || scale === null) return false;
  return (
    isNear(scale, 1, DEFI_RULES.confirms) &&
    isNear(total / protocols, anchor.tvlUsd / anchor.protocols, DEFI_RULES.confirms)
  );
}

function findTotalObjection(total: number, measured: Measured): string | null {
  const { chains, protocols, scale, marketCap, anchor } = measured;
  const stated = `a total of ${renderBillions(total)}`;
  // The coins reveal the unit of the protocols' values.
  const held = protocols === null || scale === null ? protocols : protocols / scale;
  const isHeld = held === null ? null : isNear(total, held, DEFI_RULES.protocolsSlack);
  const isSum = chains === null ? null : isNear(total, chains, DEFI_RULES.chainsSlack);
  const share = marketCap === null ? null : total / marketCap;
  return findObjection([
    [
      share !== null && (share > DEFI_RULES.mostOfMarket || share < DEFI_RULES.leastOfMarket),
      `${stated}, and all coins are worth ${renderBillions(marketCap ?? 0)}`,
    ],
    [
      !isReachable(total, anchor?.tvlUsd, measured) && !isConfirmedByProtocols(total, measured),
      `${stated}, after ${renderBillions(anchor?.tvlUsd ?? 0)}`,
    ],
    [
      scale !== null && isHeld === false,
      `${stated}, and protocols that hold ${renderBillions(held ?? 0)} by their coins`,
    ],
    [
      isHeld !== true && isSum !== true && (isHeld === false || isSum === false),
      `${stated}, chains of ${renderBillions(chains ?? 0)} and protocols of ${renderBillions(protocols ?? 0)}`,
    ],
  ]);
}

/** The newest valid total, at most three days old, with the points before it; else the last one. */
export function validateTotal(
  points: readonly TvlPoint[],
  measured: Measured,
  held: TvlPoint | undefined,
  now: number,
  warnings: string[],
): { history: TvlPoint[]; isStale: boolean } {
  const ascending = [...points].sort((a, b) => a.timeMs - b.timeMs);
  const newest = ascending.at(-1);
  const isAlone = measured.chains === null && measured.protocols === null;
  const recent = ascending.filter((point) => point === newest || now - point.timeMs <= DEFI_RULES.heldMs);
  const found = acceptFirst(
    recent.toReversed(),
    (point) => {
      const previous = ascending[ascending.indexOf(point) - 1];
      // No chains or protocols can confirm a jump.
      if (isAlone && previous !== undefined && Math.abs(point.tvlUsd / previous.tvlUsd - 1) > DEFI_RULES.maxMove) {
        return `a total of ${renderBillions(point.tvlUsd)}, after ${renderBillions(previous.tvlUsd)}`;
      }
      return findTotalObjection(point.tvlUsd, measured);
    },
    warnings,
  );
  if (found === undefined) return { history: held === undefined ? [] : [held], isStale: newest !== undefined };
  const history = keepContinuous(ascending.slice(0, ascending.indexOf(found) + 1), warnings);
  return { history, isStale: found !== newest };
}

/** Without points from which no market reaches the next one within days. */
function keepContinuous(points: readonly TvlPoint[], warnings: string[]): TvlPoint[] {
  const kept: TvlPoint[] = [];
  let dropped = 0;
  let isBroken = false;
  for (const point of points.toReversed()) {
    const next = kept.at(-1);
    if (next !== undefined && isBroken && next.timeMs - point.timeMs > DEFI_RULES.maxGapMs) break;
    if (
      next === undefined ||
      point.timeMs < DEFI_RULES.continuousSinceMs ||
      isNear(point.tvlUsd, next.tvlUsd, DEFI_RULES.maxStep)
    ) {
      kept.push(point);
      isBroken = false;
    } else {
      dropped += 1;
      isBroken = true;
    }
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
  return rest > 0 && largest > DEFI_RULES.mostOfRest * rest ? rest : sum;
}

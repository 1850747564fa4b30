import { isNumber, isTimeMs, objectOf, optional, orNull, type ShapeOf } from "../../../lib/shape.ts";
import { isAnchor } from "./dispute.ts";
import type { PublishedPrice } from "./publication.ts";

/** A coin's own price in the memory of the market. */
export type RememberedPrice = ShapeOf<typeof isRememberedPrice>;
export const isRememberedPrice = objectOf({
  /**
   * The last published price. Kept beyond its publication, to compare the next one with. `null`
   * only in states of earlier versions.
   */
  priceUsd: orNull(isNumber),
  /** When it was observed. */
  timeMs: isTimeMs,
  /** See `PublishedPrice`. Absent in states of earlier versions: `priceUsd` is used. */
  confirmedUsd: optional(isNumber),
  /** Absent in states of earlier versions, and until venues and a list agree. */
  anchor: optional(isAnchor),
});

/** The last own price that was published; `null` if there was none. */
export function findPublished(remembered: RememberedPrice | undefined): PublishedPrice | null {
  const { priceUsd = null, timeMs = 0, confirmedUsd = priceUsd, anchor = null } = remembered ?? {};
  return priceUsd === null || confirmedUsd === null ? null : { priceUsd, timeMs, confirmedUsd, anchor };
}

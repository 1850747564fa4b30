import { isDay, isFlag, isNumber, isOneOf, objectOf, optional, orNull, type ShapeOf } from "../../../lib/shape.ts";
import { isNear } from "../../../lib/stats.ts";
import type { CrossRate } from "../quotes/quote-graph.ts";
import { GUARD_RULES, RATE_RULES } from "../rules/totals.ts";

/** One source's rate of a currency: units of it for one USD on a day (`YYYY-MM-DD`). */
export interface RateClaim {
  rate: number;
  date: string;
  source: string;
  /** Sources with one origin count as one. */
  origin: string;
  /** A central bank states it, or a mirror of one. */
  official: boolean;
  /** Another origin's table agrees with its table as a whole. */
  supported: boolean;
  /** The venues' books contradict its table as a whole, and no other origin supports it. */
  refuted: boolean;
}

/** What venues say of a currency. */
export interface RateCheck {
  /** By their books; `undefined` without a book. */
  crossRate: CrossRate | undefined;
  /** The central bank's list has it: official rates and books are of one market. */
  listed: boolean;
}

export type RememberedRate = ShapeOf<typeof isRememberedRate>;

export const isRememberedRate = objectOf({
  rate: isNumber,
  date: isDay,
  /** A claim that was refused since, and its day. */
  pending: orNull(objectOf({ rate: isNumber, date: isDay })),
  /**
   * The rate that slow drifts are measured against. `confirmed`: two origins agreed on it.
   * `unofficial`: only a source that is no central bank stated it. Absent in states of earlier
   * versions: the last published rate is used.
   */
  anchor: optional(objectOf({ rate: isNumber, date: isDay, confirmed: isFlag, unofficial: optional(isOneOf(true)) })),
  /** A first rate of one origin, of this day, that nothing has confirmed: it is no evidence. */
  unproven: optional(isOneOf(true)),
});

interface ValidatedRate {
  /** `null`: unknown, or the last one is too old to be held. */
  rate: number | null;
  /** `undefined`: the rate is held. */
  claim: RateClaim | undefined;
  memory: RememberedRate | undefined;
  /** See `RememberedRate`. */
  unproven: boolean;
}

const NONE: ValidatedRate = { rate: null, claim: undefined, memory: undefined, unproven: false };

/**
 * The rate of one currency from the claims of its sources, the most trusted first. Origins that
 * agree are accepted. Of contradicting ones, the claim near the anchor is published, so that no
 * origin can pull the rate away step by step. A single origin may move the rate within limits.
 * Otherwise the last rate is held for a week. A first rate that no other origin supports needs the
 * venues' books or a second day; until then it is published as unproven.
 */
export function validateRate(
  claims: readonly RateClaim[],
  before: RememberedRate | undefined,
  now: number,
  check: RateCheck,
): ValidatedRate {
  const known = before !== undefined && isComparable(before, claims, now) ? before : undefined;
  const first = claims[0];
  if (first === undefined) return { ...NONE, memory: known ?? (before?.unproven && before) };
  const chosen = chooseClaim(
    claims.filter(({ refuted }) => !refuted),
    known,
  );
  if (chosen !== undefined) {
    const memory = remember(chosen, claims, known);
    const accepted = { rate: chosen.rate, claim: chosen, memory, unproven: false };
    if (known !== undefined || chosen.supported || isConfirmed(chosen, claims)) return accepted;
    const verdict = judgeFirst(chosen, before, check);
    if (verdict === "proven") return accepted;
    if (verdict === "refused") return NONE;
    // Its own day counts: the same table, read again, confirms nothing.
    const isSame = before?.unproven === true && isSecond(chosen, before);
    const since = isSame ? { rate: before.rate, date: before.date } : {};
    return { ...accepted, memory: { ...memory, ...since, unproven: true }, unproven: true };
  }
  if (known === undefined) return NONE;
  return {
    rate: now - Date.parse(known.date) <= RATE_RULES.heldMs ? known.rate : null,
    claim: undefined,
    memory: { ...known, pending: { rate: first.rate, date: first.date } },
    unproven: false,
  };
}

/**
 * What speaks for a first rate that one origin alone states. Far off the venues' books, a currency
 * of the central bank's list is wrong. In other currencies parallel markets are real, and premiums
 * of some percent exist in all.
 */
function judgeFirst(
  chosen: RateClaim,
  before: RememberedRate | undefined,
  { crossRate, listed }: RateCheck,
): "proven" | "unproven" | "refused" {
  const isWithin = (factor: number) => crossRate !== undefined && isNear(chosen.rate, crossRate.rate, factor);
  if (isWithin(GUARD_RULES.agreement)) return "proven";
  if (crossRate?.shared === true && listed && !isWithin(GUARD_RULES.far)) return "refused";
  const isLater = before?.unproven === true && chosen.date > before.date;
  return isLater && isSecond(chosen, before) ? "proven" : "unproven";
}

function isSecond(claim: RateClaim, first: RememberedRate): boolean {
  return isNear(claim.rate, first.rate, GUARD_RULES.agreement);
}

function chooseClaim(claims: readonly RateClaim[], known: RememberedRate | undefined): RateClaim | undefined {
  const confirmed = claims.filter((claim) => isConfirmed(claim, claims));
  // Only the first source of an origin counts: its mirror and another origin together do not
  // outvote it.
  const voices = claims.filter((claim) => claim === claims.find(({ origin }) => origin === claim.origin));
  const agreed = voices.find((claim) => isConfirmed(claim, voices));
  if (agreed !== undefined) return agreed;
  if (known === undefined) return confirmed[0] ?? (isUnanimous(claims) ? claims[0] : undefined);
  const anchor = getAnchor(known);
  const near = (factor: number, of: { rate: number }) => (claim: RateClaim) => isNear(claim.rate, of.rate, factor);
  const isStep = near(GUARD_RULES.far, known);
  if (!isUnanimous(claims)) {
    return confirmed.find(isStep) ?? claims.find(near(GUARD_RULES.agreement, anchor)) ?? confirmed[0];
  }
  const isDrift = near(anchor.confirmed ? GUARD_RULES.far : GUARD_RULES.sameThing, anchor);
  return claims.find((claim) => isStep(claim) && isDrift(claim));
}

/** The anchor follows two agreeing origins at once, a single one monthly, and no contradiction. */
function remember(chosen: RateClaim, claims: readonly RateClaim[], known: RememberedRate | undefined): RememberedRate {
  const { rate, date, official } = chosen;
  const confirmed = isConfirmed(chosen, claims);
  const anchor = known === undefined ? undefined : getAnchor(known);
  const isDue =
    anchor === undefined ||
    confirmed ||
    (isUnanimous(claims) && Date.parse(date) - Date.parse(anchor.date) >= RATE_RULES.anchorMs);
  const moved = { rate, date, confirmed, ...(!confirmed && !official && { unofficial: true as const }) };
  return { rate, date, pending: null, anchor: isDue ? moved : anchor };
}

function getAnchor({ anchor, rate, date }: RememberedRate): NonNullable<RememberedRate["anchor"]> {
  return anchor ?? { rate, date, confirmed: false };
}

/**
 * A rate that no central bank supported is evidence against one for a week, and only where the bank
 * is far off. An unproven one is no evidence at all.
 */
function isComparable(known: RememberedRate, claims: readonly RateClaim[], now: number): boolean {
  const { rate, date, pending, anchor, unproven } = known;
  if (unproven === true) return false;
  const banks = claims.filter(({ official }) => official);
  if (anchor?.unofficial === true && banks.length > 0) {
    return isEvidence(known, now) && !banks.some((bank) => isNear(bank.rate, rate, GUARD_RULES.far));
  }
  return pending !== null || now - Date.parse(date) <= GUARD_RULES.comparedMs;
}

/** Whether a table may be compared with this rate, whatever its sources are. */
export function isEvidence({ date, anchor, unproven }: RememberedRate, now: number): boolean {
  if (unproven === true) return false;
  return anchor?.unofficial !== true || now - Date.parse(date) <= RATE_RULES.heldMs;
}

/** Whether another origin agrees. */
function isConfirmed(claim: RateClaim, claims: readonly RateClaim[]): boolean {
  return claims.some((other) => other.origin !== claim.origin && isNear(other.rate, claim.rate, GUARD_RULES.agreement));
}

function isUnanimous(claims: readonly RateClaim[]): boolean {
  const [first] = claims;
  return claims.every(({ rate }) => isNear(rate, first?.rate ?? rate, GUARD_RULES.agreement));
}

import { DAY_MS } from "../../lib/time.ts";

/** What one source says of a currency: units of it for one USD on a day (`YYYY-MM-DD`). */
export interface RateClaim {
  rate: number;
  date: string;
  source: string;
  /** Two sources of one origin are one witness. */
  origin: string;
}

/** The last published rate of a currency, and what claims are compared with. */
export interface RememberedRate {
  rate: number;
  date: string;
  /** A claim that was refused since, and its day. */
  pending: { rate: number; date: string } | null;
  /**
   * The rate that slow drifts are measured against. `confirmed`: two origins agreed on it. Absent
   * in what older builds left: the last published rate stands for it.
   */
  anchor?: { rate: number; date: string; confirmed: boolean };
}

export interface ValidatedRate {
  /** `null`: unknown, or the last one is too old to be held. */
  rate: number | null;
  /** The claim that is published; `undefined` for a rate that is held. */
  claim: RateClaim | undefined;
  memory: RememberedRate | undefined;
}

/**
 * Sources of different hours agree on a currency this well, also on a day of crisis at a bank
 * that trades it.
 */
const AGREEMENT = 0.05;
/**
 * Currencies that move by more in a day do so once in some years; tables with a wrong digit are
 * more frequent.
 */
const MAX_STEP = 0.2;
/**
 * A single origin may move a currency so far from its anchor: no more than a day's step where two
 * origins agreed on the anchor.
 */
const MAX_DRIFT = 0.5;
const MAX_DRIFT_CONFIRMED = 0.2;
/** The anchor of a single origin follows it after so long. */
const ANCHOR_MS = 30 * DAY_MS;
/** A rate that nothing confirms any more is held for so long. */
const HELD_MS = 7 * DAY_MS;
/**
 * A rate older than this says nothing about now, unless a claim was refused since: waiting
 * confirms nothing.
 */
const COMPARABLE_MS = 60 * DAY_MS;

/**
 * The rate of one currency from what its sources say, the most trusted first. Origins that agree
 * are believed, however far the rate moved. Where they contradict each other, the claim that is
 * near the anchor is published, so that no origin pulls the rate away from the others step by
 * step. A single origin may move by 20 % and drift by 50 % a month (20 % from a rate that another
 * origin confirmed). Otherwise the last rate is held for a week; then there is none until a claim
 * fits again or a second origin confirms it. Without a last rate, origins that contradict each
 * other give none.
 */
export function validateRate(
  claims: readonly RateClaim[],
  before: RememberedRate | undefined,
  now: number,
): ValidatedRate {
  const known = before !== undefined && isComparable(before, now) ? before : undefined;
  const first = claims[0];
  if (first === undefined) return { rate: null, claim: undefined, memory: known };
  const chosen = chooseClaim(claims, known);
  if (chosen !== undefined) return { rate: chosen.rate, claim: chosen, memory: remember(chosen, claims, known) };
  if (known === undefined) return { rate: null, claim: undefined, memory: undefined };
  return {
    rate: now - Date.parse(known.date) <= HELD_MS ? known.rate : null,
    claim: undefined,
    memory: { ...known, pending: { rate: first.rate, date: first.date } },
  };
}

function chooseClaim(claims: readonly RateClaim[], known: RememberedRate | undefined): RateClaim | undefined {
  const confirmed = claims.filter((claim) => isConfirmed(claim, claims));
  // Of two sources of one origin the first speaks for it: its mirror and another origin together
  // do not outvote it.
  const voices = claims.filter((claim) => claim === claims.find(({ origin }) => origin === claim.origin));
  const agreed = voices.find((claim) => isConfirmed(claim, voices));
  if (known === undefined) return agreed ?? confirmed[0] ?? (isUnanimous(claims) ? claims[0] : undefined);
  const anchor = getAnchor(known);
  if (agreed !== undefined) return agreed;
  if (!isUnanimous(claims)) {
    return (
      confirmed.find(({ rate }) => isWithin(rate, known.rate, MAX_STEP)) ??
      claims.find(({ rate }) => isWithin(rate, anchor.rate, AGREEMENT)) ??
      confirmed[0]
    );
  }
  const maxDrift = anchor.confirmed ? MAX_DRIFT_CONFIRMED : MAX_DRIFT;
  return claims.find(({ rate }) => isWithin(rate, known.rate, MAX_STEP) && isWithin(rate, anchor.rate, maxDrift));
}

/**
 * The anchor follows at once what two origins agree on, a single origin once a month, and no claim
 * in a contradiction.
 */
function remember(chosen: RateClaim, claims: readonly RateClaim[], known: RememberedRate | undefined): RememberedRate {
  const { rate, date } = chosen;
  const confirmed = isConfirmed(chosen, claims);
  const anchor = known === undefined ? undefined : getAnchor(known);
  const isDue =
    anchor === undefined ||
    confirmed ||
    (isUnanimous(claims) && Date.parse(date) - Date.parse(anchor.date) >= ANCHOR_MS);
  return { rate, date, pending: null, anchor: isDue ? { rate, date, confirmed } : anchor };
}

function getAnchor({ anchor, rate, date }: RememberedRate): NonNullable<RememberedRate["anchor"]> {
  return anchor ?? { rate, date, confirmed: false };
}

function isComparable({ date, pending }: RememberedRate, now: number): boolean {
  return pending !== null || now - Date.parse(date) <= COMPARABLE_MS;
}

/** Whether another origin says the same. */
function isConfirmed(claim: RateClaim, claims: readonly RateClaim[]): boolean {
  return claims.some((other) => other.origin !== claim.origin && isWithin(other.rate, claim.rate, AGREEMENT));
}

function isUnanimous(claims: readonly RateClaim[]): boolean {
  return claims.every(({ rate }) => isWithin(rate, claims[0]!.rate, AGREEMENT));
}

/** The same both ways: half of a rate is as far from it as twice of it. */
function isWithin(a: number, b: number, share: number): boolean {
  return Math.max(a / b, b / a) <= 1 + share;
}

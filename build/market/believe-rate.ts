import { DAY_MS } from "../lib/time.ts";

/** What one source says of a currency: units of it for one USD on a day (`YYYY-MM-DD`). */
export interface RateClaim {
  rate: number;
  date: string;
  source: string;
  /** Two sources of one origin are one witness. */
  origin: string;
}

/** The last believed rate of a currency, and one far from it that waits for another day's table to confirm it. */
export interface RememberedRate {
  rate: number;
  date: string;
  pending: { rate: number; date: string } | null;
}

export interface BelievedRate {
  /** `null`: nobody knows it, or the last believed one is too old to stand in. */
  rate: number | null;
  /** Whose claim it is; `undefined` for one that is kept. */
  claim: RateClaim | undefined;
  memory: RememberedRate | undefined;
}

/** Currencies that move by more in a day do so once in some years, tables with a wrong digit more often. */
const MAX_MOVE = 0.2;
/** Two origins that agree this well on the same day outvote what was believed before. */
const AGREEMENT = 0.05;
/** A kept rate is published for so long … */
const KEPT_MS = 7 * DAY_MS;
/** … and compared with for so long: in a year any currency may move by a fifth. */
const COMPARABLE_MS = 60 * DAY_MS;

/**
 * The rate of one currency out of what its sources say, the most trusted first: the first claim within 20 % of the last believed
 * rate, unless the first voices of two origins agree on another one: what was believed may have been wrong from the start; else the first one that another origin confirms, or that a table of an earlier day announced. Anything else waits and
 * the last believed rate stands. Where nothing was believed before, the first claim that
 * another origin confirms is, else the first one.
 */
export function believeRate(
  claims: readonly RateClaim[],
  before: RememberedRate | undefined,
  now: number,
): BelievedRate {
  const accept = (claim: RateClaim): BelievedRate => ({
    rate: claim.rate,
    claim,
    memory: { rate: claim.rate, date: claim.date, pending: null },
  });
  const known = before !== undefined && now - Date.parse(before.date) <= COMPARABLE_MS ? before : undefined;
  const first = claims[0];
  if (first === undefined) return { rate: null, claim: undefined, memory: known };
  if (known === undefined) return accept(findConfirmed(claims) ?? first);
  const { pending } = known;
  const near = claims.find(({ rate }) => isWithin(rate, known.rate, MAX_MOVE));
  const agreed = findConfirmed(
    claims.filter((claim) => claim === claims.find(({ origin }) => origin === claim.origin)),
  );
  const outvoted = near !== undefined && agreed !== undefined && !isWithin(agreed.rate, near.rate, MAX_MOVE);
  const chosen =
    (outvoted ? agreed : near) ??
    findConfirmed(claims) ??
    claims.find(({ rate, date }) => pending !== null && date > pending.date && isWithin(rate, pending.rate, MAX_MOVE));
  if (chosen !== undefined) return accept(chosen);
  const announced = pending !== null && isWithin(first.rate, pending.rate, MAX_MOVE);
  return {
    rate: now - Date.parse(known.date) <= KEPT_MS ? known.rate : null,
    claim: undefined,
    memory: { ...known, pending: announced ? pending : { rate: first.rate, date: first.date } },
  };
}

/** The first claim that another origin confirms. */
function findConfirmed(claims: readonly RateClaim[]): RateClaim | undefined {
  return claims.find((claim) =>
    claims.some((other) => other.origin !== claim.origin && isWithin(other.rate, claim.rate, AGREEMENT)),
  );
}

/** The same both ways: half of a rate is as far from it as twice of it. */
function isWithin(a: number, b: number, share: number): boolean {
  return Math.max(a / b, b / a) <= 1 + share;
}

import { TOTAL_RULES } from "../rules/totals.ts";

/** A number that is known: a claim divided by `amount` lies between `least` and `most`. */
export interface Limit {
  /** `null` and `undefined`: the claim is not compared with it. */
  amount: number | null | undefined;
  least?: number;
  most?: number;
  /** What a claim beyond it contradicts, as the end of a sentence. */
  reason: string;
}

/** A claim and what is known about it, all in the unit of the claim. */
export interface Evidence {
  /** The claim in words. */
  stated: string;
  amount: number;
  /** All of these have to hold, … */
  limits: readonly Limit[];
  /** … and one of these, if any is known. */
  corroborating?: readonly Limit[];
}

/** Accepts a claim within `factor` of the amount, either way. */
export function near(amount: Limit["amount"], factor: number, reason: string): Limit {
  return { amount, least: 1 / factor, most: factor, reason };
}

/**
 * The first claim that its evidence does not contradict, with a warning for each one before it.
 * `held`: what was accepted last, up to `heldMs` ago, to be published where no claim is accepted.
 * Waiting confirms no claim, so that an older one is not replaced by a claim that was refused.
 */
export function validateClaim<Claim, Memory extends { timeMs: number }>({
  claims,
  collect,
  memory,
  heldMs,
  now,
}: {
  /** In the order of trust. */
  claims: readonly Claim[];
  /** The numbers of a claim: it is refused if one of them is. */
  collect(claim: Claim, held: Memory | undefined): readonly Evidence[];
  memory: Memory | undefined;
  heldMs: number;
  now: number;
}): { accepted: Claim | undefined; held: Memory | undefined; warnings: string[] } {
  const held = memory !== undefined && now - memory.timeMs <= heldMs ? memory : undefined;
  const warnings: string[] = [];
  for (const claim of claims) {
    const objection = findObjection(collect(claim, held));
    if (objection === undefined) return { accepted: claim, held, warnings };
    warnings.push(objection);
  }
  return { accepted: undefined, held, warnings };
}

/** Whether its evidence does not contradict a claim; otherwise the contradiction is a warning. */
export function isAccepted(evidence: Evidence, warnings: string[]): boolean {
  const objection = findObjection([evidence]);
  if (objection !== undefined) warnings.push(objection);
  return objection === undefined;
}

/** Why the evidence contradicts a claim, as a sentence. */
export function findObjection(evidence: readonly Evidence[]): string | undefined {
  for (const { stated, amount, limits, corroborating = [] } of evidence) {
    const known = corroborating.filter(isKnown);
    const broken = limits.find((limit) => isKnown(limit) && !isWithin(amount, limit));
    if (broken !== undefined) return `${stated}, ${broken.reason}`;
    if (known.length > 0 && !known.some((limit) => isWithin(amount, limit)))
      return `${stated}, ${known.map(({ reason }) => reason).join(" and ")}`;
  }
  return undefined;
}

function isKnown({ amount }: Limit): boolean {
  return amount !== null && amount !== undefined;
}

function isWithin(claim: number, { amount, least = 0, most = Number.POSITIVE_INFINITY }: Limit): boolean {
  const ratio = claim / (amount ?? claim);
  return ratio >= least && ratio <= most;
}

/** What later claims are compared with: `accepted` takes its place once it is some days old. */
export function moveAnchor<Anchor extends { timeMs: number }>(
  anchor: Anchor | null | undefined,
  accepted: Anchor,
): Anchor {
  return !anchor || accepted.timeMs - anchor.timeMs >= TOTAL_RULES.anchorMs ? accepted : anchor;
}

/** `1.2 billion USD`. */
export function renderBillions(usd: number): string {
  return `${Number((usd / 1e9).toPrecision(4))} billion USD`;
}

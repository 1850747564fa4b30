/** Why a claim is refused, as part of a sentence, if the condition holds. */
export type Objection = readonly [isRefused: boolean, reason: string];

export function findObjection(objections: readonly Objection[]): string | null {
  return objections.find(([isRefused]) => isRefused)?.[1] ?? null;
}

/** The first claim without an objection. Notes the objections to those before it. */
export function acceptFirst<Claim>(
  claims: readonly Claim[],
  object: (claim: Claim) => string | null,
  warnings: string[],
): Claim | undefined {
  return claims.find((claim) => {
    const objection = object(claim);
    if (objection !== null) warnings.push(objection);
    return objection === null;
  });
}

/** What was accepted last, unless it is too old to be published: waiting confirms no claim. */
export function recall<Accepted extends { timeMs: number }>(
  accepted: Accepted | undefined,
  heldMs: number,
  now: number,
): Accepted | undefined {
  return accepted !== undefined && now - accepted.timeMs <= heldMs ? accepted : undefined;
}

export function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** `1.2 billion USD`. */
export function renderBillions(usd: number): string {
  return `${Number((usd / 1e9).toPrecision(4))} billion USD`;
}

import type { Attack, AttackClass, Counts, Finding } from "./attack.ts";
import { type Built, build, COLD } from "./chain.ts";

export interface Tried {
  attack: Attack;
  markets: number;
  refused: number;
  counts: Counts;
  /** Each with the number of its build. */
  findings: (Finding & { nth: number })[];
}

/** Runs all builds of an attack and compares each with the honest one. */
export async function tryAttack(attack: Attack): Promise<Tried> {
  const { stage, from, builds, checks } = attack;
  const counts: Counts = { coins: 0, held: 0, unknowable: 0, suspended: 0 };
  const tried: Tried = { attack, markets: 0, refused: 0, counts, findings: [] };
  const before: Built[] = [];
  for (let step = 0; step < from; step += 1) before.push((await stage.at(step)).honest);
  let state = before.at(-1)?.after ?? COLD;
  for (let nth = 0; nth < builds; nth += 1) {
    const moment = await stage.at(from + nth);
    const datasets = attack.edit(moment, nth);
    const built = build(datasets, moment.now, stage.coins, state);
    state = built.after;
    tried.markets += 1;
    if (!built.gate.passed) tried.refused += 1;
    const attacked = { attack, nth, moment, datasets, built, before };
    for (const check of checks) {
      for (const finding of check(attacked, counts)) tried.findings.push({ ...finding, nth });
    }
    before.push(built);
  }
  return tried;
}

/** Sums of a class, a row of the table. */
export interface Tally {
  class: AttackClass;
  attacks: number;
  markets: number;
  refused: number;
  counts: Counts;
  /** Kind of finding → how many. */
  found: Map<Finding["kind"], number>;
  worst: number;
}

export function createTally(of: AttackClass): Tally {
  const counts: Counts = { coins: 0, held: 0, unknowable: 0, suspended: 0 };
  return { class: of, attacks: 0, markets: 0, refused: 0, counts, found: new Map(), worst: 0 };
}

export function addTried(tally: Tally, { markets, refused, counts, findings }: Tried): void {
  tally.attacks += 1;
  tally.markets += markets;
  tally.refused += refused;
  for (const name of Object.keys(counts) as (keyof Counts)[]) tally.counts[name] += counts[name];
  for (const { kind, off } of findings) {
    tally.found.set(kind, (tally.found.get(kind) ?? 0) + 1);
    if (kind === "wrong") tally.worst = Math.max(tally.worst, off ?? 0);
  }
}

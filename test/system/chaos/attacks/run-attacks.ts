import { renderTable } from "../../../../build/lib/text-layout.ts";
import { openDraws } from "../random.ts";
import {
  type Attack,
  type AttackClass,
  type Counts,
  drawAttack,
  type Finding,
  type Frame,
  type Stages,
} from "./attack.ts";
import { type Built, build, COLD } from "./chain.ts";
import { HONEST_MARKETS } from "./honest-markets.ts";
import { IDENTITY_ATTACKS } from "./identity-attacks.ts";
import { LIST_ATTACKS } from "./list-attacks.ts";
import { NUMBER_ATTACKS } from "./number-attacks.ts";
import { PRICE_ATTACKS } from "./price-attacks.ts";
import { SPAM_ATTACKS } from "./spam-attacks.ts";
import { openStages } from "./stages.ts";

export const ATTACK_CLASSES: readonly AttackClass[] = [
  ...HONEST_MARKETS,
  ...PRICE_ATTACKS,
  ...SPAM_ATTACKS,
  ...IDENTITY_ATTACKS,
  ...NUMBER_ATTACKS,
  ...LIST_ATTACKS,
];

export interface RunOptions {
  /** A section (`A`) or a class (`one-venue`); absent: all. */
  only?: string | undefined;
  seed: number;
  /** Drawn attacks per thousand of what is usual, and named ones per thousand of a long list. */
  count: number;
  /** Simulated markets that are already open; absent: new ones. */
  stages?: Stages;
  /** One attack alone, by its number in its class. */
  attack?: number | undefined;
  /** Called for each failed attack. */
  failed?(tried: Tried, name: string): void;
}

/** Named attacks of a class that every run tries, if it has so many. */
const NAMED = 6;

/** Draws the attacks of a seed, runs them all, and sums up the results. */
export async function runAttacks({
  only,
  seed,
  count,
  stages = openStages(),
  attack,
  failed,
}: RunOptions): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const each of ATTACK_CLASSES) {
    if (only !== undefined && only !== each.section && only !== each.id) continue;
    const tally = createTally(each);
    tallies.push(tally);
    const named = each.named ?? [];
    const step = Math.ceil(named.length / Math.max(NAMED, (named.length * count) / 1_000));
    const drawn = each.draw === undefined ? 0 : Math.ceil((each.share * count) / 1_000);
    for (let index = 0; index < named.length + drawn; index += 1) {
      if (attack !== undefined ? attack !== index : index < named.length && (index + seed) % step !== 0) continue;
      const random = openDraws(seed, each.id, index - named.length);
      const one = await drawAttack(named[index] ?? (each as Frame), random, stages);
      const tried = await tryAttack(one);
      addTried(tally, tried);
      if (tried.findings.length > 0) failed?.(tried, `--only ${each.id} --attack ${index} --seed ${seed}`);
    }
  }
  return tallies;
}

const KINDS = ["wrong", "unconfirmed", "held", "refused", "rate", "number", "stuck"] as const;

/**
 * One row a class; the kinds of findings are what has to be 0, the columns before them are only
 * counted.
 */
export function renderTallies(tallies: readonly Tally[]): string {
  const heads = ["class", "attacks", "markets", "refused", "coins", "held %", "unknowable", "suspended"];
  const rows = tallies.map(({ class: { section, id }, attacks, markets, refused, counts, found, worst }) => [
    `${section} ${id}`,
    ...[attacks, markets, refused, counts.coins].map(String),
    ((100 * counts.held) / Math.max(counts.coins, 1)).toFixed(2),
    ...[counts.unknowable, counts.suspended].map(String),
    ...KINDS.map((kind) => String(found.get(kind) ?? 0)),
    `${(worst * 100).toFixed(1)} %`,
  ]);
  return renderTable([[...heads, ...KINDS.map((kind) => `!${kind}`), "worst"], ...rows]);
}

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
    // An honest build after honest ones is that of the stage.
    const isHonest = datasets === moment.datasets && state === moment.before;
    const built = isHonest ? moment.honest : build(datasets, moment.now, stage.coins, state);
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

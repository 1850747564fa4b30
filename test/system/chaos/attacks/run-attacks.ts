import { renderTable } from "../../../../build/lib/text-layout.ts";
import { openDraws } from "../random.ts";
import { type AttackClass, drawAttack, type Frame, type Stages } from "./attack.ts";
import { HONEST_MARKETS } from "./honest-markets.ts";
import { IDENTITY_ATTACKS } from "./identity-attacks.ts";
import { NUMBER_ATTACKS } from "./number-attacks.ts";
import { PRICE_ATTACKS } from "./price-attacks.ts";
import { openStages } from "./stages.ts";
import { addTried, createTally, type Tally, type Tried, tryAttack } from "./try-attack.ts";

export const ATTACK_CLASSES: readonly AttackClass[] = [
  ...HONEST_MARKETS,
  ...PRICE_ATTACKS,
  ...IDENTITY_ATTACKS,
  ...NUMBER_ATTACKS,
];

export interface RunOptions {
  /** A section (`A`) or a class (`one-venue`); absent: all. */
  only?: string | undefined;
  seed: number;
  /** Drawn attacks per thousand of what is usual. */
  count: number;
  /** Simulated markets that are already open; absent: new ones. */
  stages?: Stages;
  /** One attack alone, by its number in its class. */
  attack?: number | undefined;
  /** Called for each failed attack. */
  failed?(tried: Tried, name: string): void;
}

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
    const drawn = each.draw === undefined ? 0 : Math.ceil((each.share * count) / 1_000);
    for (let index = 0; index < named.length + drawn; index += 1) {
      if (attack !== undefined && attack !== index) continue;
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

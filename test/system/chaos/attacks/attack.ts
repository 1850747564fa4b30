import type { Dataset } from "../../../../build/normalise/record.ts";
import { createRandom, hashSeed } from "../random.ts";
import type { Built } from "./chain.ts";
import type { Moment, Stage } from "./stage.ts";

/** A few builds of which some are attacked, and what they must not do. */
export interface Attack {
  /** In words, for the report. */
  label: string;
  stage: Stage;
  /** The step of the first build; 0 is a site without any memory. */
  from: number;
  builds: number;
  /** Sources that do not tell the truth. */
  liars: readonly string[];
  /** Coins of which the liars invent books. */
  invents?: ReadonlySet<string>;
  /** Venues that do not answer meanwhile. */
  absent?: readonly string[];
  /** The real price where the market itself moves; absent: that of the honest build. */
  truth?(coinId: string, honestUsd: number, nth: number): number;
  /** What was read as the attacker has it; `nth` counts from 0. */
  edit(moment: Moment, nth: number): readonly Dataset[];
  checks: readonly Check[];
}

/** One build of an attack beside the same build without it. */
export interface Attacked {
  attack: Attack;
  nth: number;
  moment: Moment;
  datasets: readonly Dataset[];
  built: Built;
  /** What was published by the builds before it, this chain's own. */
  before: readonly Built[];
}

/**
 * `wrong`: published as fresh and off; `unconfirmed`: fresh on one honest venue without a
 * reference; `held`: kept in a way that the rules do not allow; `refused`: refused although it must
 * not be, or published although it must be refused; `rate`: a rate moved; `number`: a published
 * number other than a price that cannot be; `stuck`: still not right when it should be.
 */
export type FindingKind = "wrong" | "unconfirmed" | "held" | "refused" | "rate" | "number" | "stuck";

export interface Finding {
  kind: FindingKind;
  text: string;
  coinId?: string;
  /** How far off, as a share. */
  off?: number;
}

/** What is only counted. */
export interface Counts {
  coins: number;
  held: number;
  /** Fresh and off where those who lie are half of the venues or more, or the only one. */
  unknowable: number;
  suspended: number;
}

export type Check = (attacked: Attacked, counts: Counts) => Finding[];

export interface Draws {
  (): number;
  pick<T>(from: readonly T[]): T;
  /** So many different ones. */
  sample<T>(from: readonly T[], count: number): T[];
}

/** A way of attacking, from which any number of attacks can be drawn. */
export interface AttackClass {
  id: string;
  section: "A" | "B" | "C" | "honest";
  what: string;
  /** How many are drawn of a thousand. */
  share: number;
  /** The attacks that are tried whatever the seed, before any that is drawn. */
  named?: readonly ((stages: Stages) => Promise<Attack>)[];
  draw?(random: Draws, stages: Stages): Promise<Attack>;
}

export type StageId = "full" | "other" | "thin" | "four" | "days";
export type Stages = (id: StageId) => Stage;

export function openDraws(...seed: readonly (string | number)[]): Draws {
  const random = createRandom(hashSeed(...seed));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const sample = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    ).flat();
  };
  return Object.assign(random, { pick, sample });
}

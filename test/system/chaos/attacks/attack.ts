import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import type { Draws } from "../random.ts";
import type { Built } from "./chain.ts";
import { PRICE_CHECKS } from "./judge-prices.ts";
import type { Moment, Stage } from "./stage.ts";

/** A few builds, some of them attacked, and what they must not do. */
export interface Attack {
  label: string;
  stage: Stage;
  /** The step of the first build; 0 is a site without any memory. */
  from: number;
  builds: number;
  liars: readonly string[];
  /** Coins with listings that the dishonest sources invent. */
  invents?: ReadonlySet<string>;
  absent?: readonly string[];
  /** The real price if the market itself moves; absent: that of the honest build. */
  truth?(coinId: string, honestUsd: number, nth: number): number;
  /** The read data after the attack; `nth` counts from 0. */
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
  off?: number;
}

export interface Counts {
  coins: number;
  held: number;
  /** Fresh and off where those who lie are half of the venues or more, or the only one. */
  unknowable: number;
  suspended: number;
}

export type Check = (attacked: Attacked, counts: Counts) => Finding[];

export type StageId =
  | "full"
  | "other"
  | "thin"
  | "hours"
  | "thin-hours"
  | "four"
  | "five"
  | "six"
  | "days"
  | "unlisted";
export type Stages = (id: StageId) => Stage;

/** What an attack does, where its stage and its steps are known. */
export type Drawn = Pick<Attack, "liars" | "edit"> &
  Partial<Pick<Attack, "invents" | "absent" | "truth" | "checks" | "builds">> & {
    what: string;
  };

/** Where attacks happen; one stage and one first step are picked. */
export interface Frame {
  stages?: readonly StageId[];
  /** Steps of the first build; 0, 1 or 2 by default. */
  from?: readonly number[];
  builds?: number;
  draw(random: Draws, moment: Moment, stage: Stage): Drawn;
}

/** A way of attacking, from which any number of attacks can be drawn. */
export interface AttackClass extends Partial<Frame> {
  id: string;
  section: "A" | "B" | "C" | "D" | "honest";
  what: string;
  /** Attacks drawn per thousand. */
  share: number;
  /** Attacks for any seed, before the drawn ones. */
  named?: readonly Frame[];
}

/** Draws one attack; it makes the checks of prices unless it names others. */
export async function drawAttack(frame: Frame, random: Draws, stages: Stages): Promise<Attack> {
  const stage = stages(random.pick(frame.stages ?? ["full"]));
  const from = random.pick(frame.from ?? [0, 1, 2]);
  const { what, ...drawn } = frame.draw(random, await stage.at(from), stage);
  const builds = drawn.builds ?? frame.builds ?? 3;
  const start = from === 0 ? "cold start" : `from build ${from}`;
  const label = `${drawn.liars.join(" and ") || "no liar"}: ${what}, ${start}, ${builds} builds on ${stage.id}`;
  return { checks: PRICE_CHECKS, ...drawn, stage, from, builds, label };
}

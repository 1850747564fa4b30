import { afterAll, describe, expect, it } from "vitest";
import { renderTable } from "../../../../build/lib/text-layout.ts";
import { scale } from "../../../seed.ts";
import { openDraws, recordTries, SEED } from "../random.ts";
import { type Attack, type AttackClass, type Counts, drawAttack, type Finding, type Frame } from "./attack.ts";
import { type Built, build, COLD } from "./chain.ts";
import { HONEST_MARKETS } from "./honest-markets.ts";
import { IDENTITY_ATTACKS } from "./identity-attacks.ts";
import { LIST_ATTACKS } from "./list-attacks.ts";
import { NUMBER_ATTACKS } from "./number-attacks.ts";
import { PRICE_ATTACKS } from "./price-attacks.ts";
import { SPAM_ATTACKS } from "./spam-attacks.ts";
import { openStages } from "./stages.ts";

const CLASSES: readonly AttackClass[] = [
  ...HONEST_MARKETS,
  ...PRICE_ATTACKS,
  ...SPAM_ATTACKS,
  ...IDENTITY_ATTACKS,
  ...NUMBER_ATTACKS,
  ...LIST_ATTACKS,
];

/** Failures shown at most, and lines of each. */
const SHOWN = 6;
const LINES = 30;
/** Attacks of a run: so many per thousand of a class's share, and of its named ones. */
const PER_THOUSAND = scale(30);
/** Named attacks of a class that every run tries, if it has so many. */
const NAMED = 6;

/** Sums of a class, a row of the table. */
interface Tally {
  class: AttackClass;
  attacks: number;
  markets: number;
  refused: number;
  counts: Counts;
  /** Kind of finding → how many. */
  found: Map<Finding["kind"], number>;
  worst: number;
}

/** All sections meet the same simulated markets, and share one table. */
const tallies: Tally[] = [];
const stages = openStages();

/** Draws the attacks of a class and runs them. Returns its sums, and the failures as texts. */
async function runAttacks(attacks: AttackClass): Promise<{ tally: Tally; problems: string[] }> {
  const { id, share, named = [], draw } = attacks;
  const counts: Counts = { coins: 0, held: 0, unknowable: 0, suspended: 0 };
  const tally: Tally = { class: attacks, attacks: 0, markets: 0, refused: 0, counts, found: new Map(), worst: 0 };
  const problems: string[] = [];
  const step = Math.ceil(named.length / Math.max(NAMED, (named.length * PER_THOUSAND) / 1_000));
  const drawn = draw === undefined ? 0 : Math.ceil((share * PER_THOUSAND) / 1_000);
  for (let index = 0; index < named.length + drawn; index += 1) {
    if (index < named.length && (index + SEED) % step !== 0) continue;
    const random = openDraws(SEED, id, index - named.length);
    const attack = await drawAttack(named[index] ?? (attacks as Frame), random, stages);
    const findings = await tryAttack(attack, tally);
    if (findings.length === 0) continue;
    const lines = findings.flatMap(({ kind, nth, text }) => `${kind} in build ${nth}: ${text}`.split("\n"));
    problems.push([`${id} ${index}: ${attack.label}`, ...lines.slice(0, LINES)].join("\n"));
  }
  return { tally, problems };
}

/**
 * Runs all builds of an attack, compares each with the honest one, and adds what happened to the
 * tally. Returns the findings, each with the number of its build.
 */
async function tryAttack(attack: Attack, tally: Tally): Promise<(Finding & { nth: number })[]> {
  const { stage, from, builds, checks } = attack;
  const findings: (Finding & { nth: number })[] = [];
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
    tally.markets += 1;
    if (!built.gate.passed) tally.refused += 1;
    const attacked = { attack, nth, moment, datasets, built, before };
    for (const check of checks) {
      for (const finding of check(attacked, tally.counts)) findings.push({ ...finding, nth });
    }
    before.push(built);
  }
  tally.attacks += 1;
  for (const { kind, off } of findings) {
    tally.found.set(kind, (tally.found.get(kind) ?? 0) + 1);
    if (kind === "wrong") tally.worst = Math.max(tally.worst, off ?? 0);
  }
  return findings;
}

const KINDS = ["wrong", "unconfirmed", "held", "refused", "rate", "number", "stuck"] as const;

/** A row for each class. Columns whose name begins with "!" have to be 0. */
function renderTallies(): string {
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

afterAll(() => {
  process.stdout.write(`\n${renderTallies()}\n`);
});

describe("attacked markets", () => {
  it.each([
    ["are priced completely without lies, and real moves are followed", "honest", "markets without lies"],
    [
      "leave every coin that two others trade at its price, or held, where venues lie about prices, volumes and quotes",
      "A",
      "markets in which venues lied about prices",
    ],
    [
      "do not take one coin for another where venues trade another coin under a code",
      "B",
      "markets in which a code meant another coin",
    ],
    [
      "do not publish other numbers as fresh that sources lie about",
      "C",
      "markets in which rates, totals or supplies were wrong",
    ],
    [
      "do not publish a price of lists that venues or other lists deny",
      "D",
      "markets in which lists lied about prices",
    ],
  ])("%s", async (_title, section, what) => {
    const problems: string[] = [];
    let tried = 0;
    for (const attacks of CLASSES.filter((each) => each.section === section)) {
      const found = await runAttacks(attacks);
      tallies.push(found.tally);
      problems.push(...found.problems);
      tried += found.tally.markets;
    }
    expect(problems.slice(0, SHOWN)).toEqual([]);
    expect(tried).toBeGreaterThan(0);
    await recordTries({ name: `attacks-${section.toLowerCase()}`, what, tried });
  });

  it("are hundreds", () => {
    expect(tallies.reduce((sum, { markets }) => sum + markets, 0)).toBeGreaterThanOrEqual(500);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { checkHealth } from "../../../../build/app/diagnostics/check-health.ts";
import { GateRefusal } from "../../../../build/app/run/gate-refusal.ts";
import { loadConfig } from "../../../../build/config.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { scale } from "../../../seed.ts";
import { type ChaosBuild, openChaosRun } from "../chaos-run.ts";
import { listUnchanged } from "../judge-build.ts";
import { recordTries, SEED } from "../random.ts";
import {
  type Combination,
  drawCombinations,
  LYING_DOLLAR,
  listCombinations,
  NO_DOLLAR,
  TWELVE,
} from "./combination.ts";
import { type Judgement, judgeAbsence } from "./judge-absence.ts";
import {
  type AbsentBuild,
  COINS,
  changeMarket,
  LISTS,
  listFaults,
  openSimulation,
  type Simulation,
  SOURCES_OFF,
  STEP_MINUTES,
} from "./simulated.ts";

const SHOWN = 10;
/** With `COUNT=24`: all choices, as the page of reliability states them. */
const DRAWN = drawCombinations(SEED, scale(40));
const CHOICES = listCombinations(SEED);
const ANSWERS = ["coins", "exchanges", "status"];

const COUNTS = ["fresh", "listed", "stale", "unknown", "onlyAbsent", "contested"] as const;

/** The sums of many builds. */
interface Tally extends Record<(typeof COUNTS)[number], number> {
  builds: number;
  refused: number;
  worst: Judgement["worst"];
  problems: string[];
}

/** Builds each combination twice: as the first build of a site, and after a complete one. */
function tryCombinations(combinations: readonly Combination[]): Tally {
  const none = { fresh: 0, listed: 0, stale: 0, unknown: 0, onlyAbsent: 0, contested: 0 };
  const tally: Tally = { builds: 0, refused: 0, ...none, worst: { off: 0, coin: "" }, problems: [] };
  for (const kind of ["first", "second"] as const) {
    for (const combination of combinations) {
      const judgement = judgeAbsence(simulation[kind](combination));
      tally.builds += 1;
      if (!judgement.published) tally.refused += 1;
      for (const count of COUNTS) tally[count] += judgement[count];
      if (judgement.worst.off > tally.worst.off) tally.worst = judgement.worst;
      const { absent, liar } = combination;
      for (const problem of judgement.problems)
        tally.problems.push(`${kind} build without ${absent.join(", ")}; ${liar} lies: ${problem}`);
    }
  }
  return tally;
}

let simulation: Simulation;
beforeAll(async () => {
  simulation = await openSimulation();
});

it("are 924 choices of six of twelve", () => {
  expect(new Set(CHOICES.map(({ absent }) => absent.join())).size).toBe(924);
});

describe("six of twelve venues absent, one of the others lying by × 10", () => {
  it("leaves correct prices and stale ones that say so, or a refusal with its true reason", async () => {
    const tally = tryCombinations([NO_DOLLAR, LYING_DOLLAR, ...DRAWN]);
    const { builds, refused, fresh, stale, unknown, onlyAbsent, contested, worst, problems } = tally;
    expect(problems.slice(0, SHOWN)).toEqual([]);
    expect(fresh).toBeGreaterThan((builds - refused) * COINS * 0.6);
    // Each difficulty occurred.
    for (const count of [refused, stale, unknown, onlyAbsent, contested]) expect(count).toBeGreaterThan(0);
    if (DRAWN.length < CHOICES.length) {
      const what = "builds with six of twelve exchanges absent, drawn choices";
      return recordTries({ name: "absent-venues-short", what, tried: builds });
    }
    await recordTries({
      name: "absent-venues",
      what: "builds with six of twelve exchanges absent, all choices",
      tried: builds,
      details: {
        venues: TWELVE.length,
        absent: DRAWN[0]!.absent.length,
        choices: CHOICES.length,
        refused,
        worst_percent: Number((100 * worst.off).toFixed(3)),
      },
    });
  });
});

describe("the same through the whole pipeline", () => {
  it.each([
    ["an ordinary choice", DRAWN.find(({ honestDollars }) => honestDollars.length > 1)!],
    ["all venues with dollars absent", NO_DOLLAR],
    ["the only venue with dollars lying", LYING_DOLLAR],
  ])("publishes the same or refuses with the same words: %s", async (_, combination) => {
    const first = openPipeline();
    await compare(await first.build(0, listFaults(combination), ANSWERS), simulation.first(combination));
    if (simulation.first(combination).refusal) expect(first.state.list()).toEqual([]);

    const second = openPipeline();
    expect((await second.build(0, LISTS, ANSWERS)).error).toBeUndefined();
    const before = listUnchanged(second.state.list());
    await compare(await second.build(STEP_MINUTES, listFaults(combination), ANSWERS), simulation.second(combination));
    if (simulation.second(combination).refusal) expect(listUnchanged(second.state.list())).toEqual(before);
  });
});

function openPipeline() {
  const chosen = loadConfig({ coins: COINS, backfill: 0, trees: [], sourcesOff: [...SOURCES_OFF] });
  return openChaosRun({ coins: COINS, seed: SEED, market: changeMarket, program: () => chosen });
}

async function compare({ tree, error, now }: ChaosBuild, expected: AbsentBuild): Promise<void> {
  const { combination, refusal, built, before } = expected;
  if (refusal !== null) {
    expect(error).toBeInstanceOf(GateRefusal);
    expect([error!.message, tree]).toEqual([refusal.message, undefined]);
    return;
  }
  expect(error).toBeUndefined();
  const read = (path: string) => new TextDecoder().decode(tree!.get(path));
  const { data, meta } = JSON.parse(read("api/coins/limit/all.json"));
  const rows = (data as { id: string; price_source: string }[]).map(({ id, price_source }) => [id, price_source]);
  expect(rows).toEqual(built.market.coins.map(({ id, priceSource }) => [id, priceSource]));
  expect(meta.stale).toBe(before !== undefined);
  await expectNamed(combination, async (path) => (tree!.has(path) ? read(path) : undefined), now);
}

/** The health check warns of each absent venue by its id. */
async function expectNamed({ absent }: Combination, read: (path: string) => Promise<string | undefined>, now: number) {
  const published = endpoints.filter(({ id }) => ANSWERS.includes(id));
  const findings = await checkHealth(read, { endpoints: published, now, graceMs: 0 });
  const named = findings.filter(({ level }) => level === "warning").map(({ subject }) => subject);
  expect(named.sort()).toEqual([...absent].sort());
}

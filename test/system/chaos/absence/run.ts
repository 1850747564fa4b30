import { parseArgs } from "node:util";
import { printHelp } from "../../print-help.ts";
import { recordTries, SEED } from "../random.ts";
import { combine, drawCombinations, listCombinations, TWELVE } from "./combination.ts";
import { openSimulation } from "./simulated.ts";
import { renderAbsence, renderPercent, sumUp, tryCombinations } from "./tally.ts";

printHelp(`
Usage: npm run test:absent -- [--all] [--liars] [--count N] [--seed N]

Builds simulated markets with six of twelve exchanges absent, and compares every published price.

  --all       all 924 choices of six (default: 60)
  --liars     each of the other six exchanges lies in turn (default: one, by the seed)
  --count N   number of choices
  --seed N    another seed of the choices and of the lying exchange
`);

/** Ends with the line `absent: N builds, N problems`. */
const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    liars: { type: "boolean", default: false },
    count: { type: "string", default: "60" },
    seed: { type: "string", default: String(SEED) },
  },
});
const SHOWN = 20;
const seed = Number(values.seed);
const chosen = values.all ? listCombinations(seed) : drawCombinations(seed, Number(values.count));
const combinations = values.liars
  ? chosen.flatMap(({ absent, present }) => present.map((liar) => combine(absent, seed, liar)))
  : chosen;
process.stdout.write(`The twelve: ${TWELVE.join(", ")}.\n`);
const tally = tryCombinations(await openSimulation(), combinations);
const { builds, refused, worst } = sumUp(tally);
for (const problem of tally.problems.slice(0, SHOWN)) process.stdout.write(`${problem}\n`);
process.stdout.write(`${renderAbsence(tally)}\nabsent: ${builds} builds, ${tally.problems.length} problems\n`);
if (values.all && !values.liars && tally.problems.length === 0) {
  await recordTries({
    name: "absent-venues",
    what: "builds with six of twelve exchanges absent, all choices",
    tried: builds,
    details: {
      venues: TWELVE.length,
      absent: chosen[0]!.absent.length,
      choices: chosen.length,
      refused,
      worst_percent: Number(renderPercent(worst.off)),
    },
  });
}
process.exitCode = tally.problems.length === 0 ? 0 : 1;

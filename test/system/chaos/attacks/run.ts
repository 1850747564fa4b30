import { parseArgs } from "node:util";
import { SEED } from "../random.ts";
import { renderTallies, runAttacks } from "./run-attacks.ts";

/**
 * Attacks on simulated markets, without the rest of the tests. All classes, in full
 * (`npm run test:chaos` draws fewer attacks); a section (A, B, C, D, honest) with 50 attacks of a
 * thousand; one class; one attack again, with all findings:
 *
 *     npx tsx test/system/chaos/attacks/run.ts
 *     npx tsx test/system/chaos/attacks/run.ts --only A --count 50
 *     npx tsx test/system/chaos/attacks/run.ts --only one-venue --seed 3
 *     npx tsx test/system/chaos/attacks/run.ts --only one-venue --attack 17 --seed 3
 *
 * Prints the first failures with the coin, the true price, the published price and the price of
 * each venue, then the table. A column with a name that begins with "!" has to be 0. `--show` is
 * the number of failures printed, `--lines` the lines of each.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: String(SEED) },
    count: { type: "string", default: "1000" },
    attack: { type: "string" },
    show: { type: "string", default: "5" },
    lines: { type: "string" },
  },
});
const attack = values.attack === undefined ? undefined : Number(values.attack);
const lines = Number(values.lines ?? (attack === undefined ? 30 : 1_000));
const started = performance.now();
let failed = 0;
const tallies = await runAttacks({
  only: values.only,
  seed: Number(values.seed),
  count: Number(values.count),
  attack,
  failed({ attack: { label }, findings }, name) {
    failed += 1;
    if (failed > Number(values.show)) return;
    const told = findings
      .map(({ kind, nth, text }) => `  ${kind} in build ${nth}: ${text}`)
      .join("\n")
      .split("\n");
    process.stdout.write(`\n${label}\n  (${name})\n${told.slice(0, lines).join("\n")}\n`);
    if (told.length > lines) process.stdout.write(`  … ${told.length - lines} more lines\n`);
  },
});
const markets = tallies.reduce((sum, tally) => sum + tally.markets, 0);
process.stdout.write(`\n${renderTallies(tallies)}`);
process.stdout.write(
  `\n${markets} markets in ${Math.round((performance.now() - started) / 1_000)} s (${Math.round(process.cpuUsage().user / 1e6)} s of a core); ${failed} attacks failed\n`,
);
process.exitCode = failed === 0 ? 0 : 1;

import { parseArgs, styleText } from "node:util";
import { renderBytes } from "../../../build/lib/text-layout.ts";
import { printHelp } from "../print-help.ts";
import { rehearse } from "./rehearse.ts";
import { averageOf, BUILDS_PER_DAY, measureYears } from "./year.ts";

printHelp(`
Usage: npm run rehearse -- [coins]

Simulates scheduled runs of the publishing workflow, a fork and a mirror, on the demo market, updates
forks and a copy of old versions to the last commit, and checks the results. Takes about 4 minutes.
Exit code 1 if a check failed.

  coins   coins in the demo market (default: 6)

Usage: npm run rehearse -- --age <months> [coins]

Builds a site of that age, month by month, and measures its size and what its builds read from it.
With 1,000 coins (the default) it takes half an hour for 12 months.
`);

const { age, coins = age === undefined ? 6 : 1_000 } = readArguments();
if (age !== undefined) process.exit(await measureAge(age, coins));
const write = (line: string): boolean => process.stdout.write(`${line}\n`);
const mark = (problems: readonly string[]): string =>
  problems.length === 0 ? styleText("green", "✓") : styleText("red", "✗");
const complain = (problems: readonly string[]): void => {
  for (const problem of problems) write(`     ${styleText("red", problem)}`);
};

write(`Scheduled runs, a fork and a mirror, on the demo market with ${coins} coins\n`);
const { lines, verdicts } = await rehearse({
  coins,
  print({ at, title, outcome, issues, seconds, restoredBytes, problems }) {
    const when = at.slice(5, 16).replace("T", " ");
    write(
      `${mark(problems)} ${when}  ${title.padEnd(66)} ${outcome.padEnd(26)} ${seconds.toFixed(1).padStart(5)} s  ${renderBytes(restoredBytes).padStart(8)} from the site`,
    );
    if (issues !== "") write(`     open: ${styleText("dim", issues)}`);
    complain(problems);
  },
});
write("");
for (const { title, problems } of verdicts) {
  write(`${mark(problems)} ${title}`);
  complain(problems);
}
const failed = [...lines, ...verdicts].filter(({ problems }) => problems.length > 0).length;
write(`\n${failed === 0 ? "All checks passed." : `${failed} failed.`}`);
process.exit(failed === 0 ? 0 : 1);

function readArguments(): { age?: number; coins?: number } {
  try {
    const { values, positionals } = parseArgs({ options: { age: { type: "string" } }, allowPositionals: true });
    const [age, coins] = [values.age, positionals[0]].map((text) => {
      if (text === undefined) return undefined;
      if (!/^[1-9]\d{0,4}$/.test(text)) throw new RangeError(`"${text}" is not a whole number above 0`);
      return Number(text);
    });
    return { ...(age !== undefined && { age }), ...(coins !== undefined && { coins }) };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}. See npm run rehearse -- --help\n`);
    process.exit(2);
  }
}

/** Bytes of a day that a site may serve to its own builds. */
const MOST_PER_DAY = 100e6;

/** Returns the exit code. */
async function measureAge(age: number, coins: number): Promise<number> {
  const months = Array.from({ length: 4 }, (_, at) => age - 3 + at).filter((month) => month >= 0);
  const [day] = await measureYears({ coins, months, measured: [age] });
  if (day === undefined) return 1;
  const perDay = averageOf(day.cached) * BUILDS_PER_DAY;
  process.stdout.write(`A site of ${coins} coins after ${age} months: ${day.files} files, ${renderBytes(day.bytes)}
A build reads ${renderBytes(averageOf(day.cached))} from it, ${renderBytes(perDay)} in ${BUILDS_PER_DAY} builds a day; without caches ${renderBytes(day.uncached)}
`);
  for (const problem of day.problems) process.stdout.write(`${styleText("red", problem)}\n`);
  return day.problems.length === 0 && perDay <= MOST_PER_DAY ? 0 : 1;
}

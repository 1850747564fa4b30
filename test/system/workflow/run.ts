import { styleText } from "node:util";
import { rehearse } from "./rehearse.ts";

const coins = Number(process.argv[2] ?? 6);
const write = (line: string): boolean => process.stdout.write(`${line}\n`);
const mark = (problems: readonly string[]): string =>
  problems.length === 0 ? styleText("green", "✓") : styleText("red", "✗");
const complain = (problems: readonly string[]): void => {
  for (const problem of problems) write(`     ${styleText("red", problem)}`);
};

write(`Ten scheduled runs and a fork, on the demo market with ${coins} coins\n`);
const { lines, verdicts } = await rehearse({
  coins,
  print({ at, title, outcome, issues, seconds, problems }) {
    const when = at.slice(5, 16).replace("T", " ");
    write(`${mark(problems)} ${when}  ${title.padEnd(66)} ${outcome.padEnd(26)} ${seconds.toFixed(1).padStart(5)} s`);
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

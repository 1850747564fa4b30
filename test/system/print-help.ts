/** Prints the text and ends the process if a program of `npm run` was called with `--help`. */
export function printHelp(text: string): void {
  if (!process.argv.slice(2).some((arg) => arg === "--help" || arg === "-h")) return;
  process.stdout.write(`${text.trim()}\n`);
  process.exit();
}

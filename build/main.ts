import { setFlagsFromString } from "node:v8";
import { runCommandLine } from "./app/cli/command-line.ts";
import { explainFailure } from "./app/cli/kit/explain-failure.ts";
import { stderr } from "./app/cli/kit/standard-streams.ts";

// V8 lets a heap grow to four times what is in use. A build of many coins then needs a third more.
setFlagsFromString("--heap-growing-percent=70");

// A defect outside of the awaited command: Node would print its message without escaping it.
process.on("uncaughtException", (error) => {
  stderr.print(...explainFailure(error));
  process.exit(1);
});

const code = await runCommandLine(process.argv.slice(2));
// Commands that fail without an error set it themselves.
if (code !== 0) process.exitCode = code;
// Name look-ups of a machine without a network go on for minutes after everything has been said.
process.exit();

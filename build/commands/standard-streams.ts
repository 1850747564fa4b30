import { createTerminal } from "../effects/terminal.ts";

/** Results: what a command was asked for. */
export const stdout = createTerminal(process.stdout);

/** Progress, warnings and failures. */
export const stderr = createTerminal(process.stderr);

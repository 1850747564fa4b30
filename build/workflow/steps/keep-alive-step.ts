import { describeError } from "../../lib/operational-error.ts";
import type { Github } from "../github/github.ts";
import type { StepContext } from "./step.ts";

/** Keeps the schedules from being switched off. That it fails once is no reason to fail: there is a month and more to try again. */
export async function keepAliveStep({ github, runner, print, warn }: StepContext): Promise<void> {
  await keepAlive(github, runner.repository).then(
    (names) => print(`Kept alive: ${names.join(", ")}`),
    (error) => warn("schedule", `The schedule was not kept alive: ${describeError(error)}`),
  );
}

interface Workflows {
  workflows: { id: number; name: string; state: string }[];
}

/**
 * GitHub switches the schedules of a public repository off after 60 days without activity, and whether a push to another branch than the
 * default one counts is written nowhere. Enabling a workflow that is enabled (docs.github.com/en/rest, "Enable a workflow") needs no more than
 * the token of the run, and is what others keep theirs alive with. What a person switched off stays off. Returns the names of those that were enabled.
 */
export async function keepAlive(github: Github, repository: string): Promise<string[]> {
  const { workflows } = await github.ask<Workflows>("GET", `/repos/${repository}/actions/workflows?per_page=100`);
  const kept = workflows.filter(({ state }) => state === "active" || state === "disabled_inactivity");
  for (const { id } of kept) await github.ask("PUT", `/repos/${repository}/actions/workflows/${id}/enable`);
  return kept.map(({ name }) => name);
}

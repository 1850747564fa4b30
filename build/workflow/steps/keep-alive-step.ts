import { describeError } from "../../lib/operational-error.ts";
import type { Github } from "../github/github.ts";
import type { StepContext } from "./step.ts";

/**
 * Keeps scheduled workflows enabled. A failure is only a warning: there are weeks left to retry.
 */
export async function keepAliveStep({ github, runner, print, warn }: StepContext): Promise<void> {
  await keepAlive(github, runner.repository).then(
    (names) => print(`Kept alive: ${names.join(", ")}`),
    (error) => warn("schedule", `The schedule could not be kept alive: ${describeError(error)}`),
  );
}

interface Workflows {
  workflows: { id: number; name: string; state: string }[];
}

/**
 * GitHub disables the schedules of a public repository after 60 days without activity. It does not
 * document whether pushes to other branches count. Enabling an enabled workflow
 * (docs.github.com/en/rest, "Enable a workflow") counts, and the run's token may do it. Workflows
 * that a person disabled stay disabled. Returns the names of the enabled workflows.
 */
export async function keepAlive(github: Github, repository: string): Promise<string[]> {
  const { workflows } = await github.request<Workflows>("GET", `/repos/${repository}/actions/workflows?per_page=100`);
  const kept = workflows.filter(({ state }) => state === "active" || state === "disabled_inactivity");
  for (const { id } of kept) await github.request("PUT", `/repos/${repository}/actions/workflows/${id}/enable`);
  return kept.map(({ name }) => name);
}

import { describeError } from "../../lib/operational-error.ts";
import { keepAlive } from "../github/keep-alive.ts";
import type { StepContext } from "./step.ts";

/** Keeps the schedules from being switched off. That it fails once is no reason to fail: there is a month and more to try again. */
export async function keepAliveStep({ github, runner, print, warn }: StepContext): Promise<void> {
  await keepAlive(github, runner.repository).then(
    (names) => print(`Kept alive: ${names.join(", ")}`),
    (error) => warn("schedule", `The schedule was not kept alive: ${describeError(error)}`),
  );
}

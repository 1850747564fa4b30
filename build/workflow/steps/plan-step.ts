import { makePlan, PAGES_HOST } from "../plan.ts";
import type { StepContext } from "./step.ts";

/** Detects what this repository publishes, and where. */
export async function planStep({ run, runner, github, config, print, output }: StepContext): Promise<void> {
  const { siteHost, baseUrl } = config;
  const plan = await makePlan(runner, github, { siteHost: siteHost[0]!, baseUrl });
  await run.write("plan", plan);
  output({ host: plan.host, pages: String(plan.host === PAGES_HOST), base_url: plan.baseUrl ?? "" });
  print(`${plan.repository} publishes to ${plan.host}: ${plan.baseUrl ?? "address unknown"}`);
  for (const note of plan.notes) print(note);
}

import { getHost } from "../../hosts/registry.ts";
import { md } from "../../lib/markdown.ts";
import { createBinaryClient } from "../../platform/state/restore-fetch.ts";
import type { BuildResult } from "../build-result.ts";
import type { Plan } from "../plan.ts";
import { smokeTest } from "../smoke.ts";
import type { StepContext } from "./step.ts";

/** Looks at the published site, where its address is known. */
export async function smokeStep({ run, runner, sleep, print, summarise }: StepContext): Promise<void> {
  const { baseUrl, host, userAgent } = run.read<Plan>("plan");
  const { manifestSha256 } = run.read<BuildResult>("build");
  if (baseUrl === null || manifestSha256 === null) {
    print("The address of the published site is not known: nothing is looked at.");
    return;
  }
  const client = createBinaryClient({ userAgent });
  try {
    const plainPaths = getHost(host).level !== "L0";
    const line = await smokeTest({
      baseUrl,
      manifestSha256,
      run: runner.run,
      fetch: client.fetch,
      plainPaths,
      sleep: sleep,
    });
    print(line);
    summarise(md`${line}\n`);
  } finally {
    await client.close();
  }
}

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { attestStep } from "../../../build/app/cli/steps/attest-step.ts";
import { createStepContext } from "../../../build/app/cli/workflow.ts";
import { loadConfig } from "../../../build/config.ts";
import { replaceFile } from "../../../build/kit/platform/output/replace-file.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { renderBundle } from "../../fixtures/attestation.ts";
import { createRunner } from "./create-runner.ts";

const MANIFEST = '{"data":{}}';

let workspace: string;
let published: string;
beforeEach(async () => {
  workspace = makeTempFolder();
  published = join(workspace, "dist/api/attestation.json");
  await replaceFile(join(workspace, "dist/api/manifest.json"), MANIFEST);
});

/** Runs the step with a bundle of the action. Resolves with what it says. */
async function attest(bundle?: string): Promise<string[]> {
  const attestationFile = join(workspace, "bundle.json");
  if (bundle !== undefined) writeFileSync(attestationFile, bundle);
  return attestFrom(bundle === undefined ? null : attestationFile);
}

async function attestFrom(attestationFile: string | null): Promise<string[]> {
  const said: string[] = [];
  const runner = createRunner({ attestationFile });
  const context = createStepContext({ workspace, runner, config: loadConfig({}).config, flags: {} });
  const warn = (_title: string, message: string) => void said.push(`warning: ${message}`);
  await attestStep({ ...context, warn, print: (line) => void said.push(line) });
  return said;
}

describe("the step that adds the attestation", () => {
  it("publishes the bundle as the action wrote it", async () => {
    const bundle = renderBundle([computeSha256("an archive"), computeSha256(MANIFEST)]);
    expect(await attest(bundle)).toEqual(["api/attestation.json has the attestation of the manifest."]);
    expect(readFileSync(published, "utf8")).toBe(bundle);
  });

  it("leaves the site as it is without a bundle", async () => {
    const none = ["This run has no attestation: the site is published without it."];
    expect(await attest()).toEqual(none);
    expect(await attestFrom(join(workspace, "gone.json"))).toEqual(none);
    expect(existsSync(published)).toBe(false);
  });

  it.each([
    ["about another manifest", renderBundle([computeSha256("another")]), "is not about this build"],
    ["without the form of one", "{}", "does not have the form of a bundle"],
  ])("warns about a bundle %s, and does not publish it", async (_, bundle, problem) => {
    expect(await attest(bundle)).toEqual([`warning: The attestation ${problem}: the site is published without it.`]);
    expect(existsSync(published)).toBe(false);
  });
});

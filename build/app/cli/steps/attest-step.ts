import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../../kit/platform/output/replace-file.ts";
import { MANIFEST_PATH } from "../../../kit/render/manifest.ts";
import { ATTESTATION_PATH, judgeAttestation } from "../../../kit/verify/attestation.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { SITE_FOLDER } from "./build-step.ts";
import type { StepContext } from "./step.ts";

/**
 * Adds the bundle that the runner has signed to the built site. It is optional: a site is published
 * without a bundle if the runner has none, or one that is not about this manifest.
 */
export async function attestStep({ workspace, runner, print, warn }: StepContext): Promise<void> {
  const { attestationFile } = runner;
  if (attestationFile === null || !existsSync(attestationFile)) {
    print("This run has no attestation: the site is published without it.");
    return;
  }
  const site = join(workspace, SITE_FOLDER);
  const bundle = readFileSync(attestationFile);
  const verdict = judgeAttestation(bundle, computeSha256(readFileSync(join(site, MANIFEST_PATH))));
  if (verdict !== "matches") {
    const problem = verdict === "malformed" ? "does not have the form of a bundle" : "is not about this build";
    warn("attest", `The attestation ${problem}: the site is published without it.`);
    return;
  }
  await replaceFile(join(site, ATTESTATION_PATH), bundle);
  print(`${ATTESTATION_PATH} has the attestation of the manifest.`);
}

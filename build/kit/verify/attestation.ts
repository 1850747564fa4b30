import { z } from "zod";
import { computeSha256 } from "../../lib/hash.ts";
import { describeError } from "../../lib/operational-error.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { MANIFEST_PATH, type ReadFile, type Verdict } from "./read-published.ts";

/**
 * The signed statement of the runner about a build's manifest: a Sigstore bundle. It is made after
 * the manifest, which therefore does not list it.
 */
export const ATTESTATION_PATH = "api/attestation.json";

/** The fields in use of `sigstore_bundle.proto` in https://github.com/sigstore/protobuf-specs. */
const bundleForm = z.object({
  mediaType: z.string().startsWith("application/vnd.dev.sigstore.bundle"),
  dsseEnvelope: z.object({
    payload: z.base64(),
    payloadType: z.literal("application/vnd.in-toto+json"),
    signatures: z.array(z.object({ sig: z.string().min(1) })).min(1),
  }),
});

/** The signed payload, as in https://github.com/in-toto/attestation (`spec/v1/statement.md`). */
const statementForm = z.object({
  _type: z.string().startsWith("https://in-toto.io/Statement/"),
  subject: z.array(z.object({ digest: z.record(z.string(), z.string()) })).min(1),
});

/** Whether a bundle is about a manifest. The signature is not checked: that needs trusted roots. */
export type AttestationVerdict = "matches" | "differs" | "malformed";

/** `manifestSha256` in lower-case hexadecimal. */
export function judgeAttestation(bundle: Uint8Array, manifestSha256: string): AttestationVerdict {
  const subjects = readSubjects(bundle);
  if (subjects === undefined) return "malformed";
  return subjects.some(({ digest }) => digest["sha256"]?.toLowerCase() === manifestSha256) ? "matches" : "differs";
}

function readSubjects(bundle: Uint8Array): z.infer<typeof statementForm>["subject"] | undefined {
  try {
    const { dsseEnvelope } = bundleForm.parse(JSON.parse(new TextDecoder().decode(bundle)));
    const payload = Buffer.from(dsseEnvelope.payload, "base64").toString("utf8");
    return statementForm.parse(JSON.parse(payload)).subject;
  } catch {
    return undefined;
  }
}

/**
 * Reports a published bundle that does not fit the manifest with this hash. Resolves with whether
 * there is one that fits. 403 means that there is none: object stores answer so for absent files to
 * readers who may not list a bucket, and the bundle is optional.
 */
export async function checkAttestation(readFile: ReadFile, manifestSha256: string, verdict: Verdict): Promise<boolean> {
  try {
    const bundle = await readFile(ATTESTATION_PATH);
    if (bundle === undefined) return false;
    const found = judgeAttestation(bundle, manifestSha256);
    const now = found === "differs" ? await readFile(MANIFEST_PATH) : undefined;
    const isReplaced = now !== undefined && computeSha256(now) !== manifestSha256;
    verdict.check(found === "matches", isReplaced ? REPLACED : PROBLEMS[found]);
    return found === "matches";
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return false;
    verdict.check(false, `${ATTESTATION_PATH}: cannot be read: ${describeError(error)}`);
    return false;
  }
}

const PROBLEMS: Readonly<Record<AttestationVerdict, string>> = {
  matches: "",
  malformed: `${ATTESTATION_PATH}: is not a Sigstore bundle with a statement about files: publish the site again, or delete this file`,
  differs:
    `${ATTESTATION_PATH}: is about another manifest. After a deployment, caches may have files of two builds: ` +
    "verify again in 15 minutes. If it still differs, files were changed after the build: do not use them",
};
const REPLACED = `${MANIFEST_PATH}: a deployment has replaced it during this check: verify again`;

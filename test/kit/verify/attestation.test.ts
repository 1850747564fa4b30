import { describe, expect, it } from "vitest";
import { buildHttpError } from "../../../build/kit/platform/http/http-error.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { ATTESTATION_PATH, checkAttestation, judgeAttestation } from "../../../build/kit/verify/attestation.ts";
import { createFindings } from "../../../build/kit/verify/read-published.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { renderBundle } from "../../fixtures/attestation.ts";

const HASH = computeSha256("manifest");
const OTHER = computeSha256("another manifest");

describe("judgeAttestation", () => {
  const judge = (text: string) => judgeAttestation(Buffer.from(text), HASH);

  it.each([
    ["a statement about the manifest alone", renderBundle([HASH])],
    ["one about several files", renderBundle([OTHER, HASH])],
    ["a hash in capitals", renderBundle([HASH.toUpperCase()])],
    ["an earlier form of bundles", renderBundle([HASH]).replace("bundle.v0.3+json", "bundle+json;version=0.2")],
  ])("accepts %s", (_, bundle) => {
    expect(judge(bundle)).toBe("matches");
  });

  it("finds a statement about other files", () => {
    expect(judge(renderBundle([OTHER]))).toBe("differs");
    const sha512 = renderBundle(
      [],
      `{"_type":"https://in-toto.io/Statement/v1","subject":[{"digest":{"sha512":"0"}}]}`,
    );
    expect(judge(sha512)).toBe("differs");
  });

  it.each([
    ["nothing", ""],
    ["a page", "<html>Not here</html>"],
    ["other JSON", "{}"],
    ["a cut bundle", renderBundle([HASH]).slice(0, -20)],
    ["a bundle of another format", renderBundle([HASH]).replace("application/vnd.dev.sigstore.bundle", "text/plain")],
    ["a payload of another type", renderBundle([HASH]).replace("vnd.in-toto+json", "json")],
    ["a payload that is not base64", renderBundle([HASH]).replace('"payload":"', '"payload":"%')],
    ["a payload that is not JSON", renderBundle([], "statement")],
    ["a bundle without a signature", renderBundle([HASH]).replace('[{"sig":"AAAA"}]', "[]")],
    ["a statement without subjects", renderBundle([])],
    ["a statement of another kind", renderBundle([], `{"_type":"other","subject":[{"digest":{"sha256":"${HASH}"}}]}`)],
  ])("refuses %s", (_, bundle) => {
    expect(judge(bundle)).toBe("malformed");
  });
});

describe("checkAttestation", () => {
  async function check(bundle: string | undefined, manifest = "manifest") {
    const files = new Map([
      [MANIFEST_PATH, manifest],
      ...(bundle === undefined ? [] : ([[ATTESTATION_PATH, bundle]] as const)),
    ]);
    const findings = createFindings();
    const read = async (path: string) => {
      const text = files.get(path);
      return text === undefined ? undefined : Buffer.from(text);
    };
    const attested = await checkAttestation(read, HASH, findings);
    return { attested, checks: findings.checks, problems: findings.problems };
  }

  it("counts the check of a bundle that fits, and has none without a bundle", async () => {
    expect(await check(renderBundle([HASH]))).toEqual({ attested: true, checks: 1, problems: [] });
    expect(await check(undefined)).toEqual({ attested: false, checks: 0, problems: [] });
  });

  it("says what to do about a bundle of another build, and about a malformed one", async () => {
    const { attested, problems } = await check(renderBundle([OTHER]));
    expect(attested).toBe(false);
    expect(problems).toEqual([
      expect.stringMatching(/^api\/attestation\.json: is about another manifest\..* verify again in 15 minutes\./),
    ]);
    expect((await check("{}")).problems).toEqual([
      expect.stringMatching(/^api\/attestation\.json: is not a Sigstore bundle .*: publish the site again/),
    ]);
  });

  it("reports a deployment in place of a difference if the manifest has changed since it was read", async () => {
    const { attested, problems } = await check(renderBundle([OTHER]), "another manifest");
    expect(attested).toBe(false);
    expect(problems).toEqual(["api/manifest.json: a deployment has replaced it during this check: verify again"]);
  });

  it("takes 403 for no bundle, as object stores answer for an absent file", async () => {
    const findings = createFindings();
    const fail = () => Promise.reject(buildHttpError({ url: "https://a.example/", status: 403, tries: 1 }));
    expect(await checkAttestation(fail, HASH, findings)).toBe(false);
    expect(findings.problems).toEqual([]);
  });

  it("reports a bundle that cannot be read", async () => {
    const findings = createFindings();
    const fail = () => Promise.reject(new Error("503"));
    expect(await checkAttestation(fail, HASH, findings)).toBe(false);
    expect(findings.problems).toEqual(["api/attestation.json: cannot be read: 503"]);
  });
});

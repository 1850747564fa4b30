import { z } from "zod";
import type { Endpoint, World } from "../api/endpoint.ts";
import { renderTime } from "../lib/time.ts";
import type { Artifact } from "./artifact.ts";
import { defineDocument } from "./documents/define-document.ts";
import { computeSha256 } from "./hash.ts";
import { renderResponses } from "./responses.ts";

export const MANIFEST_PATH = "api/manifest.json";

const manifestFile = z
  .strictObject({
    path: z.string().describe("Relative to the root of the site; literal, not escaped for a URL"),
    bytes: z.int().nonnegative().describe("Size of the file"),
    sha256: z.string().describe("SHA-256 of the content in lower-case hexadecimal"),
    endpoint: z.string().nullable().describe("Id of the endpoint whose answer it is; null for any other file"),
    basis: z
      .string()
      .optional()
      .describe(
        "SHA-256 of what the answer was made of, where it lasts: of the same, the same program makes the same file",
      ),
  })
  .describe("A file");

export type ManifestFile = z.infer<typeof manifestFile>;

export const ManifestData = z
  .strictObject({
    generated_at: z.string().describe("When the build ran, ISO 8601 in UTC"),
    commit: z.string().nullable().describe("Revision of the program"),
    run: z.string().nullable().describe("Identifier of the run"),
    program: z
      .string()
      .nullable()
      .describe(
        "SHA-256 of what makes the answers of the API: program, lock file, version of Node; null where it is not told",
      ),
    count: z.int().nonnegative().describe("How many files, without this one"),
    bytes: z.int().nonnegative().describe("Size of them all"),
    files: z.array(manifestFile).describe("The files by path"),
  })
  .describe("Everything that was published");

/** `/api/manifest`: every published file with its hash, to compare a copy file by file. */
export function defineManifest(files: readonly ManifestFile[], program: string | null = null): Endpoint {
  return defineDocument({
    id: "manifest",
    title: "Every file with size and hash",
    description: "All files of the site except this one. A copy is complete and unchanged when all of them agree.",
    data: ManifestData,
    compute: ({ run }) => ({
      generated_at: renderTime(run.generatedAtMs),
      commit: run.commit,
      run: run.run,
      program,
      count: files.length,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      files,
    }),
  });
}

/**
 * Passes the artifacts through and appends their manifest, which therefore lists every file with
 * its hash. It must be the outermost stream: files written elsewhere are not in the manifest.
 */
export async function* withManifest(
  artifacts: Iterable<Artifact> | AsyncIterable<Artifact>,
  world: World,
  program: string | null = null,
): AsyncGenerator<Artifact> {
  const files = new Map<string, ManifestFile>();
  // Several files may share a body, which is hashed once.
  let last: { body: Uint8Array; sha256: string } | undefined;
  for await (const rendered of artifacts) {
    // Encoded once: hashing, counting and writing need bytes.
    const artifact = {
      ...rendered,
      body: typeof rendered.body === "string" ? Buffer.from(rendered.body) : rendered.body,
    };
    if (files.has(artifact.path) || artifact.path === MANIFEST_PATH) {
      throw new Error(`Two artifacts are called ${artifact.path}`);
    }
    const { path, body, endpoint = null, inputsDigest: basis } = artifact;
    if (last?.body !== body) last = { body, sha256: artifact.sha256 ?? computeSha256(body) };
    files.set(path, { path, bytes: body.length, sha256: last.sha256, endpoint, ...(basis !== undefined && { basis }) });
    yield artifact;
  }
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  yield* renderResponses([defineManifest(sorted, program)], world);
}

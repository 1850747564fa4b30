import { z } from "zod";
import { computeSha256 } from "../../lib/hash.ts";
import { renderTime } from "../../lib/time.ts";
import type { Endpoint } from "../api/endpoint.ts";
import * as schema from "../api/schema.ts";
import type { BaseWorld } from "../api/world.ts";
import type { Artifact } from "../platform/artifact.ts";
import type { Api } from "./api.ts";
import { defineDocument } from "./define-document.ts";
import { type PreviousAnswers, renderResponses } from "./responses.ts";

export const MANIFEST_PATH = "api/manifest.json";

const manifestFile = schema.object("A file", {
  path: z.string().describe("Relative to the root of the site; literal, not escaped for a URL"),
  bytes: z.int().nonnegative().describe("Size of the file"),
  sha256: z.string().describe("SHA-256 of the content in lower-case hexadecimal"),
  endpoint: z.string().nullable().describe("Id of the endpoint whose answer it is; null for any other file"),
  basis: z
    .string()
    .optional()
    .describe(
      "SHA-256 of the inputs of the response, if it can be reused: the same program makes the same file from the same inputs",
    ),
});

export type ManifestFile = z.infer<typeof manifestFile>;

export const ManifestData = schema.object("Everything that was published", {
  generated_at: z.string().describe("When the build ran, ISO 8601 in UTC"),
  commit: z.string().nullable().describe("Revision of the program"),
  run: z.string().nullable().describe("Identifier of the run"),
  program: z
    .string()
    .nullable()
    .describe("SHA-256 of what determines the responses: program, lock file, version of Node; null if unknown"),
  count: z.int().nonnegative().describe("Number of files, without this one"),
  bytes: z.int().nonnegative().describe("Total size"),
  files: z.array(manifestFile).describe("The files by path"),
});

/** `/api/manifest`: every published file with its hash, to compare a copy file by file. */
export function defineManifest(
  { kinds }: Pick<Api<never>, "kinds">,
  files: readonly ManifestFile[],
  program: string | null = null,
): Endpoint<BaseWorld> {
  return defineDocument({
    kinds,
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

export interface ManifestBuilder {
  /** Lists a file and returns it with its body as bytes. Throws when two files have one path. */
  add(file: Artifact): Artifact;
  render(): readonly Artifact[];
}

/**
 * Collects the files of a tree for its manifest. `program`: digest of what determines the
 * responses.
 */
export function createManifest(
  api: Pick<Api<never>, "kinds">,
  world: BaseWorld,
  program: string | null = null,
): ManifestBuilder {
  const files = new Map<string, ManifestFile>();
  // A response with several files has one body, which is hashed once.
  let last: { body: Uint8Array; sha256: string } | undefined;
  return {
    add(rendered) {
      const { path, endpoint = null, inputsDigest: basis } = rendered;
      if (files.has(path) || path === MANIFEST_PATH) throw new Error(`Two artifacts are called ${path}`);
      const body = encodeText(rendered.body);
      if (last?.body !== body) last = { body, sha256: rendered.sha256 ?? computeSha256(body) };
      const { sha256 } = last;
      files.set(path, { path, bytes: body.length, sha256, endpoint, ...(basis !== undefined && { basis }) });
      return { ...rendered, body };
    },
    render() {
      const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      return [...renderResponses([defineManifest(api, sorted, program)], world)];
    },
  };
}

/** The body as bytes; that of text in UTF-8. */
export const encodeText = (body: Artifact["body"]): Uint8Array => (typeof body === "string" ? Buffer.from(body) : body);

interface OldTree {
  readOld?(path: string): Uint8Array | undefined;
}

/**
 * The reusable answers of the published tree. None if another program made it or its manifest has
 * another form. A file that differs from its manifest entry is not reused.
 */
export function readPreviousAnswers(tree: OldTree, program: string): PreviousAnswers {
  const files = listReusable(tree.readOld?.(MANIFEST_PATH), program);
  return {
    program,
    find(path, inputsDigest) {
      const file = files.get(path);
      if (file?.basis !== inputsDigest) return undefined;
      const body = tree.readOld?.(path);
      if (body?.length !== file.bytes || computeSha256(body) !== file.sha256) return undefined;
      return { body, sha256: file.sha256 };
    },
  };
}

function listReusable(manifest: Uint8Array | undefined, program: string): Map<string, ManifestFile> {
  if (manifest === undefined) return new Map();
  try {
    const { data } = JSON.parse(new TextDecoder().decode(manifest)) as {
      data: { program?: unknown; files: { basis?: unknown }[] };
    };
    if (data.program !== program) return new Map();
    const files = ManifestData.shape.files.parse(data.files.filter(({ basis }) => basis !== undefined));
    return new Map(files.map((file) => [file.path, file]));
  } catch {
    return new Map();
  }
}

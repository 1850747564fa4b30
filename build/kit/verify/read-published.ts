import { type ZodType, z } from "zod";
import { computeSha256 } from "../../lib/hash.ts";
import { describeError } from "../../lib/operational-error.ts";

/** Reads a file by its path relative to the root of the site; `undefined` if it does not exist. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

export interface Verdict {
  check(holds: boolean, problem: string): void;
}

export interface Findings extends Verdict {
  readonly checks: number;
  readonly problems: readonly string[];
}

/** Counts checks and collects the problems that they find. */
export function createFindings(): Findings {
  let checks = 0;
  const problems: string[] = [];
  return {
    get checks() {
      return checks;
    },
    problems,
    check(holds, problem) {
      checks += 1;
      if (!holds) problems.push(problem);
    },
  };
}

/** Reports a problem and returns `undefined` if that fails. */
export async function readPublished<T>(
  readFile: ReadFile,
  path: string,
  schema: ZodType<T>,
  verdict: Verdict,
): Promise<T | undefined> {
  return (await readWithHash(readFile, path, schema, verdict))?.document;
}

async function readWithHash<T>(
  readFile: ReadFile,
  path: string,
  schema: ZodType<T>,
  verdict: Verdict,
): Promise<{ document: T; sha256: string } | undefined> {
  let body: Uint8Array | undefined;
  try {
    body = await readFile(path);
  } catch (error) {
    verdict.check(false, `${path}: cannot be read: ${describeError(error)}`);
    return undefined;
  }
  verdict.check(body !== undefined, `${path}: does not exist`);
  if (body === undefined) return undefined;
  try {
    const document = schema.parse(JSON.parse(new TextDecoder().decode(body)));
    return { document, sha256: computeSha256(body) };
  } catch {
    verdict.check(false, `${path}: does not have the published form`);
    return undefined;
  }
}

export const MANIFEST_PATH = "api/manifest.json";

const publishedFile = z.object({
  path: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
  endpoint: z.string().nullable(),
});

export type PublishedFile = z.infer<typeof publishedFile>;

/** The fields in use: another version of the program may publish more or fewer. */
const publishedManifest = z.object({
  data: z.object({ count: z.int().nonnegative(), files: z.array(publishedFile) }),
});

export interface PublishedManifest {
  /** By path. */
  files: Map<string, PublishedFile>;
  /** The hash of the manifest itself. */
  sha256: string;
}

/** Reports a problem and returns `undefined` if that fails. */
export async function readPublishedManifest(
  readFile: ReadFile,
  verdict: Verdict,
): Promise<PublishedManifest | undefined> {
  const found = await readWithHash(readFile, MANIFEST_PATH, publishedManifest, verdict);
  if (found === undefined) return undefined;
  const { files: listed, count } = found.document.data;
  const files = new Map(listed.map((file) => [file.path, file]));
  verdict.check(files.size === count, `${MANIFEST_PATH}: counts ${count} files and lists ${files.size}`);
  return { files, sha256: found.sha256 };
}

const publishedIndex = z.object({
  data: z.object({ documents: z.array(z.object({ id: z.string(), path: z.string() })) }),
});

/** Schema name by path of documents without an endpoint; `null` if it has a form of its own. */
export async function readPublishedDocuments(
  readFile: ReadFile,
  verdict: Verdict,
): Promise<Map<string, string | null>> {
  const index = await readPublished(readFile, "api/index.json", publishedIndex, verdict);
  return new Map(
    index?.data.documents.map(({ id, path }) => [`api/${path}`, id === "not-found" ? "error" : null]) ?? [],
  );
}

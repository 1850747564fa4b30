import type { Artifact } from "../../../../build/kit/platform/artifact.ts";
import { createPathSet } from "../../../../build/kit/platform/output/path-collisions.ts";
import type { NextTree, Output, PublishedTree } from "../../../../build/kit/platform/platform.ts";

/** Published files in memory, by path, exactly as they were written. */
export type MemoryFiles = ReadonlyMap<string, string | Uint8Array>;

export interface MemoryOutput extends Output {
  /** The tree that was committed last. */
  readonly files: MemoryFiles;
  /** Replaces one file of that tree, or adds it. */
  replace(path: string, body: Uint8Array): void;
  /** The paths that were read of the tree before. */
  readonly read: string[];
}

/** The trees of all hosts go to one place, with the checks of paths that folders have. */
export function createMemoryOutput(published: MemoryFiles = new Map()): MemoryOutput {
  let files = published;
  const read: string[] = [];
  return {
    read,
    get files() {
      return files;
    },
    replace(path, body) {
      files = new Map(files).set(path, body);
    },
    begin(): NextTree {
      const staged = new Map<string, string | Uint8Array>();
      const paths = createPathSet();
      return {
        async write({ path, body, caseVariant }) {
          paths.add(path, caseVariant);
          staged.set(path, body);
        },
        async commit(shared = []) {
          for (const { path, renew } of shared) {
            const old = files.get(path);
            const body = old === undefined ? undefined : renew(Buffer.from(old as Uint8Array));
            if (body !== undefined) staged.set(path, body);
          }
          files = staged;
          return { folder: "memory", files: staged.size, bytes: 0 };
        },
        abandon: async () => undefined,
        readOld(path) {
          read.push(path);
          const body = files.get(path);
          return body === undefined ? undefined : Buffer.from(body as Uint8Array);
        },
      };
    },
  };
}

/** For effects whose output must stay unused. */
export const NO_OUTPUT: Output = {
  begin() {
    throw new Error("nothing is published here");
  },
};

/** Writes and publishes a whole tree. */
export async function publishFiles(
  output: Output,
  files: Iterable<Artifact> | AsyncIterable<Artifact>,
  host = "none",
): Promise<PublishedTree> {
  const next = output.begin(host);
  try {
    for await (const file of files) await next.write(file);
    return await next.commit();
  } finally {
    await next.abandon();
  }
}

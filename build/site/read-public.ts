import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Artifact } from "../render/artifact.ts";

const PUBLIC = fileURLToPath(new URL("../../public/", import.meta.url));

/** The files that every site publishes as they are, by path. */
export async function readPublic(folder: string = PUBLIC): Promise<Artifact[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(folder, path).split(sep).join("/"),
      body: new Uint8Array(await readFile(path)),
    })),
  );
}

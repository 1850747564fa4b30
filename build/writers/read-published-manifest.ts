import { z } from "zod";
import { MANIFEST_PATH, ManifestData, type ManifestFile } from "./manifest.ts";
import { readPublished } from "./read-published.ts";
import type { ReadFile, Verdict } from "./verdict.ts";

const publishedManifest = z.object({ data: ManifestData });

/** The files of the published manifest by path; `undefined`, and a problem, where there is none that can be read. */
export async function readPublishedManifest(
  readFile: ReadFile,
  verdict: Verdict,
): Promise<Map<string, ManifestFile> | undefined> {
  const document = await readPublished(readFile, MANIFEST_PATH, publishedManifest, verdict);
  if (document === undefined) return undefined;
  const { files: listed, count } = document.data;
  const files = new Map(listed.map((file) => [file.path, file]));
  verdict.check(files.size === count, `${MANIFEST_PATH}: counts ${count} files and lists ${files.size}`);
  return files;
}

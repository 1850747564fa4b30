import { z } from "zod";
import { MANIFEST_PATH, ManifestData, type ManifestFile } from "../render/manifest.ts";
import { readPublished } from "./read-published.ts";
import type { ReadFile, Verdict } from "./verdict.ts";

const { count, files } = ManifestData.shape;
const { path, bytes, sha256, endpoint } = files.element.shape;

/** What is used of it: another version of the program may say more, or less. */
const publishedManifest = z.object({
  data: z.object({ count, files: z.array(z.object({ path, bytes, sha256, endpoint })) }),
});

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

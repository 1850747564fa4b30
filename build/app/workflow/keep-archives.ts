import { copyFile, link, mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { computeSha256 } from "../../lib/hash.ts";

/** Below the root of the checkout. */
export const ARCHIVES_FOLDER = ".archives";

const ArchiveList = z.object({
  data: z.array(
    z.object({ complete: z.boolean(), formats: z.array(z.object({ url: z.string(), sha256: z.string() })) }),
  ),
});

/**
 * Puts the complete archives of a built site into a folder, at their paths in the site, and nothing
 * else: the state no longer holds their rows, and without these files the next run would read them
 * from the published site. Returns a name for this set of files; `""` when there are none.
 */
export async function keepArchives(site: string, folder: string): Promise<string> {
  const { data } = ArchiveList.parse(JSON.parse(await readFile(join(site, "api/data/archives.json"), "utf8")));
  const files = data.flatMap(({ complete, formats }) => (complete ? formats : []));
  await rm(folder, { recursive: true, force: true });
  for (const { url } of files) {
    const from = join(site, "api", url);
    const to = join(folder, "api", url);
    await mkdir(dirname(to), { recursive: true });
    await link(from, to).catch(() => copyFile(from, to));
  }
  if (files.length === 0) return "";
  return `archives-${computeSha256(JSON.stringify(files.map(({ url, sha256 }) => [url, sha256]))).slice(0, 16)}`;
}

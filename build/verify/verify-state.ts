import { z } from "zod";
import { type PublishedFile, type ReadFile, readPublished, type Verdict } from "./read-published.ts";

const FOLDER = "state/";
const STATE_MANIFEST = `${FOLDER}manifest.json`;

const stateManifest = z.object({
  documents: z.array(z.object({ name: z.string(), file: z.string(), bytes: z.number(), sha256: z.string() })),
});

export interface StateChecks {
  verify(path: string, verdict: Verdict): void;
}

/** Compares the published state with its manifest. A tree without a state is valid, too. */
export async function openStateChecks(
  readFile: ReadFile,
  files: ReadonlyMap<string, PublishedFile>,
  verdict: Verdict,
): Promise<StateChecks> {
  const published = [...files.keys()].some((path) => path.startsWith(FOLDER));
  const list = published ? await readPublished(readFile, STATE_MANIFEST, stateManifest, verdict) : undefined;
  const named = new Set<string>([STATE_MANIFEST]);
  for (const { name, file, bytes, sha256 } of list?.documents ?? []) {
    const path = `${FOLDER}${file}`;
    named.add(path);
    const found = files.get(path);
    verdict.check(found !== undefined, `${STATE_MANIFEST}: ${name} is listed, but ${path} was not published`);
    if (found === undefined) continue;
    const same = found.bytes === bytes && found.sha256 === sha256;
    verdict.check(same, `${path}: not the size or the sha256 that the state lists`);
  }
  return {
    verify(path, own) {
      if (list === undefined || !path.startsWith(FOLDER)) return;
      own.check(named.has(path), `${path}: the state does not list it`);
    },
  };
}

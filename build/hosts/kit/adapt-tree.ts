import { OperationalError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { Route } from "../../render/route.ts";
import type { Bundles, ControlFile, Host, HostFile } from "../host.ts";
import { findLimitAdvice, findLimitProblems } from "./limits.ts";

/**
 * Adds to a tree what one host needs: names of its own, aliases beside their originals, control files at the end. Throws an `OperationalError`
 * with the numbers where the host cannot hold the tree; the manifest, which is rendered later, is counted as one file. What only some plans
 * of the host hold is a warning.
 */
export async function* adaptTree(
  host: Host,
  artifacts: Iterable<Artifact> | AsyncIterable<Artifact>,
  routes: readonly Route[],
  bundles: Readonly<Partial<Bundles>>,
  warn: (message: string) => void = () => undefined,
): AsyncGenerator<Artifact> {
  const files: HostFile[] = [];
  const pass = (artifact: Artifact): Artifact => {
    files.push({ path: artifact.path, bytes: Buffer.byteLength(artifact.body) });
    return artifact;
  };
  for await (const original of artifacts) {
    const artifact = host.rename === undefined ? original : { ...original, path: host.rename(original.path) };
    for (const named of [artifact, ...listNames(host, artifact)]) {
      yield pass(named);
      for (const alias of host.aliases?.(named, routes) ?? []) yield pass(alias);
    }
  }
  // Rules lead to it like to any other file.
  const manifest: HostFile = { path: "api/manifest.json", bytes: 0 };
  const controlFiles: ControlFile[] = [...host.controlFiles({ routes, files: [...files, manifest], bundles })];
  for (const { path, body } of controlFiles) yield pass({ path, body });
  const problems = findLimitProblems(host, [...files, manifest], controlFiles);
  const [problem, ...lines] = problems;
  if (problem !== undefined) throw new OperationalError(problem, { lines });
  for (const advice of findLimitAdvice(host, [...files, manifest], controlFiles)) warn(advice);
}

/** The handler finds a coin by any of its names; elsewhere each of them is a file. */
function listNames({ level }: Host, { aliases = [], ...artifact }: Artifact): Artifact[] {
  return level === "L3" ? [] : aliases.map((path) => ({ ...artifact, path }));
}

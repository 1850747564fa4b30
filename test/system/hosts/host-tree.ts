import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import type { Host } from "../../../build/kit/hosts/host.ts";
import type { Artifact } from "../../../build/kit/platform/artifact.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { makeWorld } from "../../fixtures/market.ts";
import { adaptTree, listArtifacts, type MemoryTree, withManifest } from "../../fixtures/memory-tree.ts";

export const routes = renderRoutes(buildApi(endpoints));
/** Placeholders of the bundled programs. */
export const WORKER = "export default {};\n";

/** The tree as published for one host. */
export async function completeMemory(host: Host, tree: MemoryTree): Promise<Map<string, Artifact>> {
  const complete = new Map<string, Artifact>();
  for await (const artifact of adaptTree(host, listArtifacts(tree), routes, WORKER))
    complete.set(artifact.path, artifact);
  return complete;
}

/** A folder with the tree for one host. Its manifest lists what this host stores, as in a build. */
export async function writeHostTree(host: Host, tree: MemoryTree): Promise<string> {
  const folder = makeTempFolder();
  const complete = await completeMemory(host, tree);
  complete.delete(MANIFEST_PATH);
  for await (const { path, body } of withManifest(complete.values(), makeWorld())) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), body);
  }
  return folder;
}

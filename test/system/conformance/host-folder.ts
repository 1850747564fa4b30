import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { renderSite } from "../../../build/app/site/render-site.ts";
import { layout } from "../../../build/crypto/api/layout.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import type { World } from "../../../build/crypto/api/world.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { bundleProgramFiles, bundleWorker } from "../../../build/crypto/serve/programs.ts";
import type { Host } from "../../../build/kit/hosts/host.ts";
import { createHostAdapter } from "../../../build/kit/hosts/kit/adapt-tree.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import type { Artifact } from "../../../build/kit/platform/artifact.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { createTree } from "../../../build/kit/render/tree/render-tree.ts";
import { oncePer } from "../../../build/lib/once-per.ts";
import { collect } from "../../fixtures/collect.ts";
import { listArtifacts } from "../../fixtures/memory-tree.ts";
import { SECRET, type Site } from "../../fixtures/site.ts";

/**
 * One site with pages as published for each host, in one folder each. A secret file lies beside
 * them.
 */
export interface HostFolders {
  /** Writes the folder of this host. */
  write(host: Host): Promise<string>;
  remove(): Promise<void>;
}

/** Files share the world of the usual site, and so its pages. */
const renderPages = oncePer((world: World): Promise<Artifact[]> => {
  const options = { baseUrl: undefined, repository: "https://git.example/open/data" };
  return collect(renderSite({ endpoints, world, hosts, options }));
});

export async function makeHostFolders(site: Site): Promise<HostFolders> {
  const root = await mkdtemp(join(tmpdir(), "conformance-"));
  await writeFile(join(root, "secret.json"), SECRET);
  const programs: Artifact[] = await bundleProgramFiles();
  const api = buildApi(endpoints);
  const pages = await renderPages(site.world);
  const published = [...listArtifacts(site.tree), ...programs, ...pages].filter(({ path }) => path !== MANIFEST_PATH);
  // Files that all hosts share are written once.
  const originals = new Map<unknown, string>();
  return {
    async write(host) {
      const folder = join(root, host.id);
      const tree = createTree(
        api,
        site.world,
        createHostAdapter(host, { layout, routes: renderRoutes(api), worker: await bundleWorker() }),
      );
      const files = [...published.flatMap(tree.add), ...tree.finish()];
      const made = new Set<string>();
      // Thousands of small files: waiting for each takes longer than writing it.
      for (const { path, body } of files) {
        const file = join(folder, path);
        const parent = dirname(file);
        if (!made.has(parent)) mkdirSync(parent, { recursive: true });
        made.add(parent);
        const original = originals.get(body);
        if (original === undefined) writeFileSync(file, body);
        else linkSync(original, file);
        if (original === undefined && typeof body !== "string") originals.set(body, file);
      }
      return folder;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

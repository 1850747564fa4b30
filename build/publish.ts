import type { World } from "./api/endpoint.ts";
import { listSettings } from "./config.ts";
import { completeFor } from "./hosts/kit/adapt-for.ts";
import { none } from "./hosts/none.ts";
import { hosts } from "./hosts/registry.ts";
import type { Effects, PublishedTree } from "./platform/platform.ts";
import { exportState } from "./platform/state/state-export.ts";
import type { Program } from "./program.ts";
import { type ArchiveCatalogue, type ArchiveMemory, CATALOGUE_NAME } from "./render/archives/archive-memory.ts";
import { hourly } from "./render/archives/tables/hourly.ts";
import type { Artifact } from "./render/artifact.ts";
import { readPreviousAnswers } from "./render/previous-answers.ts";
import { renderTree } from "./render/render-tree.ts";
import { renderRoutes } from "./render/routes.ts";
import { renderSite } from "./site/render-site.ts";
import { DEPLOYABLE } from "./workflow/deploy-command.ts";
import { describeLimits } from "./workflow/describe-limits.ts";

/**
 * Writes the world as one tree per host, whole or not at all. The state is committed once the archives, which add to it, are
 * rendered, and is published with the site, so that any site is a copy to go on from. `complete` adds to the committed state what only
 * later builds show; it is called once, before the first tree ends.
 */
export async function publish(
  program: Program,
  world: World,
  effects: Effects,
  complete: () => Promise<unknown>,
): Promise<PublishedTree[]> {
  const { endpoints, programFiles = [], bundles = {}, config } = program;
  const { state, progress } = effects;
  const memory: ArchiveMemory = {
    series: state,
    catalogue: await state.read<ArchiveCatalogue>(CATALOGUE_NAME),
    retention: { [hourly.dataset]: config.hourlyArchiveMonths },
    findPublished: async (path, sha256, where) => effects.findPublished?.(path, sha256, where),
    remember: (catalogue) => state.write(CATALOGUE_NAME, catalogue),
    warn: progress.warn,
  };
  const task = progress.start("files");
  const venues = program.sources.flatMap(({ id, name, venue }) => (venue ? [{ id, name, ...venue }] : []));
  const off = new Set(world.run.sources.flatMap(({ id, status }) => (status === "off" ? id : [])));
  const sources = program.sources.filter(({ id }) => !off.has(id));
  const trees: PublishedTree[] = [];
  let pages: Artifact[] | undefined;
  let completed: Promise<unknown> | undefined;
  for (const host of program.hosts ?? [none]) {
    const output = effects.outputOf?.(host.id) ?? effects.output;
    const tree = renderTree({
      endpoints,
      world,
      homepage: config.homepage,
      baseUrl: config.baseUrl,
      memory,
      previous: program.digest === undefined ? undefined : readPreviousAnswers(output, program.digest),
      completion: completeFor(host, renderRoutes(endpoints), bundles, progress.warn),
      async *extras(rendered) {
        yield* programFiles;
        if (program.site) {
          task.update("pages");
          // The same for every host.
          pages ??= await renderSite({
            endpoints,
            world: rendered,
            hosts,
            options: program.site,
            deployable: DEPLOYABLE,
            settings: listSettings(),
            limits: describeLimits({ config, host: program.hosts?.[0] ?? none, sources }),
            venues,
          });
          yield* pages;
        }
        // What this build knows is safe before anything more is asked for.
        await state.commit();
        completed ??= complete();
        await completed;
        await state.commit();
        yield* exportState(state);
      },
      progress: task.update,
    });
    trees.push(await output.publish(tree));
  }
  task.done(trees.map(renderSize).join("; "));
  return trees;
}

function renderSize({ files, bytes, folder }: PublishedTree): string {
  return `${files.toLocaleString("en-US")} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`;
}

import type { BaseWorld, LeftOut } from "../../api/world.ts";
import type { Api, OptionalTree } from "../api.ts";
import type { Room, Target } from "../host-adapter.ts";
import { type ApiInput, removeMissing, renderOptional, renderReports } from "./render-tree.ts";
import type { HostSize, SiteWriter } from "./site-writer.ts";

/**
 * Writes what follows the core below `/api`: the optional trees for which the host of the site has
 * room, the most useful one first, then the reports. `reserve`: room for files that are written
 * later. Resolves to the world with what was left out.
 */
export async function writeApi<World extends BaseWorld>(
  site: SiteWriter,
  input: ApiInput<World>,
  reserve: Room,
): Promise<World> {
  const { api } = input;
  const isOn = ({ name }: OptionalTree) => input.trees?.includes(name) ?? true;
  const off = api.trees.filter((tree) => !isOn(tree)).map(({ name }) => ({ tree: name, ...SWITCHED_OFF }));
  let world: World = { ...input.world, leftOut: off };
  for (const tree of api.trees.filter(isOn)) {
    const render = (covered: number) => renderOptional({ ...input, world: { ...world, covered } }, tree.name);
    const leftOut = await site.writeOptional(tree, render, reserve);
    world = { ...world, leftOut: [...(world.leftOut ?? []), ...leftOut] };
  }
  world = removeMissing(world);
  await site.write(renderReports({ ...input, world }));
  return world;
}

/** Counts by tree and by host after the API is written. `leftOut`: from `writeApi`. */
export function measureSite(
  { trees: optional }: Pick<Api<never>, "trees">,
  sizes: readonly HostSize[],
  later: Room,
  { hosts, leftOut = [] }: { hosts: readonly Target[]; leftOut: readonly LeftOut[] | undefined },
) {
  const parts = sizes[0]?.parts ?? [];
  const trees = [EVERY_SITE, ...optional].map(({ name, title }) => {
    const { files, bytes } = parts.find((part) => part.tree === name) ?? { files: 0, bytes: 0 };
    return { title, files, bytes, leftOut: leftOut.find(({ tree }) => tree === name)?.reason ?? null };
  });
  const titleOf = (tree: string) => optional.find(({ name }) => name === tree)?.title ?? tree;
  const written = sizes.filter(({ host }) => !hosts.some(({ id }) => id === host.id)).map(({ host }) => host);
  return {
    trees,
    later,
    hosts: [...written, ...hosts].map((host) => {
      const size = sizes.find((one) => one.host.id === host.id);
      return {
        id: host.id,
        name: host.name,
        maxFiles: host.limits.files?.max ?? null,
        maxBytes: host.limits.totalBytes?.max ?? null,
        maxDeployments: host.freePlan?.deployments?.max ?? null,
        used: size === undefined ? null : sumRoom([later, ...size.parts]),
        leftOut: (size?.leftOut ?? []).map(({ tree, reason }) => `${titleOf(tree)}: ${reason}`),
      };
    }),
  };
}

/** What is in no optional tree. */
const EVERY_SITE = { name: null, title: "In every site" };

function sumRoom(rooms: readonly Room[]): Room {
  const add = (field: keyof Room) => rooms.reduce((sum, room) => sum + room[field], 0);
  return { files: add("files"), bytes: add("bytes") };
}

const SWITCHED_OFF = { covered: 0, reason: "It is missing: the settings of this site leave it out." };

/** A page of one thing with its image, with room to spare. */
const PAGE_BYTES = 60_000;
const FILES_PER_PAGE = 2;
/** Other pages, control files and new documents of the state. */
const OTHER_FILES = 200;

/** The room of files that are written after the API: the state, and pages of one thing each. */
export function measureLaterFiles(documents: readonly { bytes?: number }[], pages: number): Room {
  const bytes = documents.reduce((sum, { bytes: size = 0 }) => sum + size, 0);
  const files = pages * FILES_PER_PAGE + documents.length + OTHER_FILES;
  return { files, bytes: bytes + (pages + OTHER_FILES) * PAGE_BYTES };
}

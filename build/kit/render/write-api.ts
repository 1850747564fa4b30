import type { Host } from "../../kit/hosts/host.ts";
import type { Room } from "../../kit/render/host-adapter.ts";
import { TREE_TITLES, TREES } from "../api/trees.ts";
import type { World } from "../api/world.ts";
import { type ApiInput, removeMissing, renderOptional, renderReports } from "./render-tree.ts";
import type { SiteSize, SiteWriter } from "./site-writer.ts";

/**
 * Writes what follows the core below `/api`: the optional trees for which the host of the site has
 * room, the most useful one first, then the reports. `reserve`: room for files that are written
 * later. Resolves to the world with what was left out.
 */
export async function writeApi(site: SiteWriter, input: ApiInput, reserve: Room): Promise<World> {
  const { trees = TREES } = input;
  const off = TREES.filter((tree) => !trees.includes(tree)).map((tree) => ({ tree, ...SWITCHED_OFF }));
  let world: World = { ...input.world, leftOut: off };
  for (const tree of TREES.filter((name) => trees.includes(name))) {
    const render = (coveredCoins: number) => renderOptional({ ...input, world: { ...world, coveredCoins } }, tree);
    const leftOut = await site.writeOptional(tree, render, reserve);
    world = { ...world, leftOut: [...(world.leftOut ?? []), ...leftOut] };
  }
  world = removeMissing(world);
  await site.write(renderReports({ ...input, world }));
  return world;
}

/** Counts by tree and by host after the API is written. `leftOut`: from `writeApi`. */
export function measureSite(
  sizes: readonly SiteSize[],
  later: Room,
  { hosts, leftOut = [] }: { hosts: readonly Host[]; leftOut: World["leftOut"] },
) {
  const parts = sizes[0]?.parts ?? [];
  const trees = [null, ...TREES].map((tree) => {
    const { files, bytes } = parts.find((part) => part.tree === tree) ?? { files: 0, bytes: 0 };
    const reason = leftOut.find((one) => one.tree === tree)?.reason ?? null;
    return { title: tree === null ? "In every site" : TREE_TITLES[tree], files, bytes, leftOut: reason };
  });
  const written = sizes.filter(({ host }) => !hosts.some(({ id }) => id === host.id)).map(({ host }) => host);
  return {
    trees,
    later,
    hosts: [...written, ...hosts].map((host) => {
      const size = sizes.find((one) => one.host.id === host.id);
      return {
        name: host.name,
        maxFiles: host.limits.files?.max ?? null,
        maxBytes: host.limits.totalBytes?.max ?? null,
        used: size === undefined ? null : sumRoom([later, ...size.parts]),
        leftOut: (size?.leftOut ?? []).map(({ tree, reason }) => `${TREE_TITLES[tree]}: ${reason}`),
      };
    }),
  };
}

function sumRoom(rooms: readonly Room[]): Room {
  const add = (field: keyof Room) => rooms.reduce((sum, room) => sum + room[field], 0);
  return { files: add("files"), bytes: add("bytes") };
}

const SWITCHED_OFF = { coveredCoins: 0, reason: "It is missing: the settings of this site leave it out." };

/** A page of a coin with its image, with room to spare. */
const PAGE_BYTES = 60_000;
const FILES_PER_COIN = 2;
/** Pages of no coin, control files and new documents of the state. */
const OTHER_FILES = 200;

/** The room of files that are written after the API: pages and state. */
export function measureLaterFiles(documents: readonly { bytes?: number }[], coinPages: number): Room {
  const bytes = documents.reduce((sum, { bytes: size = 0 }) => sum + size, 0);
  const files = coinPages * FILES_PER_COIN + documents.length + OTHER_FILES;
  return { files, bytes: bytes + (coinPages + OTHER_FILES) * PAGE_BYTES };
}

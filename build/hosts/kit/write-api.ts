import type { World } from "../../api/endpoint.ts";
import { TREES } from "../../api/trees.ts";
import { type ApiInput, type Room, renderCore, renderOptional, renderReports } from "../../render/render-tree.ts";
import type { SiteWriter } from "./site-writer.ts";

/**
 * Writes everything below `/api`: what every site has, then the optional trees for which its host
 * has room, the most useful one first, then the reports. `reserve`: room for files that are written
 * later. Resolves to the world with what was left out.
 */
export async function writeApi(site: SiteWriter, input: ApiInput, reserve: Room): Promise<World> {
  await site.write(renderCore(input));
  const { trees = TREES } = input;
  const off = TREES.filter((tree) => !trees.includes(tree)).map((tree) => ({ tree, ...SWITCHED_OFF }));
  let world: World = { ...input.world, leftOut: off };
  for (const tree of TREES.filter((name) => trees.includes(name))) {
    const render = (coveredCoins: number) => renderOptional({ ...input, world: { ...world, coveredCoins } }, tree);
    const leftOut = await site.writeOptional(tree, render, reserve);
    world = { ...world, leftOut: [...(world.leftOut ?? []), ...leftOut] };
  }
  await site.write(renderReports({ ...input, world }));
  return world;
}

const SWITCHED_OFF = { coveredCoins: 0, reason: "It is missing: the settings of this site leave it out." };

/** A page of a coin, with room to spare. */
const PAGE_BYTES = 60_000;
/** Pages of no coin, control files and new documents of the state. */
const OTHER_FILES = 200;

/** The room of files that are written after the API: pages and state. */
export function measureLaterFiles(documents: readonly { bytes?: number }[], coinPages: number): Room {
  const bytes = documents.reduce((sum, { bytes: size = 0 }) => sum + size, 0);
  return { files: coinPages + documents.length + OTHER_FILES, bytes: bytes + (coinPages + OTHER_FILES) * PAGE_BYTES };
}

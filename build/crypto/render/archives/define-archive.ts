import * as kit from "../../../kit/render/archives/archive.ts";
import type { World } from "../../api/world.ts";

/** An archive whose rows come from the world of this interface. */
export function defineArchive<Row>(archive: kit.Archive<Row, World>): kit.Archive {
  return kit.defineArchive(archive);
}

/** See `kit/render/archives/archive.ts`. */
export function defineSnapshot<Row>(archive: kit.Snapshot<Row, World>): kit.Archive {
  return kit.defineSnapshot(archive);
}

import { beforeAll, expect, it } from "vitest";
import { copyFolder, forgeDocument } from "../platform/state-folder.ts";
import { scale } from "../seed.ts";
import { buildOn, type KeptState, keepState, NEXT_BUILD } from "./kept-state.ts";

let kept: KeptState;
beforeAll(async () => {
  kept = await keepState();
});

/**
 * Replaces one part of a value, at any depth; one variant per part, at most four per list or map.
 */
function* spoil(value: unknown, depth = 0): Generator<unknown> {
  for (const wrong of [null, "text", -1, [1], { x: 1 }]) if (typeof wrong !== typeof value) yield wrong;
  if (typeof value !== "object" || value === null || depth > 4) return;
  for (const [name, part] of Object.entries(value).slice(0, 4))
    for (const wrong of spoil(part, depth + 1)) {
      yield Array.isArray(value) ? value.with(Number(name), wrong) : { ...value, [name]: wrong };
    }
}

it("documents with one wrong part at any depth do not stop a build", async () => {
  for (const name of kept.names) {
    const variants = [...spoil(kept.documents.get(name))].filter((_, at) => at % 97 < scale(1));
    for (const wrong of variants.slice(0, scale(3))) {
      const place = copyFolder(kept.folder);
      forgeDocument(place, name, wrong);
      const { error } = await buildOn(place, NEXT_BUILD);
      expect([name, JSON.stringify(wrong).slice(0, 300), error?.stack]).toEqual([name, expect.anything(), undefined]);
    }
  }
});

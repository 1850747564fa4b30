/**
 * Renders one world and writes it, in a process of its own: `render-tree.ts full|unchecked <coins>
 * <folder>`. `unchecked` is without validation and without hashing, as a manifest needs it. Prints
 * a `ProcessReport`; what it takes to make the world is not in it.
 */

import { z } from "zod";
import { endpoints } from "../../../../build/api/registry.ts";
import type { Artifact } from "../../../../build/platform/artifact.ts";
import { createOutput } from "../../../../build/platform/output/output.ts";
import { renderDocuments } from "../../../../build/render/documents/documents.ts";
import { renderResponses } from "../../../../build/render/responses.ts";
import { renderTree } from "../../../fixtures/memory-tree.ts";
import { publishFiles } from "../../../platform/output/memory-output.ts";
import { makeBenchWorld } from "../bench-world.ts";
import { printProcessReport } from "../process-report.ts";

const HOMEPAGE = "https://example.org/";

const [, , way, coins = "", folder = ""] = process.argv;
const world = await makeBenchWorld(Number(coins));

async function* renderUnchecked(): AsyncGenerator<Artifact> {
  const lenient = endpoints.map((endpoint) => {
    const meta = Object.fromEntries(Object.keys(endpoint.meta ?? {}).map((name) => [name, z.any()]));
    return { ...endpoint, data: z.any(), meta };
  });
  yield* renderResponses(lenient, world);
  yield* renderDocuments(endpoints, world, { homepage: HOMEPAGE });
}

const startedMs = performance.now();
const artifacts = way === "full" ? renderTree({ endpoints, world, homepage: HOMEPAGE }) : renderUnchecked();
const { files, bytes } = await publishFiles(createOutput(folder), artifacts);
printProcessReport({ milliseconds: performance.now() - startedMs, files, bytes });

/**
 * Renders one world and writes it, in a process of its own: `render-tree.ts full|unchecked <coins> <folder>`. `unchecked` is without
 * validation and without hashing, as a manifest needs it. Prints a `RenderReport`; what it takes to make the world is not in it.
 */
import { z } from "zod";
import { createOutput } from "../../../build/effects/output.ts";
import { endpoints } from "../../../build/endpoints/registry.ts";
import type { Artifact } from "../../../build/writers/artifact.ts";
import { renderDocuments } from "../../../build/writers/documents.ts";
import { renderTree } from "../../../build/writers/render-tree.ts";
import { renderResponses } from "../../../build/writers/responses.ts";
import { makeBenchWorld } from "../bench-world.ts";
import { printReport } from "./render-report.ts";

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
const { files, bytes } = await createOutput(folder).publish(artifacts);
printReport({ milliseconds: performance.now() - startedMs, files, bytes });

/**
 * Renders one world and writes it, in a process of its own: `render-tree.ts full|unchecked <coins>
 * <folder>`. `unchecked` is without validation and without hashing, as a manifest needs it. Prints
 * a `ProcessReport`; what it takes to make the world is not in it.
 */

import { z } from "zod";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { buildApi } from "../../../../build/crypto/render/market-api.ts";
import { type Body, envelope } from "../../../../build/kit/api/endpoint.ts";
import type { Artifact } from "../../../../build/kit/platform/artifact.ts";
import { createOutput } from "../../../../build/kit/platform/output/output.ts";
import { renderDocuments } from "../../../../build/kit/render/documents/documents.ts";
import { renderResponses } from "../../../../build/kit/render/responses.ts";
import { renderTree } from "../../../fixtures/memory-tree.ts";
import { publishFiles } from "../../../kit/platform/output/memory-output.ts";
import { makeBenchWorld } from "../bench-world.ts";
import { printProcessReport } from "../process-report.ts";

const api = buildApi(endpoints);
const HOMEPAGE = "https://example.org/";

const [, , way, coins = "", folder = ""] = process.argv;
const world = await makeBenchWorld(Number(coins));

function acceptAll(body: Body): Body {
  if (body.form === "download") return body;
  if (body.form === "bare") return { ...body, data: z.any() };
  return envelope(z.any(), Object.fromEntries(Object.keys(body.meta).map((name) => [name, z.any()])));
}

async function* renderUnchecked(): AsyncGenerator<Artifact> {
  const lenient = endpoints.map(({ body, ...endpoint }) => ({ ...endpoint, body: acceptAll(body) }));
  yield* renderResponses(lenient, world, { roots: api.roots });
  yield* renderDocuments(api, world, { homepage: HOMEPAGE });
}

const startedMs = performance.now();
const artifacts = way === "full" ? renderTree({ api, world, homepage: HOMEPAGE }) : renderUnchecked();
const { files, bytes } = await publishFiles(createOutput(folder), artifacts);
printProcessReport({ milliseconds: performance.now() - startedMs, files, bytes });

import type { Endpoint, Params, World } from "../endpoints/endpoint.ts";
import { computeEnvelope, envelopeSchema } from "../endpoints/envelope.ts";
import { filesOf } from "../endpoints/query.ts";
import { renderJson } from "../lib/render-json.ts";
import type { Artifact } from "./artifact.ts";
import { checkDocument } from "./check-document.ts";

/**
 * Every response that has a file: each endpoint with each of its variants, computed and checked once, written to its
 * canonical file and to the one that spells a default out. A response that fails its schema, and two answers for one file,
 * are errors that stop the build.
 */
export function* renderResponses(endpoints: readonly Endpoint[], world: World): Generator<Artifact> {
  const owners = new Map<string, string>();
  for (const endpoint of endpoints) {
    if (endpoint.download) continue;
    for (const artifact of renderEndpoint(endpoint, world)) {
      const owner = owners.get(artifact.path);
      if (owner !== undefined) throw new Error(`${artifact.path} is written by both ${owner} and ${endpoint.id}`);
      owners.set(artifact.path, endpoint.id);
      yield artifact;
    }
  }
}

function* renderEndpoint(endpoint: Endpoint, world: World): Generator<Artifact> {
  const schema = envelopeSchema(endpoint);
  for (const params of endpoint.variants(world)) {
    const files = filesOf(endpoint.path, endpoint.parameters, params);
    const answer = computeAnswer(endpoint, world, params, files[0]!);
    checkDocument(schema, answer, `${endpoint.id}: ${files[0]}`);
    const body = renderJson(answer);
    for (const file of files) yield { path: `api/${file}`, body, endpoint: endpoint.id };
  }
}

function computeAnswer(endpoint: Endpoint, world: World, params: Params, file: string): unknown {
  try {
    return computeEnvelope(endpoint, world, params);
  } catch (cause) {
    throw new Error(`${endpoint.id}: ${file} cannot be computed`, { cause });
  }
}

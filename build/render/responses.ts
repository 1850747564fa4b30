import type { ZodType } from "zod";
import type { Endpoint, Params, World } from "../api/endpoint.ts";
import { computeEnvelope, envelopeSchema } from "../api/envelope.ts";
import { fileOf, filesOf } from "../api/query.ts";
import { renderJson } from "../lib/json/render-json.ts";
import type { Artifact } from "./artifact.ts";
import { checkDocument } from "./check-document.ts";
import { computeSha256 } from "./hash.ts";

/** The answers of the tree that is to be replaced. */
export interface PreviousAnswers {
  /** Digest of the program that renders now: another one may make another document of the same. */
  program: string;
  /** The answer at this path, if this very program made it of what has this digest, and it is still what it was. */
  find(path: string, basis: string): { body: Uint8Array; sha256: string } | undefined;
}

/**
 * Every response that has a file: each endpoint with each of its variants, computed and checked once, written to its
 * canonical file and to the one that spells a default out. Of those that last, the one of the tree before is taken where it was made of the
 * same. A response that fails its schema, and two answers for one file, are errors that stop the build.
 */
export function* renderResponses(
  endpoints: readonly Endpoint[],
  world: World,
  previous?: PreviousAnswers,
): Generator<Artifact> {
  const owners = new Map<string, string>();
  for (const endpoint of endpoints) {
    if (endpoint.download) continue;
    for (const artifact of renderEndpoint(endpoint, world, previous)) {
      const owner = owners.get(artifact.path);
      if (owner !== undefined) throw new Error(`${artifact.path} is written by both ${owner} and ${endpoint.id}`);
      owners.set(artifact.path, endpoint.id);
      yield artifact;
    }
  }
}

function* renderEndpoint(endpoint: Endpoint, world: World, previous: PreviousAnswers | undefined): Generator<Artifact> {
  const schema = envelopeSchema(endpoint);
  for (const params of endpoint.variants(world)) {
    const files = filesOf(endpoint.path, endpoint.parameters, params);
    const basis = previous && findBasis(endpoint, world, params);
    const known = basis === undefined ? undefined : previous?.find(`api/${files[0]}`, basis);
    const rendered = known ?? { body: renderAnswer(endpoint, schema, world, params, files[0]!) };
    const artifact = { ...rendered, endpoint: endpoint.id, ...(basis !== undefined && { basis }) };
    const aliases = [...(endpoint.aliases?.(world, params) ?? [])].map(
      (alias) => `api/${fileOf(endpoint.path, endpoint.parameters, alias)}`,
    );
    for (const file of files) yield { path: `api/${file}`, ...artifact, ...(aliases.length > 0 && { aliases }) };
  }
}

/** SHA-256 of what the answer rests on. */
function findBasis(endpoint: Endpoint, world: World, params: Params): string | undefined {
  const basis = endpoint.basis?.(world, params);
  return basis === undefined ? undefined : computeSha256(basis);
}

function renderAnswer(endpoint: Endpoint, schema: ZodType, world: World, params: Params, file: string): Buffer {
  const answer = computeAnswer(endpoint, world, params, file);
  checkDocument(schema, answer, `${endpoint.id}: ${file}`);
  return renderJson(answer);
}

function computeAnswer(endpoint: Endpoint, world: World, params: Params, file: string): unknown {
  try {
    return computeEnvelope(endpoint, world, params);
  } catch (cause) {
    throw new Error(`${endpoint.id}: ${file} cannot be computed`, { cause });
  }
}

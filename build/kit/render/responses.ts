import type { ZodType } from "zod";
import { computeSha256 } from "../../lib/hash.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import { describedId, type Endpoint } from "../api/endpoint.ts";
import { answerSchema, computeAnswer } from "../api/envelope.ts";
import { placeFile } from "../api/place-file.ts";
import { filesOf } from "../api/query.ts";
import type { BaseWorld } from "../api/world.ts";
import type { Artifact } from "../platform/artifact.ts";
import { checkAnswer } from "./check-answer.ts";

export interface PreviousAnswers {
  /** Digest of the running program: another program may render the same inputs differently. */
  program: string;
  /** The unchanged answer at this path, if this program made it from inputs with this digest. */
  find(path: string, inputsDigest: string): { body: Uint8Array; sha256: string } | undefined;
}

export interface ResponseOptions {
  /** Folders beside `api` that hold files of the interface as well. */
  roots?: readonly string[];
  /** Responses of the published tree. Absent: everything is rendered. */
  previous?: PreviousAnswers | undefined;
}

/**
 * Computes and checks each variant once, and writes it to its canonical file and to the one that
 * spells out a default. Reuses previous answers with equal inputs. Throws if a response fails its
 * schema or two answers have the same file.
 */
export function* renderResponses<World extends BaseWorld>(
  endpoints: readonly Endpoint<World>[],
  world: World,
  options: ResponseOptions = {},
): Generator<Artifact> {
  const owners = new Map<string, string>();
  for (const endpoint of endpoints) {
    if (endpoint.body.form === "download") continue;
    for (const artifact of renderEndpoint(endpoint, world, options)) {
      const owner = owners.get(artifact.path);
      if (owner !== undefined) throw new Error(`${artifact.path} is written by both ${owner} and ${endpoint.id}`);
      owners.set(artifact.path, endpoint.id);
      yield artifact;
    }
  }
}

function* renderEndpoint<World extends BaseWorld>(
  endpoint: Endpoint<World>,
  world: World,
  { roots = [], previous }: ResponseOptions,
): Generator<Artifact> {
  const { id, path, parameters } = endpoint;
  const schema = answerSchema(endpoint);
  for (const params of endpoint.variants(world)) {
    const names = filesOf(path, parameters, params);
    const files = names.map((name) => placeFile(name, roots));
    const inputs = previous && endpoint.inputs?.(world, params);
    const inputsDigest = inputs === undefined ? undefined : computeSha256(inputs);
    const known = inputsDigest === undefined ? undefined : previous?.find(files[0]!, inputsDigest);
    const compute = () => computeAnswer(endpoint, world, params);
    const rendered = known ?? { body: renderAnswer(`${id}: ${names[0]}`, schema, compute) };
    const artifact = {
      ...rendered,
      endpoint: describedId(endpoint),
      ...(inputsDigest !== undefined && { inputsDigest }),
    };
    for (const file of files) yield { path: file, ...artifact };
  }
}

function renderAnswer(name: string, schema: ZodType, compute: () => unknown): Buffer {
  let answer: unknown;
  try {
    answer = compute();
  } catch (cause) {
    throw new Error(`${name} cannot be computed`, { cause });
  }
  checkAnswer(name, schema, answer);
  return renderJson(answer);
}

import type { ZodType } from "zod";
import type { Derivation } from "./derived.ts";
import type { ParameterMap, Values } from "./query.ts";

/** Values of parameters by name; absent means default. */
export type Params = Values;

/**
 * The declaration of one endpoint. Files, routes, OpenAPI, docs and conformance tests follow from
 * it. `World` is everything that its answers may be computed from.
 */
export interface Endpoint<World> {
  /** Equals the file name. */
  id: string;
  /**
   * Below `/api`, parameters in braces: `/items/{key}/history`. Paths of another interface are
   * below the root of the site.
   */
  path: string;
  docs: Docs;
  /** In the order of the canonical file name. */
  parameters: ParameterMap;
  /** Record kinds that the answer uses: `sources`, `updated_at`, `expires_at`, `stale` follow. */
  kinds: readonly string[];
  body: Body;
  /** Optional files that a build may leave out as a whole, or the reports about all others. */
  tree?: string;
  /** Only of an endpoint whose answers are made from other answers. */
  derived?: Derivation<World>;
  /**
   * All inputs of an answer that rarely changes: equal text, equal answer, which is then reused.
   * `undefined`: the answer is computed.
   */
  inputs?(world: World, params: Params): string | undefined;
  /** Parameter values with a file of their own. Empty if the source never answered. */
  variants(world: World): Iterable<Params>;
  /** Pure. `data` in the public form; `meta` only what the endpoint adds. */
  compute(world: World, params: Params): Answer;
}

/** How the docs and OpenAPI present an endpoint. */
export interface Docs {
  /** The group that it is shown in. */
  tag: string;
  title: string;
  /** Markdown. */
  description: string;
}

/** What a response is: JSON in an envelope, the data alone, or a file that others render. */
export type Body =
  | {
      form: "envelope";
      data: ZodType;
      /** Fields that the endpoint adds to `meta`. */
      meta: Readonly<Record<string, ZodType>>;
    }
  | { form: "bare"; data: ZodType }
  | { form: "download" };

/** The body of an answer in an envelope. `meta`: the fields that the endpoint adds. */
export function envelope(data: ZodType, meta: Readonly<Record<string, ZodType>> = {}): Body {
  return { form: "envelope", data, meta };
}

export interface Answer {
  data: unknown;
  meta?: Readonly<Record<string, unknown>>;
  /** Override what follows from `kinds`, for an answer that uses less. */
  observedAtMs?: number;
  sources?: readonly string[];
  stale?: boolean;
  /** How often this answer can change. Default: the cadence of the build or of its sources. */
  cadenceMs?: number;
  /** When the next value is due. Default: one cadence after `observedAtMs`. */
  dueAtMs?: number;
}

/** The extension of the files of an endpoint; the name of a download has its own. */
export function extensionOf({ body }: Pick<Endpoint<never>, "body">): string {
  return body.form === "download" ? "" : ".json";
}

/** The endpoint with the same schema as the docs show it: one for all currencies. */
export function describedId({ id, derived }: Pick<Endpoint<never>, "id" | "derived">): string {
  return derived?.base ?? derived?.shown?.id ?? id;
}

/** The first variant with a value for every required parameter. */
export function findExampleParams<World>({ parameters, variants }: Endpoint<World>, world: World): Params | undefined {
  const needed = Object.entries(parameters).flatMap(([name, parameter]) =>
    parameter.required || parameter.in === "path" ? name : [],
  );
  for (const params of variants(world)) if (needed.every((name) => name in params)) return params;
  return undefined;
}

import type { ZodType } from "zod";
import type { Endpoint, World } from "../../api/endpoint.ts";

/** Every kind of record: these documents are about the build as a whole. */
const ALL_KINDS: Endpoint["kinds"] = [
  "listing",
  "ticker",
  "coin",
  "coin-detail",
  "global",
  "exchange",
  "protocol",
  "chain",
  "tvl",
  "dex-volume",
  "index",
  "rate",
  "article",
];

interface Document {
  id: string;
  title: string;
  description: string;
  data: ZodType;
  compute(world: World): unknown;
}

/** A document in the form of an endpoint: then envelope, schema, route and description are those of every other answer. */
export function defineDocument({ id, title, description, data, compute }: Document): Endpoint {
  return {
    id,
    path: `/${id}`,
    tag: "service",
    title,
    description,
    parameters: {},
    kinds: ALL_KINDS,
    data,
    variants: () => [{}],
    compute: (world) => ({ data: compute(world) }),
  };
}

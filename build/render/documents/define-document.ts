import type { ZodType } from "zod";
import type { Endpoint, World } from "../../api/endpoint.ts";

/** All kinds: these documents describe the whole build. */
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

/** Defines a document as an endpoint: envelope, schema and route follow. */
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

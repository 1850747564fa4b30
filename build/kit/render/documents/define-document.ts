import type { ZodType } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import { defineSingle } from "../../api/define-endpoint.ts";
import type { Endpoint, World } from "../../api/world.ts";

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

export function defineDocument({ id, title, description, data, compute }: Document): Endpoint {
  return defineSingle({
    id,
    path: `/${id}`,
    docs: { tag: "service", title, description },
    kinds: ALL_KINDS,
    body: envelope(data),
    from: (world) => world,
    compute: (world) => ({ data: compute(world) }),
  });
}

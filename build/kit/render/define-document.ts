import type { ZodType } from "zod";
import { type Endpoint, envelope } from "../api/endpoint.ts";

interface Document<World> extends Pick<Endpoint<World>, "id" | "kinds"> {
  title: string;
  description: string;
  data: ZodType;
  compute(world: World): unknown;
}

/** An endpoint with one answer about the whole build, which every build has. */
export function defineDocument<World>(document: Document<World>): Endpoint<World> {
  const { id, title, description, kinds, data, compute } = document;
  return {
    id,
    path: `/${id}`,
    docs: { tag: "service", title, description },
    parameters: {},
    kinds,
    body: envelope(data),
    variants: () => [{}],
    compute: (world) => ({ data: compute(world) }),
  };
}

import type { Endpoint, Params, World } from "../../api/endpoint.ts";
import { computeEnvelope } from "../../api/envelope.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import type { PageAnswer } from "./page-data.ts";

/**
 * The published answer of an endpoint, so that a page shows exactly what its JSON says; `undefined` where the endpoint has no
 * answer, because its source never gave one. The caller names the shape of `data`, which the endpoint's schema has checked.
 */
export function findAnswer<Data>(
  endpoints: readonly Endpoint[],
  world: World,
  id: string,
  params: Params = {},
): PageAnswer<Data> | undefined {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new Error(`There is no endpoint "${id}"`);
  for (const _ of endpoint.variants(world)) {
    // Rounded as in the file, and free of anything that JSON cannot hold.
    return JSON.parse(renderJson(computeEnvelope(endpoint, world, params)).toString()) as PageAnswer<Data>;
  }
  return undefined;
}

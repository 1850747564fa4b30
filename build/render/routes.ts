import type { Endpoint } from "../api/endpoint.ts";
import { renderJson } from "../lib/json/render-json.ts";
import type { Artifact } from "./artifact.ts";
import { listDescribed } from "./documents/api-index.ts";
import type { Route } from "./route.ts";

/** Everything that answers as hosts and the handler see it: the endpoints, `/index` and `/manifest`. */
export function renderRoutes(endpoints: readonly Endpoint[]): Route[] {
  return listDescribed(endpoints).map(({ id, path, parameters, dynamic, download }) => ({
    endpoint: id,
    path,
    parameters,
    ...(dynamic === undefined ? {} : { dynamic }),
    ...(download === undefined ? {} : { download }),
  }));
}

/** `/api/routes.json`: the bare list, for programs that know its form. */
export function renderRoutesFile(endpoints: readonly Endpoint[]): Artifact {
  return { path: "api/routes.json", body: renderJson(renderRoutes(endpoints)) };
}

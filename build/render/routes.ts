import type { Endpoint } from "../api/endpoint.ts";
import { renderJson } from "../lib/json/render-json.ts";
import type { Artifact } from "./artifact.ts";
import { listDescribed } from "./documents/api-index.ts";
import type { Route } from "./route.ts";

/** The routes of all endpoints, the index and the manifest. */
export function renderRoutes(endpoints: readonly Endpoint[]): Route[] {
  return listDescribed(endpoints).map(({ id, path, parameters, dynamic, download }) => ({
    endpoint: id,
    path,
    parameters,
    ...(dynamic === undefined ? {} : { dynamic }),
    ...(download === undefined ? {} : { download }),
  }));
}

/** `/api/routes.json`: a plain list of routes. */
export function renderRoutesFile(endpoints: readonly Endpoint[]): Artifact {
  return { path: "api/routes.json", body: renderJson(renderRoutes(endpoints)) };
}

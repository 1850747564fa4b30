import { buildErrorBody, NO_SUCH_FILE } from "../../api/error-body.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import type { Artifact } from "../artifact.ts";

/** `/api/404.json`: what hosts answer below `/api` where there is no file. It cannot name the path that was asked for. */
export function renderNotFound(): Artifact {
  const body = buildErrorBody("not_found", NO_SUCH_FILE);
  return { path: "api/404.json", body: renderJson(body) };
}

import { isKey } from "../../lib/key.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { Route } from "../../render/route.ts";
import { findKey } from "./query-rules.ts";

/** A published file that answers a route without a query: which route, and what stands in the place of its braces. */
export interface RouteFile {
  route: Route;
  path: ReadonlyMap<string, string>;
}

/** The route whose answer without a query the file is: `api/coins/btc/history.json`, but not `api/coins/limit/10.json`. */
export function findRouteFile(file: string, routes: readonly Route[]): RouteFile | undefined {
  if (!file.startsWith("api/") || !file.endsWith(".json")) return undefined;
  const segments = file.slice("api/".length, -".json".length).split("/");
  for (const route of routes) {
    if (route.download) continue;
    const template = route.path.slice(1).split("/");
    if (template.length !== segments.length) continue;
    const path = new Map<string, string>();
    const fits = template.every((part, at) => {
      if (!part.startsWith("{")) return part === segments[at];
      path.set(part, segments[at]!);
      return isKey(segments[at]!);
    });
    if (fits) return { route, path };
  }
  return undefined;
}

/** The same bytes at another path; `caseTwin` where it differs from a published path in case. */
export function aliasOf({ body }: Artifact, path: string): Artifact {
  return path === path.toLowerCase() ? { path, body } : { path, body, caseTwin: true };
}

/** Where a file that is named by a key lies with the key in capitals: for hosts whose rules cannot change the case. */
export function listCapitals(file: string, routes: readonly Route[]): string[] {
  const found = findKey(file, routes);
  if (found === undefined) return [];
  const path = `${found.before}${found.key.toUpperCase()}${found.after}`;
  return path === file ? [] : [path];
}

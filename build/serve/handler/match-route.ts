import { queryNames } from "../../api/query.ts";
import type { Route } from "../../render/route.ts";

/** A route that fits, and what stands in the place of its braces. */
export interface Match {
  route: Route;
  path: Readonly<Record<string, string>>;
}

/**
 * The first route that fits the segments, whatever their case, since files are found so too; an extension `.json` of the last one
 * counts for nothing.
 */
export function findRoute(routes: readonly Route[], segments: readonly string[]): Match | undefined {
  const last = segments.length - 1;
  for (const route of routes) {
    const template = route.path.slice(1).split("/");
    if (template.length - 1 !== last) continue;
    const path: Record<string, string> = {};
    const fits = template.every((part, index) => {
      const segment = segments[index]!.replace(index === last ? /\.json$/i : "", "");
      if (!part.startsWith("{")) return part === segment.toLowerCase();
      path[part.slice(1, -1)] = segment;
      return segment !== "";
    });
    if (fits) return { route, path };
  }
  return undefined;
}

/** Whether a query says anything that the route understands; an empty value says nothing. */
export function asksAnything({ parameters }: Route, query: URLSearchParams): boolean {
  return queryNames(parameters).some((name) => (query.get(name) ?? "").trim() !== "");
}

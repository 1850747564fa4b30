import type { Values } from "../endpoints/query.ts";
import type { Route } from "../writers/route.ts";

/** A route that fits, and what stands in the place of its braces. */
export interface Match {
  route: Route;
  path: Values;
}

/** The first route that fits the segments; an extension `.json` of the last one counts for nothing. */
export function findRoute(routes: readonly Route[], segments: readonly string[]): Match | undefined {
  for (const route of routes) {
    const template = route.path.slice(1).split("/");
    if (template.length !== segments.length) continue;
    const path: Record<string, string> = {};
    const fits = template.every((part, index) => {
      const last = index === template.length - 1;
      const segment = last ? segments[index]!.replace(/\.json$/i, "") : segments[index]!;
      if (!part.startsWith("{")) return part === segment;
      path[part.slice(1, -1)] = segment;
      return segment !== "";
    });
    if (fits) return { route, path };
  }
  return undefined;
}

/** Whether a query says anything that the route understands; an empty value says nothing. */
export function asksAnything({ parameters }: Route, query: URLSearchParams): boolean {
  return Object.keys(parameters).some(
    (name) => parameters[name]?.in === "query" && (query.get(name) ?? "").trim() !== "",
  );
}

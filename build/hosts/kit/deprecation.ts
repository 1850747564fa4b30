import type { Deprecation } from "../../api/endpoint.ts";
import { queryNames } from "../../api/query.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Route } from "../../render/route.ts";

/** The paths of a deprecated endpoint, and the headers of all of its answers. */
export interface DeprecatedPaths {
  /** For `_headers`: parameters are `:name`, and a final `*` is any rest. */
  globs: readonly string[];
  /** The same as a regular expression of the whole path, without captures. */
  pattern: string;
  headers: Readonly<Record<string, string>>;
}

/** Clients have this long to change. */
const LEAST_NOTICE_MS = 90 * DAY_MS;

/**
 * Only an endpoint's own answers: `/coins` is not `/coins/btc`. Throws a RangeError where an
 * endpoint would be removed too soon.
 */
export function listDeprecated(routes: readonly Route[]): DeprecatedPaths[] {
  return routes.flatMap(({ endpoint, path, parameters, deprecated }) => {
    if (deprecated === undefined) return [];
    const root = path.startsWith("/compat/") ? path : `/api${path}`;
    const glob = root.replaceAll(/\{(\w+)\}/g, ":$1");
    // A parameter in the last segment fits `btc` and `btc.json`. Hosts join what fits twice.
    const plain = path.endsWith("}") ? [""] : ["", ".json"];
    const names = queryNames(parameters);
    const isBare = names.some((name) => parameters[name]?.bare);
    const nested = isBare ? ["/*"] : ["/index.json", ...names.map((name) => `/${name}/*`)];
    const endings = [...plain, ...nested];
    const patterns = endings.map((ending) => ending.replaceAll(".", "\\.").replace("*", ".*"));
    return {
      globs: endings.map((ending) => `${glob}${ending}`),
      pattern: `${root.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}(?:${patterns.join("|")})`,
      headers: renderDeprecation(endpoint, deprecated),
    };
  });
}

/** `Deprecation` of RFC 9745 and `Sunset` of RFC 8594. */
function renderDeprecation(endpoint: string, { announced, removed }: Deprecation): Record<string, string> {
  const [announcedMs, removedMs] = [Date.parse(announced), Date.parse(removed)];
  if (!(removedMs - announcedMs >= LEAST_NOTICE_MS))
    throw new RangeError(`${endpoint} is removed less than 90 days after its announcement`);
  return { Deprecation: `@${announcedMs / 1_000}`, Sunset: new Date(removedMs).toUTCString() };
}

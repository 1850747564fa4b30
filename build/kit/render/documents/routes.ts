import type { DerivedRoute } from "../../../kit/api/derived.ts";
import { fileOf } from "../../../kit/api/query.ts";
import type { Dynamic, Route } from "../../../kit/render/route.ts";
import { placeFile } from "../../api/place-file.ts";
import { REPORTS } from "../../api/trees.ts";
import { type Endpoint, isExcluded, type World } from "../../api/world.ts";
import { listDescribed } from "./api-index.ts";

/** `run`: of the build that is published; hosts need routes that no build changes. */
export function renderRoutes(endpoints: readonly Endpoint[], run?: World["run"]): Route[] {
  return listDescribed(endpoints).map((endpoint) => {
    const { id, path, parameters, body, tree } = endpoint;
    const dynamic = findDynamic(endpoint);
    return {
      endpoint: id,
      path,
      ...(placeFile(path.slice(1)) === path.slice(1) && { outside: true }),
      parameters,
      ...(dynamic && { dynamic }),
      ...(body.form === "download" && { download: true }),
      ...(body.form === "bare" && { bare: true }),
      ...renderDerivation(endpoint),
      ...(tree !== undefined && tree !== REPORTS && { tree }),
      ...(run !== undefined && isExcluded(endpoint, run) && { excluded: true }),
    };
  });
}

/**
 * The handler reads a list from the file of all rows, and picks the entries that a parameter names
 * from the file of all entries.
 */
function findDynamic({ path, parameters, derived }: Endpoint): Dynamic | undefined {
  if (derived !== undefined) return undefined;
  if (parameters["limit"]?.files?.includes("all"))
    return { kind: "list", from: fileOf(path, parameters, { limit: "all" }) };
  const picks = Object.values(parameters).some(({ type }) => type === "list");
  return picks ? { kind: "pick", from: fileOf(path, parameters, {}) } : undefined;
}

function renderDerivation({ derived }: Endpoint): DerivedRoute {
  if (derived === undefined) return {};
  const { kind, currency, base } = derived;
  return { derived: { kind, currency, ...(base !== undefined && { base }) } };
}

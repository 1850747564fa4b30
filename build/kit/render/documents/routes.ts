import type { DerivedRoute } from "../../api/derived.ts";
import type { Body, Endpoint } from "../../api/endpoint.ts";
import { isOutside } from "../../api/place-file.ts";
import { fileOf, listQueryParameters } from "../../api/query.ts";
import { type BaseWorld, type BuildRun, isExcluded, REPORTS } from "../../api/world.ts";
import type { Api } from "../api.ts";
import type { Dynamic, Route } from "../route.ts";
import { listDescribed } from "./api-index.ts";
import { renderJsonSchema } from "./json-schema.ts";

/** `run`: of the build that is published; hosts need routes that no build changes. */
export function renderRoutes<World extends BaseWorld>(api: Api<World>, run?: BuildRun): Route[] {
  return listDescribed(api).map((endpoint) => {
    const { id, path, parameters, body, tree } = endpoint;
    const dynamic = findDynamic(endpoint);
    return {
      endpoint: id,
      path,
      ...(isOutside(path.slice(1), api.roots) && { outside: true }),
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
function findDynamic(endpoint: Endpoint<never>): Dynamic | undefined {
  const { path, parameters, derived } = endpoint;
  if (derived !== undefined) return undefined;
  const isList = parameters["limit"]?.files?.includes("all") === true;
  refuseUnknownParameters(endpoint, isList);
  if (isList) return { kind: "list", from: fileOf(path, parameters, { limit: "all" }) };
  const picks = Object.values(parameters).some(({ type }) => type === "list");
  return picks ? { kind: "pick", from: fileOf(path, parameters, {}) } : undefined;
}

/** What the handler does with the rows of a list, besides filters. */
const ROW_PARAMETERS = ["search", "limit", "offset"];

/** Throws for a parameter that no host could apply: every response would ignore it. */
function refuseUnknownParameters({ id, parameters, body }: Endpoint<never>, isList: boolean): void {
  for (const [name, { type, field, files = [], enum: values }] of listQueryParameters(parameters)) {
    const hasAllFiles = values?.every((value) => files.includes(value)) === true;
    if (isList && field !== undefined && !listRowFields(body).includes(field))
      throw new Error(
        `Endpoint "${id}": the parameter "${name}" filters by the field "${field}", which its rows do not have. ` +
          `They have: ${listRowFields(body).join(", ")}.`,
      );
    if (isList && (ROW_PARAMETERS.includes(name) || field !== undefined)) continue;
    if (!isList && (type === "list" || hasAllFiles)) continue;
    throw new Error(`Endpoint "${id}": the handler cannot apply the parameter "${name}". ${adviseOn(field, isList)}`);
  }
}

function adviseOn(field: string | undefined, isList: boolean): string {
  if (isList) return "Add `field`: the field of the rows that it filters by.";
  if (field !== undefined) return 'Add the parameter `limit` with "all" in `files`: filters read the file of all rows.';
  return "Add `enum` and `files` with a file of each value, or write the endpoint with `defineDerived`.";
}

function renderDerivation({ derived }: Endpoint<never>): DerivedRoute {
  if (derived === undefined) return {};
  const { kind, currency, base } = derived;
  return { derived: { kind, currency, ...(base !== undefined && { base }) } };
}

function listRowFields(body: Body): string[] {
  if (body.form === "download") return [];
  const { items } = renderJsonSchema(body.data) as { items?: { properties?: object } };
  return Object.keys(items?.properties ?? {});
}

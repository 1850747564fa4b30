import { computeSha256 } from "../../../lib/hash.ts";
import { renderJson } from "../../../lib/json/render-json.ts";
import { describedId, type Endpoint, extensionOf, findExampleParams, type Params } from "../../api/endpoint.ts";
import { answerSchema, SCHEMA_VERSION } from "../../api/envelope.ts";
import type { ErrorCode } from "../../api/error-body.ts";
import { ErrorResponse } from "../../api/error-response.ts";
import { COMPUTED_LICENSE, COMPUTED_LICENSE_URL, nameSiteLicense } from "../../api/license.ts";
import type { Parameter } from "../../api/parameter.ts";
import { isOutside } from "../../api/place-file.ts";
import { fileOf, type ParameterMap } from "../../api/query.ts";
import type { BaseWorld } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { Api, SiteAddresses } from "../api.ts";
import { markDescription, markTitle } from "../demo-mark.ts";
import type { ManifestFile } from "../manifest.ts";
import type { ServiceDocument } from "../service-document.ts";
import { listDocumented, listWithSchema } from "./api-index.ts";
import { renderComponent } from "./component.ts";
import { computeExample, shorten } from "./example.ts";
import { listDocuments } from "./service-documents.ts";

type ErrorStatus = "400" | "404" | "405" | "503";

const ERRORS: Readonly<Record<ErrorStatus, { name: string; code: ErrorCode; description: string }>> = {
  "400": {
    name: "InvalidParameter",
    code: "invalid_parameter",
    description: "A parameter is out of bounds; the message says what is allowed.",
  },
  "404": { name: "NotFound", code: "not_found", description: "The path does not exist." },
  "405": { name: "MethodNotAllowed", code: "method_not_allowed", description: "Only GET and HEAD are allowed." },
  "503": {
    name: "Unavailable",
    code: "unavailable",
    description: "The source of this response has never responded.",
  },
};

/**
 * The address of CC0 is there only where no source keeps rights. SPDX has no identifier of several
 * terms; the status has those of each source.
 */
function describeLicense(world: BaseWorld) {
  const name = nameSiteLicense(world);
  if (name === COMPUTED_LICENSE) return { name, url: COMPUTED_LICENSE_URL };
  return { name, identifier: "LicenseRef-terms-of-each-source" };
}

/** The URL of the site relative to this document, and that of its mirror. */
function listServers(url: string, description: string, mirror: string | null) {
  const copy = { url: mirror, description: "A copy on another host, with the same data." };
  return [{ url, description }, ...(mirror === null ? [] : [copy])];
}

const ERROR_SCHEMA = { $ref: "#/components/schemas/error" };

/** `files`: path below `/api` → a short document of that path, as an example. */
export function renderOpenApi<World extends BaseWorld>(
  api: Api<World>,
  world: World,
  files: ReadonlyMap<string, string>,
  { mirrorUrl = null }: Pick<SiteAddresses, "mirrorUrl"> = {},
): Artifact {
  const described = listDocumented(api, [...files].slice(0, 1).map(listFile));
  const schemas = new Map(
    listWithSchema(described).map((endpoint) => [endpoint.id, renderComponent(answerSchema(endpoint))]),
  );
  const head = renderHead(api, world);
  const document = {
    ...head,
    servers: listServers(".", "The folder that this document is in.", mirrorUrl && `${mirrorUrl}api`),
    tags: Object.entries(api.tags).map(([name, description]) => ({ name, description })),
    security: [],
    paths: Object.fromEntries([
      ...described.map((endpoint) => {
        const servers = isOutside(endpoint.path.slice(1), api.roots) && {
          servers: listServers("..", "The root of the site.", mirrorUrl),
        };
        const get = renderOperation(endpoint, world, schemas.get(describedId(endpoint)));
        return [endpoint.path, { ...servers, get }];
      }),
      ...renderDocumentPaths(api, world, files, head),
    ]),
    components: {
      schemas: Object.fromEntries([...schemas, ["error", renderComponent(ErrorResponse)]]),
      responses: renderErrorResponses(api.errors),
    },
  };
  return { path: "api/openapi.json", body: renderJson(document) };
}

/** What the document says about itself and the API. */
function renderHead({ about }: Pick<Api<never>, "about">, world: BaseWorld) {
  return {
    openapi: "3.1.0",
    info: {
      title: markTitle(about.name, world),
      version: SCHEMA_VERSION,
      summary: about.summary,
      description: markDescription(about.guide, world),
      license: describeLicense(world),
    },
  };
}

/** Documents beside the responses. The example of this document is its `head`. */
function renderDocumentPaths<World extends BaseWorld>(
  api: Api<World>,
  world: World,
  files: ReadonlyMap<string, string>,
  head: object,
): [string, object][] {
  // The body of an error has the status 404 where a host can set it: it is no operation.
  const documents = listDocuments(api, world).filter(({ schema }) => schema !== ErrorResponse);
  return documents.map((one) => {
    const content = one.id === "openapi" ? JSON.stringify(head) : files.get(one.path);
    return [`/${one.template?.path ?? one.path}`, { get: renderDocumentOperation(one, content) }];
  });
}

function renderErrorResponses(errors: Api<never>["errors"]): Record<string, object> {
  const rendered = Object.values(ERRORS).map(({ name, code, description }) => {
    const example = errors.find((error) => error.code === code)?.body;
    return [name, { description, content: { "application/json": { schema: ERROR_SCHEMA, example } } }];
  });
  return { NotModified: { description: "The cached copy is current." }, ...Object.fromEntries(rendered) };
}

function listFile([path, content]: readonly [string, string]): ManifestFile {
  return { path: `api/${path}`, bytes: Buffer.byteLength(content), sha256: computeSha256(content), endpoint: null };
}

function renderOperation<World extends BaseWorld>(
  endpoint: Endpoint<World>,
  world: World,
  schema: object | undefined,
): Record<string, unknown> {
  const named = findExampleParams(endpoint, world);
  const parameters = renderParameters(endpoint, named ?? endpoint.derived?.example?.(world));
  return {
    operationId: nameOperation(endpoint.id),
    tags: [endpoint.docs.tag],
    summary: endpoint.docs.title,
    description: endpoint.docs.description,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: {
      "200":
        schema === undefined
          ? describeDownload(endpoint, named)
          : {
              description: endpoint.docs.title,
              content: {
                "application/json": {
                  schema: { $ref: `#/components/schemas/${describedId(endpoint)}` },
                  ...describeExample(computeExample(endpoint, world, schema)),
                },
              },
            },
      ...renderFailures(["304", "400", "404", "405", "503"]),
    },
  };
}

function describeExample(example: unknown) {
  return example === undefined ? {} : { example };
}

/** Its example is in the text: tools take a link to a file for a part of this document. */
function describeDownload(endpoint: Endpoint<never>, params: Params | undefined): Record<string, unknown> {
  const file = params && fileOf(endpoint.path, endpoint.parameters, params, extensionOf(endpoint));
  return {
    description: `A gzip-compressed CSV file${file === undefined ? "" : `, such as \`${file}\``}.`,
    content: {
      "application/gzip": { schema: { type: "string", format: "binary", contentMediaType: "application/gzip" } },
    },
  };
}

function renderDocumentOperation(
  { id, title, mediaType, schema: declared, template }: ServiceDocument<never>,
  content: string | undefined,
): Record<string, unknown> {
  const schema = renderComponent(declared);
  const isJson = mediaType.endsWith("json");
  const example = isJson && content !== undefined ? shorten(JSON.parse(content), renderComponent(declared)) : content;
  return {
    operationId: nameOperation(`document-${id}`),
    tags: ["service"],
    summary: title,
    description: `${title}.`,
    ...(template && { parameters: renderParameters(template) }),
    responses: {
      "200": {
        description: title,
        content: { [mediaType]: { schema, ...(example === undefined ? {} : { example }) } },
      },
      ...renderFailures(["304", "404", "405"]),
    },
  };
}

function renderFailures(statuses: readonly (ErrorStatus | "304")[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { $ref: `#/components/responses/${status === "304" ? "NotModified" : ERRORS[status].name}` },
    ]),
  );
}

/** `item-history` → `getItemHistory`. */
function nameOperation(id: string): string {
  const words = id.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `get${words.join("")}`;
}

/** The example of a path or a required parameter is one that this build answers. */
function renderParameters(endpoint: { parameters: ParameterMap }, params: Params = {}): Record<string, unknown>[] {
  return Object.entries(endpoint.parameters).map(([name, parameter]) => {
    const required = parameter.in === "path" || parameter.required === true;
    return {
      name,
      in: parameter.in,
      description: parameter.description,
      required,
      ...(parameter.type === "list" ? { style: "form", explode: false } : {}),
      schema: renderParameterSchema(parameter),
      example: renderParameterExample(parameter, required ? params[name] : undefined),
    };
  });
}

function renderParameterExample({ type, example }: Parameter, known: string | number = example): unknown {
  return type === "list" ? String(known).split(",") : known;
}

function renderParameterSchema(parameter: Parameter): Record<string, unknown> {
  const { type, minimum, maximum, maxLength, pattern, maxItems, enum: values, default: fallback } = parameter;
  const bounds = { minimum, maximum, maxLength, pattern, maxItems, enum: values, default: fallback };
  const given = Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
  if (type === "list") return { type: "array", items: { type: "string" }, ...given };
  return { type, ...given };
}

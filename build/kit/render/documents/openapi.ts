import { describedId, extensionOf, findExampleParams, type Params } from "../../../kit/api/endpoint.ts";
import type { ErrorCode } from "../../../kit/api/error-body.ts";
import { COMPUTED_LICENSE, COMPUTED_LICENSE_URL, nameSiteLicense } from "../../../kit/api/license.ts";
import type { Parameter } from "../../../kit/api/parameter.ts";
import { fileOf } from "../../../kit/api/query.ts";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import { markDescription } from "../../../kit/render/demo-mark.ts";
import { renderComponent } from "../../../kit/render/documents/component.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { renderJson } from "../../../lib/json/render-json.ts";
import { describeEndpoints } from "../../api/describe-endpoints.ts";
import { answerSchema, SCHEMA_VERSION } from "../../api/envelope.ts";
import { ErrorResponse, listErrorTexts } from "../../api/errors.ts";
import type { Endpoint, Tag, World } from "../../api/world.ts";
import type { FeedAddresses } from "../feeds/news-feeds.ts";
import type { ManifestFile } from "../manifest.ts";
import { listDescribed, listWithSchema } from "./api-index.ts";
import { computeExample, shorten } from "./example.ts";
import { listDocuments, type ServiceDocument } from "./service-documents.ts";

const TAGS: Readonly<Record<Tag, string>> = {
  market: "Coins, exchanges and the market as a whole.",
  defi: "Value locked in protocols and on chains.",
  archives: "Whole datasets as CSV.",
  news: "Articles of many publishers.",
  fiat: "Rates of fiat currencies.",
  service: "The interface and its state.",
  compat: "The same data in the form of CoinGecko's API, for programs that read it. Not affiliated with CoinGecko.",
};

const DESCRIPTION = `Crypto market data as static files. Everything is GET, keyless and public; links are relative to the server's URL.

Every answer exists as a file with an extension (\`coins/limit/10.json\`), which any host serves. The query forms below need
a host with redirects or the handler; unknown parameters are ignored, and a default applies to an absent or empty one.
Examples are responses of this build with shorter lists.

What the project computes is CC0 as far as it holds rights in it. Values of a source keep its terms, and some sources forbid republishing:
\`/status\` says what is known of each (\`redistribution\`, \`terms\`).`;

const ERRORS: Readonly<Record<string, { name: string; code: ErrorCode; description: string }>> = {
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
function describeLicense(world: World) {
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
export function renderOpenApi(
  endpoints: readonly Endpoint[],
  world: World,
  files: ReadonlyMap<string, string>,
  { mirrorUrl = null }: Pick<FeedAddresses, "mirrorUrl"> = {},
): Artifact {
  const described = listDescribed(describeEndpoints(endpoints), [...files].slice(0, 1).map(listFile));
  // The body of an error has the status 404 where a host can set it: it is no operation.
  const documents = listDocuments(endpoints, world).filter(({ schema }) => schema !== ErrorResponse);
  const own = listWithSchema(described);
  const schemas = new Map(own.map((endpoint) => [endpoint.id, renderComponent(answerSchema(endpoint))]));
  const head = {
    openapi: "3.1.0",
    info: {
      title: world.sample ? "Open Crypto Data (sample data)" : "Open Crypto Data",
      version: SCHEMA_VERSION,
      summary: "Crypto market data as static JSON files.",
      description: markDescription(DESCRIPTION, world),
      license: describeLicense(world),
    },
  };
  const document = {
    ...head,
    servers: listServers(".", "The folder that this document is in.", mirrorUrl && `${mirrorUrl}api`),
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [],
    paths: Object.fromEntries([
      ...described.map((endpoint) => {
        const schema = schemas.get(describedId(endpoint));
        return [
          endpoint.path,
          {
            ...(endpoint.docs.tag === "compat" && { servers: listServers("..", "The root of the site.", mirrorUrl) }),
            get: renderOperation(endpoint, world, schema),
          },
        ];
      }),
      ...documents.map((one) => {
        const content = one.id === "openapi" ? JSON.stringify(head) : files.get(one.path);
        return [`/${one.template?.path ?? one.path}`, { get: renderDocumentOperation(one, content) }];
      }),
    ]),
    components: {
      schemas: Object.fromEntries([...schemas, ["error", renderComponent(ErrorResponse)]]),
      responses: Object.fromEntries([
        ["NotModified", { description: "The cached copy is current." }],
        ...Object.values(ERRORS).map(({ name, code, description }) => [
          name,
          {
            description,
            content: {
              "application/json": {
                schema: ERROR_SCHEMA,
                example: listErrorTexts().find((error) => error.code === code)?.body,
              },
            },
          },
        ]),
      ]),
    },
  };
  return { path: "api/openapi.json", body: renderJson(document) };
}

function listFile([path, content]: readonly [string, string]): ManifestFile {
  return { path: `api/${path}`, bytes: Buffer.byteLength(content), sha256: computeSha256(content), endpoint: null };
}

function renderOperation(endpoint: Endpoint, world: World, schema: object | undefined): Record<string, unknown> {
  const params = findExampleParams(endpoint, world);
  const parameters = renderParameters(endpoint, params);
  return {
    operationId: nameOperation(endpoint.id),
    tags: [endpoint.docs.tag],
    summary: endpoint.docs.title,
    description: endpoint.docs.description,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: {
      "200":
        schema === undefined
          ? describeDownload(endpoint, params)
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
function describeDownload(endpoint: Endpoint, params: Params | undefined): Record<string, unknown> {
  const file = params && fileOf(endpoint.path, endpoint.parameters, params, extensionOf(endpoint));
  return {
    description: `A gzip-compressed CSV file${file === undefined ? "" : `, such as \`${file}\``}.`,
    content: {
      "application/gzip": { schema: { type: "string", format: "binary", contentMediaType: "application/gzip" } },
    },
  };
}

function renderDocumentOperation(
  { id, title, mediaType, schema: declared, template }: ServiceDocument,
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

function renderFailures(statuses: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { $ref: `#/components/responses/${status === "304" ? "NotModified" : ERRORS[status]!.name}` },
    ]),
  );
}

/** `coin-history` → `getCoinHistory`. */
function nameOperation(id: string): string {
  const words = id.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `get${words.join("")}`;
}

/** The example of a path is one that exists in this build. */
export function renderParameters(
  endpoint: Pick<Endpoint, "parameters">,
  params: Params = {},
): Record<string, unknown>[] {
  return Object.entries(endpoint.parameters).map(([name, parameter]) => ({
    name,
    in: parameter.in,
    description: parameter.description,
    required: parameter.in === "path" || parameter.required === true,
    ...(parameter.type === "list" ? { style: "form", explode: false } : {}),
    schema: renderParameterSchema(parameter),
    example: renderParameterExample(parameter, parameter.in === "path" ? params[name] : undefined),
  }));
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

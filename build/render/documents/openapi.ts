import { type ZodType, z } from "zod";
import { describeCompat } from "../../api/compat/define-compat.ts";
import { describeEndpoints } from "../../api/describe-endpoints.ts";
import { describedId, type Endpoint, type World } from "../../api/endpoint.ts";
import { answerSchema, SCHEMA_VERSION } from "../../api/envelope.ts";
import { ErrorResponse } from "../../api/errors.ts";
import type { Parameter } from "../../api/parameter.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import type { Artifact } from "../artifact.ts";
import { markDescription } from "../demo-mark.ts";
import { listDescribed, listDocuments, type ServiceDocument } from "./api-index.ts";

const TAGS: Readonly<Record<Endpoint["tag"], string>> = {
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

What the project computes is released as CC0. Values of a source keep its terms: \`/status\` says for each source whether they may be
published again (\`redistribution\`).`;

const ERRORS: Readonly<Record<string, { name: string; description: string }>> = {
  "400": { name: "InvalidParameter", description: "A parameter is out of bounds; the message says what is allowed." },
  "404": { name: "NotFound", description: "The path does not exist." },
  "405": { name: "MethodNotAllowed", description: "Only GET and HEAD are allowed." },
  "503": { name: "Unavailable", description: "The source of this response has never responded." },
};

/** The folder above: these paths are not below `/api`. */
const SITE_SERVERS = [{ url: "..", description: "The root of the site." }];

export function renderOpenApi(endpoints: readonly Endpoint[], world: World): Artifact {
  const described = listDescribed(describeEndpoints(endpoints));
  const documents = listDocuments(world);
  const document = {
    openapi: "3.1.0",
    info: {
      title: world.sample ? "Open Crypto Data (sample data)" : "Open Crypto Data",
      version: SCHEMA_VERSION,
      summary: "Crypto market data as static JSON files.",
      description: markDescription(DESCRIPTION, world),
      license: {
        name: "CC0 1.0 for what the project computes",
        url: "https://creativecommons.org/publicdomain/zero/1.0/",
      },
    },
    servers: [{ url: ".", description: "The folder that this document is in." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [],
    paths: Object.fromEntries([
      ...described.map((endpoint) => [
        endpoint.path,
        { ...(endpoint.compat && { servers: SITE_SERVERS }), get: renderOperation(endpoint) },
      ]),
      ...documents.map((one) => [`/${one.path}`, { get: renderDocumentOperation(one) }]),
    ]),
    components: {
      schemas: Object.fromEntries([
        ...described
          .filter(({ download, quoted }) => !download && !quoted)
          .map((endpoint) => [endpoint.id, renderComponent(answerSchema(endpoint))]),
        ["error", renderComponent(ErrorResponse)],
      ]),
      responses: Object.fromEntries([
        ["NotModified", { description: "The cached copy is current." }],
        ...Object.values(ERRORS).map(({ name, description }) => [
          name,
          { description, content: { "application/json": { schema: { $ref: "#/components/schemas/error" } } } },
        ]),
      ]),
    },
  };
  return { path: "api/openapi.json", body: renderJson(document) };
}

function renderOperation(endpoint: Endpoint): Record<string, unknown> {
  const parameters = renderParameters(endpoint);
  return {
    operationId: nameOperation(endpoint.id),
    tags: [endpoint.tag],
    summary: endpoint.title,
    description: endpoint.description,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: {
      "200": endpoint.download
        ? { description: "A gzip-compressed CSV file.", content: { "application/gzip": {} } }
        : {
            description: endpoint.title,
            content: {
              "application/json": { schema: { $ref: `#/components/schemas/${describedId(endpoint)}` } },
            },
          },
      ...renderFailures(["304", "400", "404", "405", "503"]),
    },
  };
}

function renderDocumentOperation({ id, title, mediaType }: ServiceDocument): Record<string, unknown> {
  return {
    operationId: nameOperation(`document-${id}`),
    tags: ["service"],
    summary: title,
    responses: {
      "200": { description: title, content: { [mediaType]: {} } },
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

function renderComponent(schema: ZodType): Record<string, unknown> {
  const { $schema: _, ...component } = renderJsonSchema(schema);
  return component;
}

export function renderParameters(endpoint: Endpoint): Record<string, unknown>[] {
  return Object.entries(endpoint.parameters).map(([name, parameter]) => ({
    name,
    in: parameter.in,
    description: parameter.description,
    required: parameter.in === "path" || parameter.required === true,
    ...(parameter.type === "list" ? { style: "form", explode: false } : {}),
    schema: renderParameterSchema(parameter),
    example: parameter.type === "list" ? String(parameter.example).split(",") : parameter.example,
  }));
}

function renderParameterSchema(parameter: Parameter): Record<string, unknown> {
  const { type, minimum, maximum, maxLength, maxItems, enum: values, default: fallback } = parameter;
  const bounds = { minimum, maximum, maxLength, maxItems, enum: values, default: fallback };
  const given = Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
  if (type === "list") return { type: "array", items: { type: "string" }, ...given };
  return { type, ...given };
}

export function* renderSchemas(endpoints: readonly Endpoint[]): Generator<Artifact> {
  for (const endpoint of listDescribed(describeCompat(endpoints))) {
    if (endpoint.download || endpoint.quoted) continue;
    yield renderSchema(endpoint.id, endpoint.title, answerSchema(endpoint));
  }
  yield renderSchema("error", "Error", ErrorResponse);
}

function renderSchema(id: string, title: string, schema: ZodType): Artifact {
  const { $schema, ...rest } = renderJsonSchema(schema);
  return { path: `api/schemas/${id}.json`, body: renderJson({ $schema, title, ...rest }) };
}

/** Refinements have their JSON Schema as metadata. */
export function renderJsonSchema(schema: ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: "draft-2020-12", io: "output", unrepresentable: "any" });
}

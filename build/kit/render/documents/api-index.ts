import { z } from "zod";
import { describeEndpoints } from "../../api/describe-endpoints.ts";
import { describedId, type Endpoint, extensionOf } from "../../api/endpoint.ts";
import { nameSiteLicense } from "../../api/license.ts";
import { isOutside } from "../../api/place-file.ts";
import { fileOf } from "../../api/query.ts";
import * as schema from "../../api/schema.ts";
import { type BaseWorld, isPublished } from "../../api/world.ts";
import type { Api } from "../api.ts";
import { defineDocument } from "../define-document.ts";
import { defineManifest, type ManifestFile } from "../manifest.ts";
import type { ServiceDocument } from "../service-document.ts";
import { listDocuments } from "./service-documents.ts";

const parameterEntry = schema.object("A parameter", {
  name: z.string().describe("Name of the parameter"),
  in: z.enum(["path", "query"]).describe("Its place in the URL"),
  type: z.enum(["string", "integer", "list"]).describe("Type of the value; a list is comma-separated"),
  required: z.boolean().describe("True where the request fails without it"),
  default: z.union([z.string(), z.number()]).nullable().describe("Applies to an absent or empty parameter"),
  description: z.string().describe("What it does"),
});

const endpointEntry = schema.object("An endpoint", {
  id: z.string().describe("Unique id of the endpoint"),
  path: z.string().describe("Relative to the base URL, parameters in braces"),
  tag: z.string().describe("The group it belongs to"),
  title: z.string().describe("A short title"),
  description: z.string().describe("What the endpoint returns, in Markdown"),
  parameters: z.array(parameterEntry).describe("Its parameters"),
  example: z.string().nullable().describe("A file that exists; null where there is no data"),
  schema: z.string().nullable().describe("JSON Schema of the answer; null where the answer is not JSON"),
});

const documentEntry = schema.object("A document", {
  id: z.string().describe("Unique id of the document"),
  path: z.string().describe("Relative to the base URL"),
  title: z.string().describe("What it is"),
  media_type: z.string().describe("Media type"),
});

/** With the manifest, which is itself an endpoint. */
export function listAllDocuments<World extends BaseWorld>(
  api: Api<World>,
  world: World,
): Pick<ServiceDocument, "id" | "path" | "title" | "mediaType">[] {
  const { id, docs } = defineManifest(api, []);
  return [{ id, path: `${id}.json`, title: docs.title, mediaType: "application/json" }, ...listDocuments(api, world)];
}

/** `/api/index`: every endpoint and every document. */
export function defineIndex<World extends BaseWorld>(api: Api<World>): Endpoint<World> {
  const { about, kinds, roots } = api;
  return defineDocument<World>({
    id: "index",
    kinds,
    title: "All endpoints and documents",
    description: "All endpoints and documents, with a file to try for each.",
    data: schema.object("All endpoints and documents", {
      name: z.string().describe("Name of the project"),
      description: z.string().describe("What it offers"),
      license: z
        .string()
        .describe("Licence of what the project computes, with the terms of the restricted sources that went in"),
      openapi: z.string().describe("The OpenAPI document, relative to the base URL"),
      endpoints: z.array(endpointEntry).describe("All endpoints"),
      documents: z.array(documentEntry).describe("All other documents"),
    }),
    compute: (world) => ({
      name: about.name,
      description: about.description,
      license: nameSiteLicense(world),
      openapi: "openapi.json",
      endpoints: describeEndpoints(api.endpoints).map((endpoint) => describeEndpoint(endpoint, world, roots)),
      documents: listAllDocuments(api, world).map(({ id, path, title, mediaType }) => ({
        id,
        path,
        title,
        media_type: mediaType,
      })),
    }),
  });
}

function describeEndpoint<World extends BaseWorld>(
  endpoint: Endpoint<World>,
  world: World,
  roots: readonly string[],
): z.infer<typeof endpointEntry> {
  const { id, path, docs, parameters, body } = endpoint;
  return {
    id,
    path: link(path.slice(1), roots),
    tag: docs.tag,
    title: docs.title,
    description: docs.description,
    parameters: Object.entries(parameters).map(([name, parameter]) => ({
      name,
      in: parameter.in,
      type: parameter.type,
      required: parameter.in === "path" || parameter.required === true,
      default: parameter.default ?? null,
      description: parameter.description,
    })),
    example: isPublished(endpoint, world) ? findExample(endpoint, world, roots) : null,
    schema: body.form === "download" ? null : `schemas/${describedId(endpoint)}.json`,
  };
}

function findExample<World>(endpoint: Endpoint<World>, world: World, roots: readonly string[]): string | null {
  for (const params of endpoint.variants(world)) {
    return link(fileOf(endpoint.path, endpoint.parameters, params, extensionOf(endpoint)), roots);
  }
  return null;
}

/** Relative to the base URL. */
function link(name: string, roots: readonly string[]): string {
  return isOutside(name, roots) ? `../${name}` : name;
}

/** Without downloads, and without conversions, which have the schema of what they convert. */
export function listWithSchema<World>(endpoints: readonly Endpoint<World>[]): Endpoint<World>[] {
  return endpoints.filter((one) => one.body.form !== "download" && describedId(one) === one.id);
}

/**
 * The endpoints with those about all of them: the index and the manifest. `files`: the entries of
 * the manifest.
 */
export function listDescribed<World extends BaseWorld>(
  api: Api<World>,
  files: readonly ManifestFile[] = [],
): Endpoint<World>[] {
  return [...api.endpoints, defineIndex(api), defineManifest(api, files)];
}

/** The same, with endpoints of several currencies as one. */
export function listDocumented<World extends BaseWorld>(
  api: Api<World>,
  files: readonly ManifestFile[] = [],
): Endpoint<World>[] {
  return listDescribed({ ...api, endpoints: describeEndpoints(api.endpoints) }, files);
}

import { z } from "zod";
import { ERRORS_FILE, NOT_FOUND_FILE } from "../../api/error-body.ts";
import { ErrorResponse } from "../../api/error-response.ts";
import * as schema from "../../api/schema.ts";
import type { BaseWorld } from "../../api/world.ts";
import type { Api } from "../api.ts";
import { json, plain, type ServiceDocument, standard } from "../service-document.ts";
import { CATALOG_FILE, hasCatalog } from "./catalog-sql.ts";

const ErrorTexts = schema.object("Every error code", {
  errors: z
    .array(
      schema.object("An error code", {
        code: schema.text("The code, as in error.code"),
        status: schema.count("The HTTP status"),
        meaning: schema.text("What it means"),
        remedy: schema.text("What to do"),
        request: schema.text("A request that causes it"),
        body: ErrorResponse.describe("The whole response to that request"),
      }),
    )
    .describe("Every error code"),
});

const Routes = z
  .array(
    standard("An endpoint", {
      endpoint: schema.text("Id of the endpoint"),
      path: schema.text("Below /api, parameters in braces"),
      parameters: z.record(z.string(), z.looseObject({})).describe("Its parameters by name"),
    }),
  )
  .describe("Every endpoint");

const Datapackage = standard("A Frictionless data package", {
  name: schema.text("Name of the package"),
  resources: z
    .array(
      standard("An archive", { name: schema.text("Name of the table"), path: schema.text("Relative to the document") }),
    )
    .describe("The archives"),
});

const OpenApi = standard("An OpenAPI 3.1 document", {
  openapi: schema.text("Version of OpenAPI"),
  info: standard("About the interface", {
    title: schema.text("Name of the project"),
    version: schema.text("Version of the API"),
  }),
});

/** All but the JSON Schemas of endpoints, which the index lists with each endpoint. */
export const serviceDocuments: readonly ServiceDocument[] = [
  json("openapi", "openapi.json", "OpenAPI 3.1 description", OpenApi),
  json("routes", "routes.json", "Paths and parameters for hosts", Routes),
  json("not-found", NOT_FOUND_FILE, "Response for missing paths", ErrorResponse),
  json("errors", ERRORS_FILE, "Every error code, what it means and what to do", ErrorTexts),
  json("error-schema", "schemas/error.json", "JSON Schema of every error", standard("A JSON Schema")),
  json("datapackage", "data/datapackage.json", "Data package of the archives", Datapackage),
  {
    ...plain("catalog", CATALOG_FILE, "The Parquet archives as views for DuckDB", "application/sql"),
    isPublished: hasCatalog,
  },
];

/** The documents of this build: those that every interface has, then its own. */
export function listDocuments<World extends BaseWorld>(
  api: Pick<Api<World>, "listDocuments">,
  world: World,
): ServiceDocument<World>[] {
  return [...serviceDocuments, ...api.listDocuments(world)].filter((one) => one.isPublished?.(world) ?? true);
}

import { type ZodType, z } from "zod";
import type { Parameter } from "../api/parameter.ts";
import type { BaseWorld } from "../api/world.ts";

/** A published file below `/api` that is not the answer of an endpoint. */
export interface ServiceDocument<World = BaseWorld> {
  id: string;
  path: string;
  title: string;
  mediaType: string;
  /** Describes its content; the schema of a text is a string. */
  schema: ZodType;
  /** The form of the path, if `path` is one file of many. */
  template?: { path: string; parameters: Readonly<Record<string, Parameter>> };
  /** Absent: always published. */
  isPublished?(world: World): boolean;
}

/** The schema of a document whose form is another standard. */
export function standard(description: string, fields: z.core.$ZodLooseShape = {}) {
  return z.looseObject(fields).describe(description);
}

/** A JSON document. */
export function json(id: string, path: string, title: string, schema: ZodType): ServiceDocument<never> {
  return { id, path, title, schema, mediaType: "application/json" };
}

/** A document that is read as text. */
export function plain(id: string, path: string, title: string, mediaType: string): ServiceDocument<never> {
  return { id, path, title, mediaType, schema: z.string().describe(title) };
}

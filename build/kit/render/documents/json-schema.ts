import { type ZodType, z } from "zod";

const known = new WeakMap<ZodType, Readonly<Record<string, unknown>>>();

/** Refinements have their JSON Schema as metadata. Several documents contain the same schemas. */
export function renderJsonSchema(schema: ZodType): Readonly<Record<string, unknown>> {
  const rendered =
    known.get(schema) ?? z.toJSONSchema(schema, { target: "draft-2020-12", io: "output", unrepresentable: "any" });
  known.set(schema, rendered);
  return rendered;
}

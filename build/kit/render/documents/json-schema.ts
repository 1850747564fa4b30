import { type ZodType, z } from "zod";
import { oncePer } from "../../../lib/once-per.ts";

/** Refinements have their JSON Schema as metadata. Several documents contain the same schemas. */
export const renderJsonSchema = oncePer(
  (schema: ZodType): Readonly<Record<string, unknown>> =>
    z.toJSONSchema(schema, { target: "draft-2020-12", io: "output", unrepresentable: "any" }),
);

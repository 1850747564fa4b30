import { type ZodType, z } from "zod";

/**
 * The JSON Schema (2020-12) of what a zod schema lets out. Checks that have no JSON Schema of their own state theirs as
 * metadata; what states nothing would become "anything".
 */
export function renderJsonSchema(schema: ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { target: "draft-2020-12", io: "output", unrepresentable: "any" });
}

import type { ZodType } from "zod";

/** More than a few say nothing new: a wrong row is usually wrong in every row. */
const ISSUES_SHOWN = 3;

/** Throws when a document that is about to be published does not fit its schema; the message names where. */
export function checkDocument(schema: ZodType, document: unknown, name: string): void {
  const result = schema.safeParse(document);
  if (result.success) return;
  const issues = result.error.issues.slice(0, ISSUES_SHOWN).map((issue) => {
    const path = issue.path.map(String).join(".");
    return `${path === "" ? "document" : path}: ${issue.message}`;
  });
  throw new Error(`${name} does not fit its schema: ${issues.join("; ")}`);
}

import { type ZodType, z } from "zod";

/** Schema errors in a message: a wrong row is usually wrong in every row. */
const ISSUES_SHOWN = 3;

/**
 * Throws an error that names what does not fit. A row object that fitted is not checked again in
 * another answer: rows never change, and one row is in many pages and searches.
 */
export function checkAnswer(name: string, schema: ZodType, answer: unknown): void {
  if (fits(schema, answer)) return;
  const issues = schema.safeParse(answer).error?.issues.slice(0, ISSUES_SHOWN) ?? [];
  const texts = issues.map(({ path, message }) => `${path.map(String).join(".") || "document"}: ${message}`);
  throw new Error(`${name} does not fit its schema: ${texts.join("; ")}`);
}

/** The schema that a row fitted. */
const fitted = new WeakMap<object, ZodType>();

function fits(schema: ZodType, answer: unknown): boolean {
  const row = findRowSchema(schema);
  if (row === undefined || !hasRows(answer)) return schema.safeParse(answer).success;
  const unchecked = answer.data.filter((one) => fitted.get(one) !== row);
  if (!schema.safeParse({ ...answer, data: unchecked }).success) return false;
  for (const one of unchecked) fitted.set(one, row);
  return true;
}

/** The schema of each row of the data, if that is a list of objects without further conditions. */
function findRowSchema(schema: ZodType): ZodType | undefined {
  const data = schema instanceof z.ZodObject ? schema.shape["data"] : undefined;
  if (!(data instanceof z.ZodArray) || data.def.checks?.length) return undefined;
  return data.element instanceof z.ZodObject ? data.element : undefined;
}

function hasRows(answer: unknown): answer is { data: object[] } {
  if (typeof answer !== "object" || answer === null || !("data" in answer) || !Array.isArray(answer.data)) return false;
  return answer.data.every((row) => typeof row === "object" && row !== null);
}

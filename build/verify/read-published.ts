import type { ZodType } from "zod";
import { describeError } from "../lib/operational-error.ts";
import type { ReadFile, Verdict } from "./verdict.ts";

/** A published JSON document of a known form. Whatever keeps it from being read is a problem, and gives `undefined`. */
export async function readPublished<T>(
  readFile: ReadFile,
  path: string,
  schema: ZodType<T>,
  verdict: Verdict,
): Promise<T | undefined> {
  let body: Uint8Array | undefined;
  try {
    body = await readFile(path);
  } catch (error) {
    verdict.check(false, `${path}: cannot be read: ${describeError(error)}`);
    return undefined;
  }
  verdict.check(body !== undefined, `${path}: does not exist`);
  if (body === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    verdict.check(false, `${path}: does not have the published form`);
    return undefined;
  }
}

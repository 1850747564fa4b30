import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { ReadFile } from "./verdict.ts";

/** Says what does not fit, or nothing. */
export type ResponseCheck = (document: unknown) => string | undefined;

/**
 * Checks by the published JSON Schemas, each read and compiled once. `undefined` where there is no usable schema of that
 * name. The patterns of dates are part of the schemas, so that formats need no plug-in.
 */
export function createSchemaChecks(readFile: ReadFile): (name: string) => Promise<ResponseCheck | undefined> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const checks = new Map<string, Promise<ResponseCheck | undefined>>();
  return (name) => {
    const known = checks.get(name) ?? compile(ajv, readFile, name);
    checks.set(name, known);
    return known;
  };
}

async function compile(ajv: Ajv2020, readFile: ReadFile, name: string): Promise<ResponseCheck | undefined> {
  const body = await readFile(`api/schemas/${name}.json`);
  if (body === undefined) return undefined;
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return undefined;
  }
  return (document) => {
    if (validate(document)) return undefined;
    const error = validate.errors?.[0];
    return `${error?.instancePath || "/"} ${error?.message ?? "is not valid"}`;
  };
}

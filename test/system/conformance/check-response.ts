import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import { SECRET } from "../../fixtures/site.ts";
import type { Case, Expected } from "./case.ts";

/** The JSON error in the site's 404 page. */
const ERROR_OF_PAGE = /<script[^>]* id="error"[^>]*>([^<]*)<\/script>/;

/** A received response. */
export interface ReceivedResponse {
  status: number;
  type: string;
  origin: string | null;
  body: Buffer;
}

/** Permitted deviations of a host. */
export interface Leniency {
  /**
   * A missing file gets a page that contains the JSON error, or the JSON error with another type.
   */
  errorPages?: boolean;
  /** Errors have any body. */
  ownErrors?: boolean;
  /** Queries are ignored: the response is that to the path alone, named in its `meta`. */
  ignoresQuery?: boolean;
}

/**
 * `exact`: the expected response. `refused`: a JSON error. `other`: another response, named in its
 * `meta`.
 */
export type Verdict = "exact" | "refused" | "other" | { wrong: string };

/** @param readFile reads a file of the host's tree */
export function checkResponse(
  { expected, equally = [], also = [], withoutQuery }: Case,
  received: ReceivedResponse,
  { errorPages = false, ownErrors = false, ignoresQuery = false }: Leniency,
  readFile: (path: string) => Buffer | undefined,
): Verdict {
  if (received.body.includes(SECRET)) return { wrong: "a file outside of the site" };
  const response = readOnce(received);
  const fault = findFault(expected, response, errorPages, readFile);
  if (fault === undefined) return "exact";
  const fits = (other: Expected) => findFault(other, response, errorPages, readFile) === undefined;
  if (equally.some(fits)) return "exact";
  if (response.status >= 400 && (ownErrors || isError(response, errorPages))) return "refused";
  const others = ignoresQuery && withoutQuery !== undefined ? [...also, withoutQuery] : also;
  if (others.some(fits)) return "other";
  return { wrong: `${fault}; got ${response.status} ${response.type} ${response.text.slice(0, 160)}` };
}

/** A response that is compared with several expected ones: its body is decoded and parsed once. */
interface ReadResponse extends ReceivedResponse {
  text: string;
  /** `undefined`: not JSON. */
  json(): unknown;
}

function readOnce(received: ReceivedResponse): ReadResponse {
  const text = received.body.toString();
  let json: { value: unknown } | undefined;
  return {
    ...received,
    text,
    json() {
      json ??= { value: parse(text) };
      return json.value;
    },
  };
}

function findFault(
  expected: Expected,
  response: ReadResponse,
  errorPages: boolean,
  readFile: (path: string) => Buffer | undefined,
): string | undefined {
  if ("refused" in expected) {
    return response.status >= 400 && response.status < 500 ? undefined : "should be refused";
  }
  if (response.origin !== "*") return "other sites may not read it";
  if ("status" in expected) {
    const { status, code } = expected;
    if (response.status !== status) return `should be an error with status ${status}`;
    if (!isError(response, errorPages)) return "should be an error of the interface";
    return readError(response, errorPages)?.error.code === code ? undefined : `should be the error ${code}`;
  }
  if (response.status !== 200) return "should have status 200";
  if ("file" in expected) {
    const type = expected.file.endsWith(".gz") ? /^application\/(x-)?gzip/ : /./;
    if (!type.test(response.type)) return `should have another type than "${response.type}"`;
    return readFile(expected.file)?.equals(response.body) ? undefined : `should be ${expected.file} to the byte`;
  }
  if (!/^application\/json/.test(response.type)) return "should be of the type application/json";
  if (response.text === expected.text) return undefined;
  const { meta } = expected.body as { meta?: { self?: string } };
  return isDeepStrictEqual(response.json(), expected.body) ? undefined : `should be ${meta?.self}`;
}

function isError(response: ReadResponse, errorPages: boolean): boolean {
  return readError(response, errorPages)?.error.status === response.status;
}

function readError(response: ReadResponse, errorPages: boolean): z.infer<typeof ErrorResponse> | undefined {
  if (!errorPages && !/^application\/json/.test(response.type)) return undefined;
  const embedded = errorPages ? ERROR_OF_PAGE.exec(response.text)?.[1] : undefined;
  return ErrorResponse.safeParse(embedded === undefined ? response.json() : parse(embedded)).data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const ERROR_CODES = ["invalid_parameter", "not_found", "method_not_allowed", "unavailable"] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_parameter: 400,
  not_found: 404,
  method_not_allowed: 405,
  unavailable: 503,
};

export interface ErrorBody {
  error: { code: ErrorCode; message: string; status: number; docs: string };
}

/** `noun`: see `Parameter.noun`. */
export function describeMissing(noun: string, value: string): string {
  return `There is no ${noun} "${value}"`;
}

/** The message about a path that the site does not have begins with it. */
export const NO_ENDPOINT = "There is no endpoint";

/** The message where a thing exists, but not this answer about it. `path`: of the request. */
export function describeNoAnswer(path: string): string {
  return `There is nothing at ${path}: this endpoint has answers for other values only`;
}

/** The message of an endpoint whose only sources are left out by `--open-only`. */
export const NOT_INCLUDED = "not included in this build: terms";

/**
 * `path`: of the endpoint, such as `/fear-greed`. `excluded`: the terms of its sources keep it out.
 */
export function describeUnavailable(path: string, excluded = false): string {
  return excluded ? `${path} is ${NOT_INCLUDED}` : `The sources of ${path} have not answered yet`;
}

/** The message of an answer in a currency without a rate. */
export function describeNoRate(path: string, currency: string): string {
  return `There is no exchange rate of ${currency.toUpperCase()} for ${path}`;
}

export const ONLY_READS = "Only GET, HEAD and OPTIONS are allowed";

/** The file that explains every code, relative to `/api`. It exists with and without pages. */
export const ERRORS_FILE = "errors.json";

/** The file that plain hosts send for every missing file, relative to `/api`. */
export const NOT_FOUND_FILE = "404.json";

/** The message of a 404 that does not name the requested path. */
export const NO_SUCH_FILE = "There is nothing at this path. See index.json for all endpoints.";

/** The body of an error, with the status that belongs to its code. */
export function buildErrorBody(code: ErrorCode, message: string): ErrorBody {
  return { error: { code, message, status: ERROR_STATUS[code], docs: ERRORS_FILE } };
}

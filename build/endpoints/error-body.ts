/** The status code of every error that the interface knows. */
export const ERROR_STATUS = {
  invalid_parameter: 400,
  not_found: 404,
  method_not_allowed: 405,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorBody {
  error: { code: ErrorCode; message: string; status: number; docs: string };
}

/** The body of an error answer. `message` names what is wrong and what is allowed; `docs`, relative to the base URL, describes every endpoint. */
export function buildErrorBody(code: ErrorCode, message: string): ErrorBody {
  return { error: { code, message, status: ERROR_STATUS[code], docs: "openapi.json" } };
}

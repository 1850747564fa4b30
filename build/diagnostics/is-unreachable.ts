import { HttpError } from "../platform/http/http-error.ts";

/** Who asks is refused or put off: from another address, or at another time, the same question is answered. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 407, 418, 429, 451]);

/** Whether an error means that nobody answered the question, rather than that the answer has changed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  const { status } = error;
  return status === null || status >= 500 || REFUSALS.has(status);
}

import { buildErrorBody, NO_SUCH_FILE } from "../../api/error-body.ts";
import type { ControlFile, HostFile } from "../host.ts";

/** Every tree has this 404 response. */
export const NOT_FOUND_FILE = "/api/404.json";

/** The error for a missing required parameter, on one line. */
export function renderRequired(name: string): string {
  return JSON.stringify(buildErrorBody("invalid_parameter", `${name} is required`));
}

/** The error for a query without a file, on one line. */
export function renderUnanswered(): string {
  const message = "There is no file for this query. All files: manifest.json";
  return JSON.stringify(buildErrorBody("not_found", message));
}

export function renderMethodError(): string {
  return JSON.stringify(buildErrorBody("method_not_allowed", "Only GET, HEAD and OPTIONS are allowed"));
}

export const NOT_FOUND_PAGE = "404.html";

/** Whether the tree has pages, and with them a 404 page. */
export function hasNotFoundPage(files: readonly HostFile[]): boolean {
  return files.some(({ path }) => path === NOT_FOUND_PAGE);
}

/**
 * For hosts that send a page of this name for every missing file. The page of a site contains the
 * JSON error; without pages, the file is the JSON error itself.
 */
export function* listNotFoundPage(files: readonly HostFile[]): Generator<ControlFile> {
  if (hasNotFoundPage(files)) return;
  const body = buildErrorBody("not_found", NO_SUCH_FILE);
  yield { path: NOT_FOUND_PAGE, body: `${JSON.stringify(body)}\n` };
}

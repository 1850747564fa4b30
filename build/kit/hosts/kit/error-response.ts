import { buildErrorBody, NO_SUCH_FILE, NOT_FOUND_FILE, ONLY_READS } from "../../api/error-body.ts";
import type { ControlFile, HostFile } from "../host.ts";

export const NOT_FOUND_PATH = `/api/${NOT_FOUND_FILE}`;
/** Paths of this file, which is an error and no document: a request of them gets status 404. */
export const NOT_FOUND_PATHS = ["/api/404", NOT_FOUND_PATH];

/** The body of a 400 for a missing parameter, for the rules of a host. */
export function renderRequired(name: string): string {
  return JSON.stringify(buildErrorBody("invalid_parameter", `${name} is required`));
}

/** For programs that drop such a value and would answer with the default. */
export function renderBrokenQuery(): string {
  const message = "A value in the query contains a semicolon or an incomplete escape";
  return JSON.stringify(buildErrorBody("invalid_parameter", message));
}

/** The body of a 404 for a query without a file, for the rules of a host. */
export function renderUnanswered(): string {
  const message = "There is no file for this query. All files: manifest.json";
  return JSON.stringify(buildErrorBody("not_found", message));
}

/** The body of a 405, for the rules of a host. */
export function renderMethodError(): string {
  return JSON.stringify(buildErrorBody("method_not_allowed", ONLY_READS));
}

export const NOT_FOUND_PAGE = "404.html";

/** Whether the site has a page for missing paths. */
export function hasNotFoundPage(files: readonly HostFile[]): boolean {
  return files.some(({ path }) => path === NOT_FOUND_PAGE);
}

/**
 * Some hosts send this page for every missing file. The page of a site contains the JSON error;
 * without pages, the file is the error.
 */
export function* listNotFoundPage(files: readonly HostFile[]): Generator<ControlFile> {
  if (hasNotFoundPage(files)) return;
  const body = buildErrorBody("not_found", NO_SUCH_FILE);
  yield { path: NOT_FOUND_PAGE, body: `${JSON.stringify(body)}\n` };
}

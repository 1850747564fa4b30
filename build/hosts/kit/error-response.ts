import { buildErrorBody, NO_SUCH_FILE } from "../../api/error-body.ts";
import type { ControlFile, HostFile } from "../host.ts";

/** Where every tree keeps the answer for what is not there. */
export const NOT_FOUND_FILE = "/api/404.json";

/** What a rule says where a required parameter is missing. One line. */
export function renderRequired(name: string): string {
  return JSON.stringify(buildErrorBody("invalid_parameter", `${name} is required`));
}

/** What a rule says where it knows that no file answers. One line. */
export function renderUnanswered(): string {
  const message = "No file answers this question. The files there are: manifest.json";
  return JSON.stringify(buildErrorBody("not_found", message));
}

export function renderMethodError(): string {
  return JSON.stringify(buildErrorBody("method_not_allowed", "Only GET, HEAD and OPTIONS are allowed"));
}

export const NOT_FOUND_PAGE = "404.html";

/** Whether the tree has pages, and with them one for what is missing. */
export function hasNotFoundPage(files: readonly HostFile[]): boolean {
  return files.some(({ path }) => path === NOT_FOUND_PAGE);
}

/**
 * For hosts that know no other answer than a page of this name. A site's own page carries the error for programs; where there is no
 * site, it is the error as text, whatever the host calls it.
 */
export function* listNotFoundPage(files: readonly HostFile[]): Generator<ControlFile> {
  if (hasNotFoundPage(files)) return;
  const body = buildErrorBody("not_found", NO_SUCH_FILE);
  yield { path: NOT_FOUND_PAGE, body: `${JSON.stringify(body)}\n` };
}

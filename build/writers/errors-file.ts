import { ERRORS_FILE } from "../endpoints/error-body.ts";
import { listErrorTexts } from "../endpoints/error-text.ts";
import { renderJson } from "../lib/render-json.ts";
import type { Artifact } from "./artifact.ts";

/** `/api/errors.json`: what each code means and what to do about it, where `docs` of every error leads. The same in every build. */
export function renderErrorsFile(): Artifact {
  return { path: `api/${ERRORS_FILE}`, body: renderJson({ errors: listErrorTexts() }) };
}

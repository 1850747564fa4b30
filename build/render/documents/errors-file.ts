import { ERRORS_FILE } from "../../api/error-body.ts";
import { listErrorTexts } from "../../api/error-text.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import type { Artifact } from "../artifact.ts";

/** `/api/errors.json`: what each code means and what to do about it, where `docs` of every error leads. The same in every build. */
export function renderErrorsFile(): Artifact {
  return { path: `api/${ERRORS_FILE}`, body: renderJson({ errors: listErrorTexts() }) };
}

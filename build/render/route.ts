import type { Dynamic } from "../api/endpoint.ts";
import type { Parameter } from "../api/parameter.ts";

/** One endpoint as hosts and the handler see it; the table of all of them is published as `/api/routes.json`. */
export interface Route {
  endpoint: string;
  /** Below `/api`: `/coins/{symbol}/history`. */
  path: string;
  parameters: Readonly<Record<string, Parameter>>;
  dynamic?: Dynamic;
  /** The answer is not JSON but a file to download; `path` already ends with the file's name. */
  download?: true;
}

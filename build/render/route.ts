import type { Dynamic } from "../api/endpoint.ts";
import type { Parameter } from "../api/parameter.ts";

/** An endpoint as hosts and the handler need it; published as `/api/routes.json`. */
export interface Route {
  endpoint: string;
  /** Below `/api`: `/coins/{symbol}/history`. */
  path: string;
  parameters: Readonly<Record<string, Parameter>>;
  dynamic?: Dynamic;
  /** The answer is a file to download; `path` ends with its name. */
  download?: true;
}

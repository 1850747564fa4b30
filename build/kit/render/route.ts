import type { DerivedRoute } from "../api/derived.ts";
import type { ParameterMap } from "../api/query.ts";

/** An endpoint as hosts and the handler need it; published as `/api/routes.json`. */
export interface Route extends DerivedRoute {
  endpoint: string;
  path: string;
  parameters: ParameterMap;
  /** How the handler answers requests without a file. Absent: only files answer. */
  dynamic?: Dynamic;
  /** The answer is a file to download, not JSON. */
  download?: true;
  /** The body is the data alone, without an envelope. */
  bare?: true;
  /** Optional files that a build may leave out as a whole. */
  tree?: string;
  /** This build has no file of it: the terms of its only sources forbid republishing. */
  excluded?: true;
}

export interface Dynamic {
  /** `list`: search, limit and offset over `from`. `pick`: the entries of `from` that are named. */
  kind: "list" | "pick";
  /** The canonical file that holds everything, relative to `/api`. */
  from: string;
}

import type { DerivedRoute, Found } from "../../api/derived.ts";

/**
 * What the handler must know of an interface before it reads the published routes. No dependencies:
 * it also runs in workers.
 */
export interface Served {
  /** Folders beside `api` that hold paths of the interface as well. */
  roots: readonly string[];
  /** `undefined` if the answers of the route are not made from others. */
  findConversion(route: DerivedRoute): Found | undefined;
  /** Whether the answers of a path, from the root of the site, are replaced each minute. */
  isLivePath(path: string): boolean;
}

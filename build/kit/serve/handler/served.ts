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
}

/** One tree of the sample world on one server, as the tests get it from `start-sites.ts`. */
export interface Site {
  name: string;
  /** Where its root is, ending with a slash. */
  url: string;
  /** Why its tests have to be skipped. */
  missing?: string;
}

export interface Sites {
  /** That of `npm start` is the first. */
  list: readonly Site[];
  /** A published tree of the same pages; empty where nothing was built. */
  folder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    sites: Sites;
  }
}

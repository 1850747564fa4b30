/** A site of the demo market on one server, from `start-sites.ts`. */
export interface Site {
  name: string;
  /** URL of the root, with a final slash. */
  url: string;
  /** A published tree with the same pages; empty without a build. */
  folder: string;
  missing?: string;
}

export interface Sites {
  /** `npm start` is the first. */
  list: readonly Site[];
  /** A published tree of the same pages; empty without a build. */
  folder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    sites: Sites;
  }
}

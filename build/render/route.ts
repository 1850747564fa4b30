import type { Endpoint } from "../api/endpoint.ts";

/** An endpoint as hosts and the handler need it; published as `/api/routes.json`. */
export type Route = { endpoint: string } & Pick<
  Endpoint,
  "path" | "parameters" | "dynamic" | "download" | "bare" | "quoted" | "compat" | "tree"
> & {
    /** This build has no file of it: the terms of its only sources forbid republishing. */
    excluded?: true;
  };

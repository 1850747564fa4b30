import type { HostAdapter } from "../../render/host-adapter.ts";
import type { Route } from "../../render/route.ts";
import type { Bundles, Host } from "../host.ts";
import { adaptTree } from "./adapt-tree.ts";

/** What one host adds to the tree, for the writers. */
export function adaptFor(
  host: Host,
  routes: readonly Route[],
  bundles: Readonly<Partial<Bundles>>,
  warn?: (message: string) => void,
): HostAdapter {
  return {
    adapt: (artifacts) => adaptTree(host, artifacts, routes, bundles, warn),
    *copyManifest(manifest) {
      yield* host.aliases?.(manifest, routes) ?? [];
    },
  };
}

import type { Host } from "./host.ts";

/** The tree and nothing else, for a host that this program does not know. */
export const none: Host = {
  id: "none",
  name: "Any file host",
  homepage: "https://en.wikipedia.org/wiki/Web_hosting_service",
  level: "L0",
  unanswerable: "Only files answer; what becomes of anything else is the host's own matter.",
  collides: false,
  bundles: [],
  limits: {},
  *controlFiles() {},
};

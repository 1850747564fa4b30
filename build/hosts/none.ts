import type { Host } from "./host.ts";

/** The tree and nothing else, for a host that this program does not know. */
export const none: Host = {
  id: "none",
  name: "any file host",
  homepage: null,
  level: "L0",
  unanswerable: "Only files answer; what becomes of anything else is the host's own matter.",
  steps: [
    "Upload the content of `dist/` to any folder that is served over HTTP.",
    "Let the host send `Access-Control-Allow-Origin: *`, so that other sites may read it, and never `Content-Encoding: gzip` for archives.",
  ],
  collides: false,
  bundles: [],
  limits: {},
  *controlFiles() {},
};

import type { Host } from "./host.ts";

/** The tree alone, for any other host. */
export const none: Host = {
  id: "none",
  name: "any file host",
  homepage: null,
  level: "L0",
  unanswerable: "Files only; anything else depends on the host.",
  steps: [
    "Upload the content of `dist/` to any folder that is served over HTTP.",
    "The host must send `Access-Control-Allow-Origin: *`, so that other sites can read it, and must not send `Content-Encoding: gzip` for archives.",
  ],
  collides: false,
  bundles: [],
  limits: {},
  *controlFiles() {},
};

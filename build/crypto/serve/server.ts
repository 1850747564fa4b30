import * as kit from "../../kit/serve/node/node-server.ts";
import { served } from "./served.ts";

/** Serves a published tree of this interface over HTTP. */
export function startServer(options: Omit<kit.ServerOptions, "served">): Promise<kit.RunningServer> {
  return kit.startServer({ ...options, served });
}

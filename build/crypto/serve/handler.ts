import * as kit from "../../kit/serve/handler/handler.ts";
import type { HandlerRequest } from "../../kit/serve/handler/response.ts";
import type { ReadFile } from "../../kit/serve/handler/tree.ts";
import { served } from "./served.ts";

/** Answers requests of this interface from a published tree. */
export function createHandler(readFile: ReadFile, base = ""): (request: HandlerRequest) => Promise<Response> {
  return kit.createHandler(served, readFile, { base });
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { defineSimulator } from "./host-server.ts";
import { sendBody } from "./read-file.ts";
import { createObjectReader, fillStore } from "./s3-simulator.ts";

interface Answer {
  uri?: string;
  statusCode?: number;
  headers?: Record<string, { value: string }>;
  body?: string;
}

/** The part of a response headers policy that sets headers. */
interface HeadersPolicy {
  CorsConfig: Record<`AccessControl${"Allow" | "Expose"}${string}`, { Items: string[] }>;
}

/**
 * CloudFront: the function gets the raw path and parameters; a missing object gets the custom error
 * response. S3 knows of a file what the upload said; other headers come from the policy.
 */
export const cloudfrontServer = defineSimulator("cloudfront", async (folder) => {
  const context = createContext({});
  runInContext(await readFile(join(folder, "cloudfront-function.js"), "utf8"), context);
  const common = readPolicy(await readFile(join(folder, "cloudfront-headers.json"), "utf8"));
  const find = createObjectReader(await fillStore(folder), common);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    context["event"] = {
      request: { method: request.method, uri: pathname, querystring: parseQuerystring(search), headers: {} },
    };
    const answer = runInContext("handler(event)", context) as Answer;
    if (answer.statusCode !== undefined) {
      const headers = Object.entries(answer.headers ?? {}).map(
        ([name, { value }]) => [name, value] as [string, string],
      );
      return new Response(request.method === "HEAD" ? null : (answer.body ?? null), {
        status: answer.statusCode,
        headers,
      });
    }
    const file = find(answer.uri!);
    if (file !== undefined) return sendBody(request, 200, file.body, file.headers);
    const missing = find("/api/404.json")!;
    return sendBody(request, 404, missing.body, missing.headers);
  };
});

function readPolicy(text: string): Record<string, string> {
  const { CorsConfig } = JSON.parse(text) as HeadersPolicy;
  return { "access-control-allow-origin": CorsConfig.AccessControlAllowOrigins!.Items.join() };
}

type Value = { value: string; multiValue?: { value: string }[] };

function parseQuerystring(search: string): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const pair of search.slice(1).split("&")) {
    if (pair === "") continue;
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=");
    const known = values[name];
    if (known === undefined) values[name] = { value };
    else {
      known.multiValue = [...(known.multiValue ?? [{ value: known.value }]), { value }];
      known.value = value;
    }
  }
  return values;
}

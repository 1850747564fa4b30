import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { defineSimulator } from "./host-server.ts";
import { readFileOf, sendBody } from "./read-file.ts";

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
  const common = readPolicy(await readText(folder, "cloudfront-headers.json"));
  const describe = readUploads(await readText(folder, "cloudfront-upload.sh"));
  const find = async (path: string) => {
    const file = await readFileOf(folder, path);
    const stored = file && describe(path.slice(1));
    return stored && { body: file.body, headers: { ...stored, ...common } };
  };
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
    const file = await find(answer.uri!);
    if (file !== undefined) return sendBody(request, 200, file.body, file.headers);
    const missing = (await find("/api/404.json"))!;
    return sendBody(request, 404, missing.body, missing.headers);
  };
});

/** Empty without the file: the step is then missing. */
async function readText(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), "utf8").catch(() => "");
}

function readPolicy(text: string): Record<string, string> {
  if (text === "") return {};
  const { CorsConfig } = JSON.parse(text) as HeadersPolicy;
  return { "access-control-allow-origin": CorsConfig.AccessControlAllowOrigins!.Items.join() };
}

/** Types that the client of S3 guesses; for a compressed file it takes that of the content. */
const GUESSES: Readonly<Record<string, string>> = {
  ".json": "application/json",
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".xml": "application/xml",
  ".csv": "text/csv",
  ".gz": "text/csv",
};

/**
 * What the uploads say of a file: `undefined` if none has it. Each line `upload …` of the script
 * has filters, of which the last match counts, and a `*` is any text.
 */
export function readUploads(script: string): (path: string) => Record<string, string> | undefined {
  const uploads = [...script.matchAll(/^upload (.*)$/gm)].map(([, line = ""]) => {
    const options = [...line.matchAll(/--([a-z-]+) '([^']*)'/g)].map(([, name = "", value = ""]) => ({ name, value }));
    const filters = options
      .filter(({ name }) => name === "include" || name === "exclude")
      .map(({ name, value }) => ({ included: name === "include", pattern: compileGlob(value) }));
    const get = (wanted: string) => options.find(({ name }) => name === wanted)?.value;
    return { filters, type: get("content-type"), age: get("cache-control") };
  });
  // Without the script, everything is uploaded as it is.
  const all = script === "" ? [{ filters: [], type: undefined, age: undefined }] : uploads;
  return (path) => {
    const fitting = all.filter(
      ({ filters }) => filters.findLast(({ pattern }) => pattern.test(path))?.included ?? script === "",
    );
    if (fitting.length > 1) throw new Error(`${path} is uploaded twice`);
    const [upload] = fitting;
    if (upload === undefined) return undefined;
    const type = upload.type ?? GUESSES[extname(path)] ?? "binary/octet-stream";
    return { "content-type": type, ...(upload.age !== undefined && { "cache-control": upload.age }) };
  };
}

function compileGlob(glob: string): RegExp {
  return new RegExp(`^${glob.replace(/[.+?^$()[\]{}|\\]/g, "\\$&").replaceAll("*", ".*")}$`);
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

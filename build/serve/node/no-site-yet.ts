import { isApiPath } from "../handler/api-path.ts";
import { type HandlerRequest, type HandlerResponse, sendError } from "../handler/response.ts";
import type { ReadFile } from "./tree-file.ts";

/** Every published tree has it, and the handler needs it. */
const ROUTES = "api/routes.json";
/** A first build of the sample world takes about so long. */
const RETRY_SECONDS = 10;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>The site is being built</title>
</head>
<body>
<h1>The site is being built</h1>
<p>This page reloads every ${RETRY_SECONDS} seconds until the site is there.</p>
</body>
</html>
`;

/**
 * The answer, or a 503 where it says that something is missing because there is no site at all:
 * before the first build, and for the moment in which one tree takes another's place.
 */
export async function explainNoSite(
  request: HandlerRequest,
  reply: HandlerResponse,
  readFile: ReadFile,
): Promise<HandlerResponse> {
  const mayBeMissing = reply.status === 404 || reply.status === 302;
  if (!mayBeMissing || (await hasSite(readFile))) return reply;
  const error = sendError(request, "unavailable", "The site is being built: ask again in a few seconds");
  const headers = { ...error.headers, "retry-after": String(RETRY_SECONDS) };
  if (isApiPath(new URL(request.url).pathname)) return { ...error, headers };
  return {
    status: error.status,
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    body: request.method === "HEAD" ? null : PAGE,
  };
}

/** A site that cannot be read is there. */
function hasSite(readFile: ReadFile): Promise<boolean> {
  return readFile(ROUTES).then(
    (file) => file !== undefined,
    () => true,
  );
}

import { defineSimulator } from "./host-server.ts";
import { isFolder, readFileOf, sendBody } from "./read-file.ts";

/**
 * GitHub Pages as documented and observed: the exact file; the name with `.html`; a 301 to the
 * slash of a folder, which keeps the query; `index.html` or `index.json`; `404.html`. Queries are
 * ignored.
 */
export const githubPagesServer = defineSimulator("github-pages", async (folder) => async (request) => {
  const { pathname, search } = new URL(request.url);
  const common = { "access-control-allow-origin": "*", "cache-control": "max-age=600" };
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
  const candidates = pathname.endsWith("/")
    ? [`${pathname}index.html`, `${pathname}index.json`]
    : [pathname, `${pathname}.html`];
  for (const candidate of candidates) {
    const file = await readFileOf(folder, candidate);
    if (file !== undefined) return sendBody(request, 200, file.body, { ...common, "content-type": file.type });
  }
  if (!pathname.endsWith("/") && (await isFolder(folder, pathname))) {
    return new Response(null, { status: 301, headers: { ...common, location: `${pathname}/${search}` } });
  }
  const missing = await readFileOf(folder, "/404.html");
  return sendBody(request, 404, missing?.body ?? Buffer.from("<html>404</html>"), {
    ...common,
    "content-type": "text/html; charset=utf-8",
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defineSimulator } from "./host-server.ts";
import { readFileOf, sendBody } from "./read-file.ts";

interface Hosting {
  redirects: { regex: string; destination: string; type: number }[];
  headers: { source?: string; regex?: string; headers: { key: string; value: string }[] }[];
}

/**
 * Firebase Hosting in its documented order: redirects, the exact file, then `404.html` with status
 * 404. Redirects get the raw path and keep the query; their target is escaped again, as in the
 * emulator. Headers depend on the requested path; the last one counts.
 */
export const firebaseServer = defineSimulator("firebase", async (folder) => {
  const { hosting } = JSON.parse(await readFile(join(folder, "firebase.json"), "utf8")) as { hosting: Hosting };
  const redirects = hosting.redirects.map(({ regex, ...redirect }) => ({ ...redirect, pattern: new RegExp(regex) }));
  const headers = hosting.headers.map(({ source, regex, headers }) => {
    if (regex === undefined && source !== "**") throw new Error(`The simulator knows no glob ${source}`);
    return { pattern: new RegExp(regex ?? ""), headers };
  });
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    for (const { pattern, destination, type } of redirects) {
      const match = pattern.exec(pathname);
      if (match === null) continue;
      const location = destination.replace(/:(\d)/g, (_, at: string) => encodeURIComponent(match[Number(at)] ?? ""));
      return new Response(null, { status: type, headers: { location: `${location}${search}` } });
    }
    const own = Object.fromEntries(
      headers
        .filter(({ pattern }) => pattern.test(pathname))
        .flatMap(({ headers }) => headers.map(({ key, value }) => [key.toLowerCase(), value])),
    );
    const found = await readFileOf(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const file = found ?? (await readFileOf(folder, "/404.html"));
    if (file === undefined) throw new Error("There is no 404.html");
    return sendBody(request, found === undefined ? 404 : 200, file.body, { "content-type": file.type, ...own });
  };
});

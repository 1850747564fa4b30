import { createClient } from "../../build/serve/client.ts";
import { createHandler } from "../../build/serve/handler/handler.ts";
import { createTreeReader } from "../../build/serve/node/tree-reader.ts";
import { makeSite, serveTree } from "../fixtures/site.ts";
import { createPlainHost } from "./plain-host.ts";

const ROOT = "http://localhost/";
const PAGES: readonly (readonly [path: string, body: string])[] = [
  ["index.html", "<h1>Front page</h1>"],
  ["404.html", "<h1>Not here</h1>"],
  ["about/index.html", "<h1>About</h1>"],
  ["client.js", "export {};\n"],
];

export type HostileGround = Awaited<ReturnType<typeof makeHostileGround>>;

/** Server, handler and client over one site. A secret file lies beside the site. */
export async function makeHostileGround() {
  const site = await makeSite();
  for (const [path, body] of PAGES) site.tree.set(path, Buffer.from(body));
  const { folder, url } = await serveTree(site.tree);
  return {
    site,
    url,
    handle: createHandler(createTreeReader(folder)),
    client: createClient(ROOT, { fetch: createPlainHost(site.tree, ROOT).fetch }).request,
  };
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { isWebAddress } from "../../lib/web-url.ts";
import { openSite } from "../mcp/published-site.ts";
import { createMcpServer } from "../mcp/server.ts";
import { PROJECT } from "./kit/installation.ts";
import { buildNoSiteError } from "./kit/no-site.ts";
import { waitForInterrupt } from "./processes.ts";

const Package = z.object({ version: z.string() });

/**
 * `npm run mcp`: answers questions of a program about a published site, by the Model Context
 * Protocol over the standard streams, until the program closes them. A folder without a site is an
 * error at once; an address is read at the first question.
 */
export async function mcpCommand(place: string): Promise<void> {
  if (!isWebAddress(place) && !existsSync(join(place, "api/manifest.json"))) throw buildNoSiteError(place);
  const site = openSite(place);
  const { version } = Package.parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));
  const closed = new Promise<void>((done) => {
    process.stdin.once("end", done).once("close", done);
  });
  const server = serveStdio(() => createMcpServer(site, version));
  await Promise.race([closed, waitForInterrupt()]);
  await server.close();
}

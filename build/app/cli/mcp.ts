import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { isWebAddress } from "../../lib/web-url.ts";
import { openSite } from "../mcp/published-site.ts";
import { createMcpServer } from "../mcp/server.ts";
import { PROJECT } from "./kit/installation.ts";
import { refuseFolderWithoutSite } from "./kit/no-site.ts";
import { waitForInterrupt } from "./processes.ts";

const Package = z.object({ version: z.string() });

/**
 * `npm run mcp`: answers questions of a program about a published site, by the Model Context
 * Protocol over the standard streams, until the program closes them and has its answers. A folder
 * without a site is an error at once; an address is read at the first question.
 */
export async function mcpCommand(place: string): Promise<void> {
  if (!isWebAddress(place)) refuseFolderWithoutSite(place);
  const site = openSite(place);
  const { version } = Package.parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));
  const closed = new Promise<void>((done) => {
    process.stdin.once("end", done).once("close", done);
  });
  // The transport would close with the standard input, before running calls are answered.
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  const running = new Set<Promise<unknown>>();
  const transport = new StdioServerTransport(input);
  const server = serveStdio(() => createMcpServer(site, version, running), { transport });
  await Promise.race([closed.then(() => finishCalls(running)), waitForInterrupt()]);
  await server.close();
}

/** Turns of the event loop let the protocol begin the last calls, and send the last answers. */
async function finishCalls(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await Promise.all(running);
    await setImmediate();
  } while (running.size > 0);
}

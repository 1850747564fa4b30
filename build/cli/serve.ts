import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRunByNpm } from "../config.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { startServer } from "../serve/node/node-server.ts";
import { renderExamples } from "./examples.ts";
import { waitForInterrupt } from "./interrupt.ts";
import { stdout } from "./standard-streams.ts";

/** `npm run serve`: serves a tree that was built before, until interrupted. */
export async function serveCommand(folder: string, { host, port }: { host: string; port: number }): Promise<void> {
  if (!existsSync(join(folder, "api/manifest.json"))) {
    throw new OperationalError(
      `There is no site in ${folder}: build one with "npm run build", or name another folder.`,
    );
  }
  const server = await startServer({ folder, host, port });
  stdout.printText(renderExamples(server.url, isSample(folder)));
  await waitForInterrupt({ followsParent: isRunByNpm() });
  await server.close();
}

/** Whether the data of a tree is invented, as its own status says; a tree that has none to read is served all the same. */
function isSample(folder: string): boolean {
  try {
    const status: { meta?: { sample?: boolean } } = JSON.parse(readFileSync(join(folder, "api/status.json"), "utf8"));
    return status.meta?.sample === true;
  } catch {
    return false;
  }
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isRunByNpm } from "../config.ts";
import { startServer } from "../edge/node-server.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { renderExamples } from "./examples.ts";
import { waitForInterrupt } from "./interrupt.ts";

/** `npm run serve`: serves a tree that was built before, until interrupted. */
export async function serveCommand(folder: string, { host, port }: { host: string; port: number }): Promise<void> {
  if (!existsSync(join(folder, "api/manifest.json"))) {
    throw new OperationalError(
      `There is no site in ${folder}: build one with "npm run build", or name another folder.`,
    );
  }
  const server = await startServer({ folder, host, port });
  process.stdout.write(renderExamples(server.url, false));
  await waitForInterrupt({ followsParent: isRunByNpm() });
  await server.close();
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { placeFile } from "../../crypto/api/place-file.ts";
import { documented } from "../../crypto/api/registry.ts";
import { startServer } from "../../crypto/serve/server.ts";
import { isRunByNpm } from "../../environment.ts";
import { buildNoSiteError } from "./kit/no-site.ts";
import { stdout } from "./kit/standard-streams.ts";
import { waitForInterrupt } from "./processes.ts";

/** `npm run serve`: serves a built site until interrupted. */
export async function serveCommand(folder: string, { host, port }: { host: string; port: number }): Promise<void> {
  if (!existsSync(join(folder, "api/manifest.json"))) {
    throw buildNoSiteError(folder);
  }
  const server = await startServer({ folder, host, port });
  stdout.printText(renderExamples(server.url, isSample(folder)));
  await waitForInterrupt({ followsParent: isRunByNpm() });
  await server.close();
}

/** Whether the site's status says that its data is from the demo market. */
function isSample(folder: string): boolean {
  try {
    const status: { meta?: { sample?: boolean } } = JSON.parse(readFileSync(join(folder, "api/status.json"), "utf8"));
    return status.meta?.sample === true;
  } catch {
    return false;
  }
}

/** One URL of every endpoint, with the examples of its parameters. */
function listExamples(): [path: string, what: string][] {
  return documented.map(({ path, parameters, docs }) => {
    const query = Object.entries(parameters).find(([, parameter]) => parameter.in === "query");
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `${parameters[name]?.example}`);
    return [
      `/${placeFile(filled.slice(1))}${query === undefined ? "" : `?${query[0]}=${query[1].example}`}`,
      docs.title,
    ];
  });
}

/** Example URLs for a server that just started. */
export function renderExamples(url: string, sample: boolean): string {
  const examples = [["/", "the website"] as const, ["/api", "index of the API"] as const, ...listExamples()];
  const width = Math.max(...examples.map(([, what]) => what.length)) + 2;
  const note = sample ? "  The data is invented (demo market); every response says so in meta.sample.\n" : "";
  const lines = examples.map(([path, what]) => `  ${what.padEnd(width)}${url}${path}\n`);
  return `\nOpen Crypto Data is served on ${url}\n${note}\n${lines.join("")}\n  Press Ctrl-C to stop.\n`;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeFile } from "../../crypto/api/place-file.ts";
import { documented } from "../../crypto/api/registry.ts";
import { startServer } from "../../crypto/serve/server.ts";
import { isRunByNpm } from "../../environment.ts";
import { refuseFolderWithoutSite } from "./kit/no-site.ts";
import { stdout } from "./kit/standard-streams.ts";
import { waitForInterrupt } from "./processes.ts";

/** `npm run serve`: serves a built site until interrupted. */
export async function serveCommand(folder: string, { host, port }: { host: string; port: number }): Promise<void> {
  refuseFolderWithoutSite(folder);
  const server = await startServer({ folder, host, port });
  stdout.printText(renderExamples(server.url, isSample(folder), readIndex(folder)));
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

/** The parts of `api/index.json` that the examples need. */
interface ApiIndex {
  data: { endpoints: readonly { id: string; example: string | null }[] };
}

/** `undefined` for a folder without it. */
export function readIndex(folder: string): ApiIndex | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "api/index.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * One URL of every endpoint, with the examples of its parameters. Where values of the path differ
 * from site to site, such as days and contracts, the site's own example; none where only the
 * handler answers such an endpoint.
 */
function listExamples(listed: typeof documented, index: ApiIndex | undefined): [path: string, what: string][] {
  const files = new Map(index?.data.endpoints.map(({ id, example }) => [id, example]));
  return listed.flatMap(({ id, path, parameters, docs }): [string, string][] => {
    const query = Object.entries(parameters).find(([, parameter]) => parameter.in === "query");
    const depends = path.includes("{") || query?.[1].required === true;
    const file = files.get(id);
    if (depends && file === null) return [];
    // Relative to `/api`.
    if (depends && file != null) return [[new URL(file, "http://site/api/").pathname, docs.title]];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `${parameters[name]?.example}`);
    const asked = query === undefined ? "" : `?${query[0]}=${query[1].example}`;
    return [[`/${placeFile(filled.slice(1))}${asked}`, docs.title]];
  });
}

/** Example URLs for a server that just started. `index`: that of the site it serves. */
export function renderExamples(url: string, sample: boolean, index?: ApiIndex): string {
  const isCompat = ({ docs }: (typeof documented)[number]) => docs.tag === "compat";
  const compat = listExamples(documented.filter(isCompat), index);
  const own = listExamples(
    documented.filter((endpoint) => !isCompat(endpoint)),
    index,
  );
  const examples = [["/", "the website"] as const, ["/api", "index of the API"] as const, ...own];
  const width = Math.max(...[...examples, ...compat].map(([, what]) => what.length)) + 2;
  const note = sample ? "  The data is invented (demo market); every response says so in meta.sample.\n" : "";
  const renderLines = (list: typeof examples) =>
    list.map(([path, what]) => `  ${what.padEnd(width)}${url}${path}\n`).join("");
  const inItsForm = compat.length === 0 ? "" : `\n  In CoinGecko's form:\n${renderLines(compat)}`;
  return `\nOpen Crypto Data is served on ${url}\n${note}\n${renderLines(examples)}${inItsForm}\n  Press Ctrl-C to stop.\n`;
}

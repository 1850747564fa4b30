import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRunByNpm } from "../config.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { startServer } from "../serve/node/node-server.ts";
import { stdout } from "./kit/standard-streams.ts";
import { waitForInterrupt } from "./processes.ts";

/** `npm run serve`: serves a built site until interrupted. */
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

/** Whether the site's status says that its data is from the demo market. */
function isSample(folder: string): boolean {
  try {
    const status: { meta?: { sample?: boolean } } = JSON.parse(readFileSync(join(folder, "api/status.json"), "utf8"));
    return status.meta?.sample === true;
  } catch {
    return false;
  }
}

const EXAMPLES: readonly [path: string, what: string][] = [
  ["/", "the website"],
  ["/api", "index of the API"],
  ["/api/coins?limit=10", "the ten largest coins"],
  ["/api/coins?search=bit&limit=5&offset=5", "search, any page"],
  ["/api/coins/BTC", "one coin with the evidence of its price"],
  ["/api/coins/btc/history?period=7d", "its price history"],
  ["/api/global", "the market as a whole"],
  ["/api/trending", "gainers, losers, most traded"],
  ["/api/exchanges", "exchanges by volume"],
  ["/api/fear-greed", "the Fear & Greed Index"],
  ["/api/defi/overview", "DeFi at a glance"],
  ["/api/defi/protocols?limit=5", "protocols by TVL"],
  ["/api/defi/chains", "TVL by blockchain"],
  ["/api/news", "headlines"],
  ["/api/exchange-rates", "fiat rates"],
  ["/api/sparklines?symbols=btc,eth", "sparklines"],
  ["/api/data/archives", "CSV archives"],
  ["/api/data/download/coins-latest.csv.gz", "one of them"],
  ["/api/status", "sources, ages, licences, the gate"],
];

/** Example URLs for a server that just started. */
export function renderExamples(url: string, sample: boolean): string {
  const width = Math.max(...EXAMPLES.map(([path]) => path.length)) + 2;
  const note = sample ? "  The data is invented (demo market); every response says so in meta.sample.\n" : "";
  const lines = EXAMPLES.map(([path, what]) => `  ${url}${path.padEnd(width)}${what}\n`);
  return `\nOpen Crypto Data is served on ${url}\n${note}\n${lines.join("")}\n  Press Ctrl-C to stop.\n`;
}

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { listEndpoints } from "../../crypto/api/registry.ts";
import { writeDemoHistory } from "../../crypto/demo/history/demo-history.ts";
import { describeOutages } from "../../crypto/demo/simulators.ts";
import { bundleProgramFiles } from "../../crypto/serve/programs.ts";
import { startServer } from "../../crypto/serve/server.ts";
import { sources } from "../../crypto/sources/registry.ts";
import { isRunByNpm, readEnvironment } from "../../environment.ts";
import { createOutput } from "../../kit/platform/output/output.ts";
import { nameStaging } from "../../kit/platform/output/output-swap.ts";
import { createMemoryStateStore } from "../../kit/platform/state/memory-state-store.ts";
import { createProgress } from "../../kit/platform/terminal/progress.ts";
import type { RunningServer } from "../../kit/serve/node/node-server.ts";
import { run } from "../../pipeline.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { openSimulators } from "./kit/open-upstreams.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";
import { makeTempFolder } from "./kit/temp-folder.ts";
import { waitForInterrupt } from "./processes.ts";
import { readIndex, renderExamples } from "./serve.ts";

export interface StartFlags {
  coins: number;
  host: string;
  port: number;
  openOnly?: boolean;
}

/** Coin details per build: enough to show what they look like. */
const SAMPLE_DETAILS = 25;

/** `npm start`: builds the demo market without a network, and serves it until interrupted. */
export async function startCommand({ coins, host, port, openOnly = false }: StartFlags): Promise<void> {
  const interrupted = waitForInterrupt({ followsParent: isRunByNpm() });
  const folder = makeTempFolder("demo");
  const out = join(folder, "site");
  let server: RunningServer | undefined;
  try {
    // First, so that a port in use is known before the build.
    server = await startServer({ folder: out, unfinished: nameStaging(out), host, port });
    stdout.printText(`Open ${server.url}\n`);
    stderr.print("· The API is ready in about half a minute, the pages in about a minute.");
    const isBuilt = await Promise.race([
      buildSample({ coins, out, openOnly }).then(() => true),
      interrupted.then(() => false),
    ]);
    if (isBuilt) stdout.printText(renderExamples(server.url, true, readIndex(out)));
    await interrupted;
  } finally {
    await server?.close();
    // An interrupted build may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function buildSample(settings: { coins: number; out: string; openOnly: boolean }): Promise<void> {
  const { config, overrides } = loadOwnConfig({ ...settings, detailsPerBuild: SAMPLE_DETAILS, backfill: 0 });
  const progress = createProgress({ terminal: stderr, quiet: false, now: Date.now });
  const now = Date.now();
  const market = { coins: config.coins, now, withHistory: true };
  const { http, marketAt, close } = await openSimulators({ userAgent: config.userAgent }, market);
  const state = createMemoryStateStore({ now: Date.now, world: "sample" });
  writeDemoHistory(state, marketAt(now));
  progress.note(describeOutages());
  try {
    await run(
      {
        config,
        overrides,
        environment: readEnvironment(),
        sources,
        endpoints: listEndpoints(config.currencies, config.trees),
        programFiles: () => bundleProgramFiles(),
        site: { repository: config.homepage },
        sample: true,
        ignoreCache: false,
      },
      {
        now: Date.now,
        http,
        output: createOutput(config.out),
        state,
        progress,
      },
    );
  } finally {
    progress.close();
    await close();
  }
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunByNpm, loadConfig, readEnvironment } from "../config.ts";
import { bundleProgramFiles } from "../edge/bundle.ts";
import { type RunningServer, startServer } from "../edge/node-server.ts";
import { createHttp } from "../effects/http.ts";
import { createMemoryStateStore } from "../effects/memory-state-store.ts";
import { createOutput } from "../effects/output.ts";
import { createProgress } from "../effects/progress.ts";
import { endpoints } from "../endpoints/registry.ts";
import { run } from "../pipeline.ts";
import { SAMPLE_SEED } from "../sample/sample-seed.ts";
import { startSampleServer } from "../sample/server.ts";
import { describeOutages } from "../sample/simulators.ts";
import { sources } from "../sources/registry.ts";
import { renderExamples } from "./examples.ts";
import { waitForInterrupt } from "./interrupt.ts";

export interface StartFlags {
  coins: number;
  host: string;
  port: number;
  openOnly?: boolean;
}

/** Coin pages per build of the sample world: enough to show what they look like. */
const SAMPLE_DETAILS = 25;

/** `npm start`: builds the embedded sample world, without any network, and serves it until interrupted. */
export async function startCommand({ coins, host, port, openOnly = false }: StartFlags): Promise<void> {
  const interrupted = waitForInterrupt({ followsParent: isRunByNpm() });
  const folder = await mkdtemp(join(tmpdir(), "open-crypto-data-"));
  const out = join(folder, "site");
  let server: RunningServer | undefined;
  try {
    // First, so that a port in use is known before anyone waits for a build.
    server = await startServer({ folder: out, host, port });
    const isBuilt = await Promise.race([
      buildSample({ coins, out, openOnly }).then(() => true),
      interrupted.then(() => false),
    ]);
    if (isBuilt) process.stdout.write(renderExamples(server.url, true));
    await interrupted;
  } finally {
    await server?.close();
    // A build that was interrupted may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function buildSample(settings: { coins: number; out: string; openOnly: boolean }): Promise<void> {
  const { config, overrides } = loadConfig({ ...settings, detailsPerBuild: SAMPLE_DETAILS });
  const progress = createProgress({
    stream: process.stderr,
    isTty: process.stderr.isTTY === true,
    quiet: false,
    now: Date.now,
  });
  const world = await startSampleServer({ seed: SAMPLE_SEED, coins: config.coins, now: Date.now() });
  progress.note(describeOutages());
  const http = createHttp({
    userAgent: config.userAgent,
    now: Date.now,
    random: Math.random,
    origins: world.origin,
    paceFactor: 0,
  });
  try {
    await run(
      {
        config,
        overrides,
        environment: readEnvironment(),
        sources,
        endpoints,
        programFiles: await bundleProgramFiles(),
        site: { repository: config.homepage },
        sample: true,
        ignoreCache: false,
      },
      {
        now: Date.now,
        http,
        output: createOutput(config.out),
        state: createMemoryStateStore({ now: Date.now, world: "sample" }),
        progress,
      },
    );
  } finally {
    progress.close();
    await http.close();
    await world.close();
  }
}

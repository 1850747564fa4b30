import { loadConfig } from "../../build/config.ts";
import { createHttp } from "../../build/effects/http.ts";
import { createMemoryStateStore } from "../../build/effects/memory-state-store.ts";
import { endpoints } from "../../build/endpoints/registry.ts";
import { GateRefusal } from "../../build/gate-refusal.ts";
import type { GateVerdict } from "../../build/market/run-report.ts";
import { run } from "../../build/pipeline.ts";
import { SAMPLE_SEED } from "../../build/sample/sample-seed.ts";
import { startSampleServer } from "../../build/sample/server.ts";
import { sources } from "../../build/sources/registry.ts";

/** When the first build runs. */
export const START = Date.parse("2026-11-18T10:07:00Z");

/** Changes what an upstream answers: another body, or no answer at all. `undefined` leaves it as it is. */
export type Tamper = (url: string, body: string) => string | Error | undefined;

export interface SampleRun {
  /** The sentences of the checks that failed; empty where the build was published. */
  refusals: string[];
  gate: GateVerdict;
  /** What a published JSON file holds, by its path below `api/` without extension. */
  read<T>(path: string): T;
  has(path: string): boolean;
}

export interface SampleRuns {
  /** One build so many minutes after the first. */
  build(minutes: number, tamper?: Tamper): Promise<SampleRun>;
  close(): Promise<void>;
}

/** The real pipeline over the sample world, one build after the other on one state, with upstreams that can be tampered with. */
export async function openSampleRuns(coins: number): Promise<SampleRuns> {
  let now = START;
  const server = await startSampleServer({ seed: SAMPLE_SEED, coins, now: () => now });
  const state = createMemoryStateStore({ now: () => now, world: "sample" });
  const client = createHttp({
    userAgent: "test",
    now: () => now,
    random: () => 0.5,
    origins: server.origin,
    paceFactor: 0,
    tries: 1,
  });
  const silent = { update: () => undefined, done: () => undefined, warned: () => undefined, failed: () => undefined };
  const { config, overrides } = loadConfig({ coins, backfill: 0 });
  const environment = { apiKeys: {}, commit: null, run: null };

  async function build(minutes: number, tamper?: Tamper): Promise<SampleRun> {
    now = START + minutes * 60_000;
    const files = new Map<string, string | Uint8Array>();
    const effects: Parameters<typeof run>[1] = {
      now: () => now,
      http: {
        async fetch(request) {
          const response = await client.fetch(request);
          const body = tamper?.(request.url, response.body);
          if (body instanceof Error) throw body;
          return body === undefined ? response : { ...response, body };
        },
      },
      output: {
        async publish(artifacts) {
          for await (const { path, body } of artifacts) if (path.endsWith(".json")) files.set(path, body);
          return { folder: "memory", files: files.size, bytes: 0 };
        },
      },
      state,
      progress: { start: () => silent, note: () => undefined, warn: () => undefined },
    };
    const program = { config, overrides, environment, sources, endpoints, sample: true, ignoreCache: false };
    const gate = await run(program, effects).then(
      ({ report }) => report.gate,
      (error) => {
        if (error instanceof GateRefusal) return error.report.gate;
        throw error;
      },
    );
    return {
      refusals: gate.checks.flatMap(({ passed, message }) => (passed ? [] : message)),
      gate,
      has: (path) => files.has(`api/${path}.json`),
      read: (path) => {
        const body = files.get(`api/${path}.json`);
        if (body === undefined) throw new Error(`${path} was not published`);
        return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
      },
    };
  }

  return {
    build,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

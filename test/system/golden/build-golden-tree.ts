import { loadConfig } from "../../../build/config.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { WHOLE } from "../../../build/crypto/backfill/plan.ts";
import { DEMO_SEED } from "../../../build/crypto/demo/demo-market.ts";
import { startDemoServer } from "../../../build/crypto/demo/server.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { createHttp } from "../../../build/kit/platform/http/http.ts";
import { type Effects, SILENT_PROGRESS } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { run } from "../../../build/pipeline.ts";
import { createMemoryOutput } from "../../kit/platform/output/memory-output.ts";

/** A Sunday, in the middle of an hour, so that no boundary hides a mistake. */
const NOW = Date.parse("2026-03-15T12:34:56Z");
const COINS = 12;
/** Few enough to read. */
const FIXING_DAYS = 10;
/** A fixed set: a new source changes no golden file. */
const SOURCES = [
  "binance",
  "coinbase",
  "kraken",
  "okx",
  "bitstamp",
  "gate",
  "kucoin",
  "upbit",
  "coingecko",
  "coinpaprika",
  "coinlore",
  "defillama",
  "alternative-me",
  "ecb",
  "frankfurter",
  "fawazahmed0",
  "coindesk",
  "decrypt",
];

/** Every file of one build of a small demo market at a fixed time: path → text or bytes. */
export async function buildGoldenTree(): Promise<Map<string, string | Uint8Array>> {
  const output = createMemoryOutput();
  const world = await startDemoServer({ seed: DEMO_SEED, coins: COINS, now: NOW, fixingDays: FIXING_DAYS });
  const http = createHttp({
    userAgent: "golden",
    now: () => NOW,
    random: () => 0.5,
    origins: world.origin,
    paceFactor: 0,
  });
  const effects: Effects = {
    now: () => NOW,
    http,
    output,
    state: createMemoryStateStore({ now: () => NOW, world: "sample" }),
    progress: SILENT_PROGRESS,
  };
  const { config, overrides } = loadConfig({ coins: COINS, detailsPerBuild: COINS });
  const environment = { apiKeys: {}, commit: null, run: null };
  try {
    await run(
      {
        config,
        overrides,
        environment,
        sources: sources.filter(({ id }) => SOURCES.includes(id)),
        endpoints,
        sample: true,
        shard: WHOLE,
        ignoreCache: true,
      },
      effects,
    );
  } finally {
    await http.close();
    await world.close();
  }
  return new Map(output.files);
}

import { gunzipSync } from "node:zlib";
import type { ArchiveEntry } from "../../build/api/archive-entry.ts";
import { updateDatasets } from "../../build/history/datasets/update-datasets.ts";
import { updateSeries } from "../../build/history/update-series.ts";
import type { GlobalStatistics, MarketCoin } from "../../build/market/market.ts";
import type { StateStore } from "../../build/platform/platform.ts";
import { createMemoryStateStore } from "../../build/platform/state/memory-state-store.ts";
import type { Archive, ArchiveRetention } from "../../build/render/archives/archive.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "../../build/render/archives/archive-memory.ts";
import { archives as registered } from "../../build/render/archives/render-archives.ts";
import { computeSha256 } from "../../build/render/hash.ts";
import { gatherArchives } from "./gather-archives.ts";
import { buildCoin, buildWorld } from "./small-world.ts";

const DOWNLOADS = "api/data/download/";

/** Builds one after another on one state, as far as archives are concerned. */
export interface ArchiveRun {
  state: StateStore;
  /** The files of the last build by path; a test may take some away. */
  site: Map<string, Uint8Array>;
  warnings: string[];
  /** What was looked for among the files that were published before. */
  looked: string[];
  /** One build at that time, with these prices in USD by id of the coin. */
  build(timeMs: number, prices: Record<string, number>): Promise<void>;
  /** Changes a document of the state, as a backfill does. */
  edit<T>(name: string, change: (value: T) => T): Promise<void>;
  entry(name: string): ArchiveEntry | undefined;
  csv(name: string): string;
  names(): string[];
}

export function startRun(archives: readonly Archive[] = registered, retention: ArchiveRetention = {}): ArchiveRun {
  const state = createMemoryStateStore({ now: () => 0, world: "sample" });
  let entries: ArchiveEntry[] = [];
  const run: ArchiveRun = {
    state,
    site: new Map(),
    warnings: [],
    looked: [],
    async build(timeMs, prices) {
      const coins = Object.entries(prices).map(makeCoin);
      const world = buildWorld({ asOfMs: timeMs, coins, articles: [], global: makeGlobal(timeMs, coins) });
      await updateSeries(state, world.market, (message) => run.warnings.push(message));
      await updateDatasets(state, world.market);
      const before = run.site;
      run.looked = [];
      const rendered = await gatherArchives(
        world,
        {
          series: state,
          retention,
          catalogue: await state.read<ArchiveCatalogue>(CATALOGUE_NAME),
          async findPublished(path, sha256) {
            run.looked.push(path.replace(DOWNLOADS, ""));
            const body = before.get(path);
            return body !== undefined && computeSha256(body) === sha256 ? body : undefined;
          },
        },
        archives,
      );
      state.write(CATALOGUE_NAME, rendered.catalogue);
      run.warnings.push(...rendered.warnings);
      run.site = new Map(rendered.artifacts.map(({ path, body }) => [path, Buffer.from(body)]));
      entries = rendered.entries;
      await state.commit();
    },
    async edit<T>(name: string, change: (value: T) => T) {
      const value = await state.read<T>(name);
      if (value === undefined) throw new Error(`The state holds no ${name}`);
      state.write(name, change(structuredClone(value)), { closed: true, reopen: "a test" });
      await state.commit();
    },
    entry: (name) => entries.find(({ filename }) => filename === `${name}.csv.gz`),
    csv(name) {
      const body = run.site.get(`${DOWNLOADS}${name}.csv.gz`);
      if (body === undefined) throw new Error(`There is no archive ${name}: ${run.names().join(", ")}`);
      return gunzipSync(body).toString();
    },
    names: () => entries.map(({ filename }) => filename.replace(".csv.gz", "")),
  };
  return run;
}

function makeCoin([id, price]: [string, number], at: number): MarketCoin {
  return buildCoin({ id, key: id, symbol: id.slice(0, 3).toUpperCase(), rank: at + 1, price, marketCap: price * 10 });
}

function makeGlobal(updatedAtMs: number, coins: readonly MarketCoin[]): GlobalStatistics {
  return {
    source: null,
    activeCoins: coins.length,
    markets: 9,
    totalMarketCap: coins.reduce((sum, { marketCap }) => sum + (marketCap ?? 0), 0),
    totalVolume: 5e9,
    marketCapPercentage: { btc: 51.5 },
    marketCapChangePercentage24h: null,
    volumeChangePercentage24h: null,
    updatedAtMs,
  };
}

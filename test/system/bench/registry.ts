import type { BenchResult } from "./result.ts";

export interface Bench {
  about: string;
  load(): Promise<{ bench(): Promise<BenchResult> }>;
  /** The environment in which it takes seconds; absent where a test of its own runs it. */
  small?: Readonly<Record<string, string>>;
}

const FEW = { BENCH_COINS: "12", BENCH_ROUNDS: "1" };

export const benches: Readonly<Record<string, Bench>> = {
  archives: {
    about: "one million CSV rows with gzip, compared with gzip alone",
    load: () => import("./archives.ts"),
    small: { BENCH_ROWS: "20000", BENCH_ROUNDS: "1" },
  },
  fetch: {
    about: "fetching all sources at live pacing: first and later builds, and without CoinGecko",
    load: () => import("./fetch.ts"),
    small: { ...FEW, BENCH_PACE: "0.05" },
  },
  job: {
    about: "the scheduled job step by step, from installing to the artifact, at live pacing",
    load: () => import("./job.ts"),
  },
  peers: {
    about: "the same files written by Eleventy, Astro, Hugo, SvelteKit and Next",
    load: () => import("./peers.ts"),
  },
  price: { about: "prices of 10,000 coins from 60,000 tickers", load: () => import("./price.ts"), small: FEW },
  publish: {
    about: "an upload to a bucket half an hour after another: requests and bytes",
    load: () => import("./publish.ts"),
    small: { BENCH_COINS: "12" },
  },
  rebuild: {
    about: "a rebuild without new data, compared with the first build",
    load: () => import("./rebuild.ts"),
    small: FEW,
  },
  render: {
    about: "rendering and writing all files, compared with only writing",
    load: () => import("./render.ts"),
    small: FEW,
  },
  serve: {
    about: "the Node server compared with nginx",
    load: () => import("./serve.ts"),
    small: { BENCH_SECONDS: "2" },
  },
  site: { about: "rendering the pages of 1,000 coins", load: () => import("./site.ts"), small: FEW },
  sizes: {
    about: "whole builds of 1,000 to 10,000 coins, and again half an hour later: time, CPU, memory",
    load: () => import("./sizes.ts"),
    small: { BENCH_COINS: "12,24" },
  },
  sources: { about: "parsing the responses of all sources", load: () => import("./sources.ts"), small: FEW },
  start: { about: "time from npm start to the first response", load: () => import("./start.ts"), small: FEW },
  state: {
    about: "loading ten years of history, compared with gunzip and JSON.parse",
    load: () => import("./state.ts"),
    small: FEW,
  },
  uploads: {
    about: "files that change from build to build, on each host, and in a month",
    load: () => import("./uploads.ts"),
    small: { BENCH_COINS: "12", BENCH_BUILDS: "2", BENCH_HOSTS: "cloudflare,none" },
  },
  verify: {
    about: "verifying every file of a published tree",
    load: () => import("./verify.ts"),
    small: FEW,
  },
};

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
    about: "a million rows as CSV and gzip, against gzip of the finished text",
    load: () => import("./archives.ts"),
    small: { BENCH_ROWS: "20000", BENCH_ROUNDS: "1" },
  },
  fetch: {
    about: "everything a live job reads, at its real pace, against its critical path",
    load: () => import("./fetch.ts"),
    small: { ...FEW, BENCH_PACE: "0.05" },
  },
  peers: {
    about: "the same files by Eleventy, Astro, Hugo, SvelteKit and Next",
    load: () => import("./peers.ts"),
  },
  price: { about: "10,000 coins out of 60,000 books", load: () => import("./price.ts"), small: FEW },
  rebuild: {
    about: "a second build with nothing new, against the first",
    load: () => import("./rebuild.ts"),
    small: FEW,
  },
  render: {
    about: "from a market in memory to all files, against plain writing",
    load: () => import("./render.ts"),
    small: FEW,
  },
  serve: { about: "the Node server against nginx", load: () => import("./serve.ts"), small: { BENCH_SECONDS: "2" } },
  site: { about: "the pages of 1,000 coins", load: () => import("./site.ts"), small: FEW },
  sources: { about: "reading every source's answers", load: () => import("./sources.ts"), small: FEW },
  start: { about: "npm start from cold to the first answer", load: () => import("./start.ts"), small: FEW },
  state: {
    about: "loading ten years of history, against gunzip and JSON.parse",
    load: () => import("./state.ts"),
    small: FEW,
  },
};

import { performance } from "node:perf_hooks";
import { endpoints } from "../../build/endpoints/registry.ts";
import { hosts } from "../../build/hosts/registry.ts";
import { computePageData } from "../../build/site/page-data/compute-page-data.ts";
import { renderPages } from "../../build/site/render-pages.ts";
import { makeCoin, makeWorld } from "../endpoints/sample-market.ts";

const COINS = 1_000;
const ROUNDS = 3;

/** What the pages of a full site cost, the data and the templates apart. The budget is 2 s for 1,000 coins on two cores. */
export async function bench(): Promise<void> {
  const coins = Array.from({ length: COINS }, (_, at) =>
    makeCoin(`coin-${at}`, `C${at}`, { key: `c${at}`, rank: at + 1, price: 1000 / (at + 1) }),
  );
  const world = makeWorld({ coins });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const startedMs = performance.now();
    const data = computePageData({ endpoints, world, hosts, options: { repository: "https://git.example/data" } });
    const computedMs = performance.now();
    const pages = await renderPages(data);
    const renderedMs = performance.now();
    const bytes = pages.reduce((sum, { body }) => sum + body.length, 0);
    process.stdout.write(
      `${pages.length} files, ${(bytes / 1e6).toFixed(1)} MB: data ${Math.round(computedMs - startedMs)} ms, templates ${Math.round(renderedMs - computedMs)} ms\n`,
    );
  }
}

import { computePageData } from "../../../build/app/site/page-data/page-data.ts";
import { renderCoinPages } from "../../../build/app/site/render-coin-pages.ts";
import { renderPages } from "../../../build/app/site/render-site.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { makeWorld } from "../../fixtures/market.ts";
import { makeCoins } from "./bench-world.ts";
import type { BenchResult } from "./result.ts";
import { median } from "./run-apart.ts";

const COINS = Number(process.env["BENCH_COINS"] ?? 1_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const LIMIT_S = 2;

export async function bench(): Promise<BenchResult> {
  const world = makeWorld({ coins: makeCoins(COINS) });
  const rounds: { dataMs: number; pagesMs: number; files: number; bytes: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now();
    const input = { endpoints, world, hosts, options: { repository: "https://git.example/data" } };
    const data = computePageData(input);
    const computedMs = performance.now();
    const rendered = await renderPages(data);
    const pages = [...rendered.files, ...renderCoinPages(input, data, rendered.pages)];
    const bytes = pages.reduce((sum, { body }) => sum + body.length, 0);
    rounds.push({
      dataMs: computedMs - startedMs,
      pagesMs: performance.now() - computedMs,
      files: pages.length,
      bytes,
    });
  }
  const seconds = median(rounds.map(({ pagesMs }) => pagesMs)) / 1e3;
  return {
    tables: [
      {
        title: `Pages of ${COINS} coins`,
        columns: ["round", "data, ms", "pages, ms", "files", "MB"],
        rows: rounds.map(({ dataMs, pagesMs, files, bytes }, at) => [
          at + 1,
          Math.round(dataMs),
          Math.round(pagesMs),
          files,
          (bytes / 1e6).toFixed(1),
        ]),
      },
    ],
    goals: [{ what: `Eleventy's share, ${COINS} coins`, value: seconds, unit: "s", atMost: LIMIT_S }],
  };
}

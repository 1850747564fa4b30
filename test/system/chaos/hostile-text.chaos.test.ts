import { describe, expect, it } from "vitest";
import { bundleProgramFiles, bundleWorker } from "../../../build/crypto/serve/programs.ts";
import { newsPublishers } from "../../../build/crypto/sources/news/news-publishers.ts";
import type { Host } from "../../../build/kit/hosts/host.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { verifyMemory } from "../../fixtures/memory-tree.ts";
import { scale } from "../../seed.ts";
import { type ChaosBuild, openChaosRun } from "./chaos-run.ts";
import type { Fault } from "./fault.ts";
import { createHostilePen, HOSTILE_TEXTS, injectTexts } from "./hostile-text.ts";
import { findLive } from "./inert.ts";
import { hashSeed, recordTries, SEED } from "./random.ts";

const TEXT_SOURCES = ["coingecko", "coinpaprika", "coinlore", "defillama", ...newsPublishers.map(({ id }) => id)];
const BUILDS = hosts.length * scale(1);

describe("hostile upstream text", () => {
  it("is inert or absent in every file of every host", async () => {
    const worker = await bundleWorker();
    const programFiles = () => bundleProgramFiles();
    let host: Host | undefined;
    const run = openChaosRun({
      coins: 14,
      seed: SEED,
      whole: true,
      program: () => ({
        worker,
        programFiles,
        hosts: host === undefined ? [] : [host],
        site: { repository: "https://git.example/open/data", baseUrl: "https://site.example/data/" },
      }),
    });
    const problems: string[] = [];
    let texts = 0;
    let published = "";
    for (let build = 0; build < BUILDS; build += 1) {
      host = hosts[build % hosts.length]!;
      const pen = createHostilePen(hashSeed(SEED, "text", build));
      const counting = () => {
        texts += 1;
        return pen();
      };
      const fault: Fault = injectTexts(counting);
      const faults = new Map(TEXT_SOURCES.map((source) => [source, fault]));
      const { tree, error }: ChaosBuild = await run.build(build * 60, faults);
      if (tree === undefined) {
        problems.push(`${host.id}: nothing was published: ${error?.stack}`);
        continue;
      }
      const { problems: found } = await verifyMemory(tree);
      problems.push(...[...findLive(tree), ...found].slice(0, 8).map((problem) => `${host!.id} ${build}: ${problem}`));
      published += String(tree.get("api/coins/limit/all.json")) + String(tree.get("api/news.json"));
    }
    expect(problems.slice(0, 20)).toEqual([]);
    expect(texts).toBeGreaterThan(BUILDS * HOSTILE_TEXTS.length);
    // They were published, not refused together with their neighbours.
    expect(published).toContain("=HYPERLINK(");
    expect(published).toContain("{{7*7}}");
    await recordTries({
      name: "hostile-text",
      what: "malicious text in names, symbols, headlines and links of whole sites, for every host",
      tried: texts,
    });
  });
});

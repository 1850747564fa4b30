import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { StateSummary } from "../diagnostics/check-environment.ts";
import type { LastBuild } from "../diagnostics/check-size.ts";
import { describeError } from "../lib/operational-error.ts";
import { readStateManifest } from "../platform/state/state-manifest.ts";
import { MANIFEST_PATH, ManifestData } from "../render/manifest.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** The Node that `package.json` asks for. */
export function readEngines(): string {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));
  return engines.node;
}

/** The schedule of the workflow that publishes; `undefined` where there is none, as in a container. */
export function readSchedule(): string[] | undefined {
  const text = readText(join(PROJECT, ".github/workflows/publish.yml"));
  if (text === undefined) return undefined;
  const workflow = z
    .object({ on: z.object({ schedule: z.array(z.object({ cron: z.string() })).default([]) }) })
    .safeParse(parse(text));
  return workflow.data?.on.schedule.map(({ cron }) => cron);
}

/** The site that lies in a folder; `undefined` where there is none that can be read. */
export function readLastBuild(folder: string): LastBuild | undefined {
  const manifest = readText(join(folder, MANIFEST_PATH));
  const status = readText(join(folder, "api/status.json"));
  if (manifest === undefined || status === undefined) return undefined;
  try {
    const { files } = z.object({ data: ManifestData }).parse(JSON.parse(manifest)).data;
    const Status = z.object({ data: z.object({ coverage: z.object({ coins: z.int() }) }) });
    return { coins: Status.parse(JSON.parse(status)).data.coverage.coins, files };
  } catch {
    return undefined;
  }
}

export function summariseState(folder: string): StateSummary {
  try {
    const manifest = readStateManifest(folder);
    if (manifest === undefined) return { found: "nothing" };
    const documents = [...manifest.documents.values()];
    return {
      found: "state",
      world: manifest.world,
      documents: documents.length,
      bytes: documents.reduce((sum, { bytes }) => sum + bytes, 0),
      updatedAtMs: Math.max(0, ...documents.map(({ updatedAtMs }) => updatedAtMs)),
    };
  } catch (error) {
    return { found: "damaged", reason: describeError(error) };
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

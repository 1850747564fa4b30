import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../../build/bin/open-crypto-data.cjs", import.meta.url));

export interface DemoBuild {
  /** Gets the folders `site` and `state`; with several hosts, each has a folder in `site`. */
  folder: string;
  now: number;
  coins: number;
  hosts: readonly string[];
  /** Requests for missing history. */
  backfill: number;
}

/** Builds the demo market in a process of its own. */
export async function buildDemo({ folder, now, coins, hosts, backfill }: DemoBuild): Promise<void> {
  const flags = {
    "--at": new Date(now).toISOString(),
    "--backfill": String(backfill),
    "--coins": String(coins),
    "--details-per-build": "0",
    "--out": join(folder, "site"),
    "--state": join(folder, "state"),
  };
  const args = [
    "build",
    "--sample",
    ...Object.entries(flags).flat(),
    ...hosts.flatMap((host) => ["--site-host", host]),
  ];
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the build ended with ${code}: ${errors.slice(-2_000)}`);
}

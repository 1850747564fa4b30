import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../hosts/child-server.ts";
import { listPlaces } from "./machine.ts";
import type { BenchResult } from "./result.ts";
import { median } from "./run-apart.ts";

const MAIN = fileURLToPath(new URL("../../../build/bin/open-crypto-data.cjs", import.meta.url));
const COINS = Number(process.env["BENCH_COINS"] ?? 250);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const LIMIT_MS = 5_000;
const PATIENCE_MS = 120_000;
const POLL_MS = 20;

/** `npm start` in a new process until the first coin is answered. */
export async function bench(): Promise<BenchResult> {
  const rows: { fileSystem: string; ms: number }[] = [];
  const places = listPlaces();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { fileSystem, folder } of places) rows.push({ fileSystem, ms: await startOnce(folder) });
  }
  return {
    tables: [
      {
        title: `npm start, ${COINS} coins, from a cold start to the first answer`,
        columns: ["files on", "ms"],
        rows: rows.map(({ fileSystem, ms }) => [fileSystem, Math.round(ms)]),
      },
    ],
    notes: [
      "A quarter is loading the program and Eleventy. Another third is the simulated upstreams, which the same process plays, and reading them; the rest computes and writes archives, answers and pages.",
    ],
    goals: places.map(({ fileSystem }) => ({
      what: `first answer, files on ${fileSystem}`,
      value: median(rows.filter((row) => row.fileSystem === fileSystem).map(({ ms }) => ms)) / 1e3,
      unit: "s",
      atMost: LIMIT_MS / 1e3,
    })),
  };
}

async function startOnce(folder: string): Promise<number> {
  const port = await findFreePort();
  const startedMs = performance.now();
  const args = [MAIN, "start", "--coins", String(COINS), "--port", String(port)];
  const child = spawn(process.execPath, args, { stdio: "ignore", env: { ...process.env, TMPDIR: folder } });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    while (!(await answers(`http://127.0.0.1:${port}/api/coins/btc`))) {
      if (child.exitCode !== null || performance.now() - startedMs > PATIENCE_MS)
        throw new Error("npm start gave no answer");
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return performance.now() - startedMs;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

import { statfsSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import type { Machine } from "./result.ts";

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${process.platform} ${process.arch}`,
    node: process.version.slice(1),
    files: describeFileSystem(tmpdir()),
    parsedMbPerSecond: Math.round(measureParsing()),
  };
}

/**
 * MB of JSON that one core parses in a second, the best of five: the same processor may be several
 * times slower when other machines share it, so that figures of two days compare only by this one.
 */
function measureParsing(): number {
  const rows = Array.from({ length: 100_000 }, (_, at) => ({
    symbol: `C${at}`,
    price: at * 1.1,
    changed: at % 7 === 0,
  }));
  const text = JSON.stringify(rows);
  const seconds = Array.from({ length: 5 }, () => {
    const startedMs = performance.now();
    JSON.parse(text);
    return (performance.now() - startedMs) / 1e3;
  });
  return text.length / 1e6 / Math.min(...seconds);
}

/** By the number that `statfs` tells on Linux. */
const NAMES = new Map([
  [0xef53, "ext4"],
  [0x01021994, "memory"],
  [0x58465342, "xfs"],
  [0x9123683e, "btrfs"],
  [0x794c7630, "overlayfs"],
]);

const IN_MEMORY = "/dev/shm";

export interface Place {
  folder: string;
  fileSystem: string;
}

/** What writing costs depends on it more than on anything that is measured. */
export function describeFileSystem(folder: string): string {
  try {
    const { type } = statfsSync(folder);
    return NAMES.get(type) ?? `file system ${type.toString(16)}`;
  } catch {
    return "unknown file system";
  }
}

/** Where temporary files go and, where that is a disk and there is one, a file system in memory. */
export function listPlaces(): Place[] {
  const usual = { folder: tmpdir(), fileSystem: describeFileSystem(tmpdir()) };
  const memory = { folder: IN_MEMORY, fileSystem: describeFileSystem(IN_MEMORY) };
  return memory.fileSystem === "memory" && usual.fileSystem !== "memory" ? [usual, memory] : [usual];
}

import { cpus, tmpdir, totalmem } from "node:os";
import { describeFileSystem } from "./file-system.ts";
import type { Machine } from "./result.ts";

/** The machine and the versions that the figures of a run belong to. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${process.platform} ${process.arch}`,
    node: process.version.slice(1),
    files: describeFileSystem(tmpdir()),
  };
}

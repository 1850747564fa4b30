import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { OperationalError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { Output, PublishedTree } from "../platform.ts";
import { makeFolder } from "./open-folder.ts";
import { MARK, nameStaging, recoverTree, swapTree } from "./output-swap.ts";
import { createPathLedger } from "./path-collisions.ts";
import { openTreeWriter } from "./tree-writer.ts";

/** Files between two chances for timers and sockets. */
const FILES_PER_BREATH = 500;

/**
 * The published tree on disk. Recovers at once what a killed run left there. Throws an `OperationalError` when the
 * folder holds something that this program did not make.
 */
export function createOutput(folder: string): Output {
  const target = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  acceptName(target);
  // The new tree grows beside the old one, so that place must take it.
  const staging = nameStaging(target);
  rmSync(makeFolder("output", folder, staging) ?? staging, { recursive: true, force: true });
  recoverTree(target);
  acceptTarget(target);

  return {
    readOld(path) {
      const file = join(target, path);
      try {
        return lstatSync(file).isFile() ? readFileSync(file) : undefined;
      } catch {
        return undefined;
      }
    },
    async publish(artifacts) {
      acceptTarget(target);
      rmSync(staging, { recursive: true, force: true });
      try {
        mkdirSync(staging, { recursive: true });
        const counts = await stage(artifacts, staging, target);
        await swapTree(staging, target);
        return { folder: target, ...counts };
      } finally {
        rmSync(staging, { recursive: true, force: true });
      }
    },
  };
}

type Artifacts = Iterable<Artifact> | AsyncIterable<Artifact>;

async function stage(artifacts: Artifacts, staging: string, old: string): Promise<Omit<PublishedTree, "folder">> {
  const ledger = createPathLedger();
  const writer = openTreeWriter(staging, old);
  let files = 0;
  let bytes = 0;
  try {
    for await (const { path, body, caseVariant = false } of artifacts) {
      ledger.add(path, caseVariant);
      const content = typeof body === "string" ? Buffer.from(body) : body;
      await writer.write(path, content, caseVariant);
      bytes += content.length;
      if (++files % FILES_PER_BREATH === 0) await setImmediate();
    }
    await writer.finish();
  } finally {
    await writer.close();
  }
  return { files, bytes };
}

function acceptName(target: string): void {
  if (basename(target) === "") throw new OperationalError(`The output folder cannot be ${target}: choose another one.`);
}

function acceptTarget(target: string): void {
  const stat = lstatSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) throw new OperationalError(`The output folder ${target} is a file: choose another one.`);
  const names = readdirSync(target);
  if (names.includes(".git"))
    throw new OperationalError(
      `The output folder ${target} holds a .git, which a new tree would lose: choose another one.`,
    );
  if (names.length > 0 && !existsSync(join(target, MARK))) {
    const reason = `is not empty and holds no ${MARK}, so it was not made by this program`;
    throw new OperationalError(`The output folder ${target} ${reason}: choose another one, or empty it.`);
  }
}

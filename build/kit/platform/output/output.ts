import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { OperationalError } from "../../../lib/operational-error.ts";
import { lockFile } from "../lock-file.ts";
import type { NextTree, Output } from "../platform.ts";
import { carryFile } from "./live-file.ts";
import { probeFolder } from "./open-folder.ts";
import { MARK, nameLock, nameStaging, recoverTree, swapTree } from "./output-swap.ts";
import { createPathSet } from "./path-collisions.ts";
import { openTreeWriter } from "./tree-writer.ts";

/** After so many files, timers and sockets get their turn. */
const FILES_PER_TURN = 500;

/**
 * The published tree on disk. Repairs at once what a killed run left there. Throws an
 * `OperationalError` when the folder holds something that this program did not make.
 */
export function createOutput(folder: string): Output {
  const target = existsSync(folder) ? realpathSync(folder) : resolve(folder);
  acceptName(target);
  // The new tree is written beside the old one, so the folder above must be writable.
  const staging = nameStaging(target);
  probeFolder("output", folder, staging);
  recover(target, staging);
  acceptTarget(target);
  return {
    begin() {
      mkdirSync(dirname(target), { recursive: true });
      const unlock = lockTarget(target);
      try {
        acceptTarget(target);
        rmSync(staging, { recursive: true, force: true });
        mkdirSync(staging);
        return openTree(target, staging, unlock);
      } catch (error) {
        unlock();
        throw error;
      }
    },
  };
}

/**
 * Not while another build writes the tree: in another container it may have the same process id, so
 * the same staging folder, and its two renames look like an interrupted swap.
 */
function recover(target: string, staging: string): void {
  if (!existsSync(dirname(target))) return;
  const unlock = lockTarget(target);
  try {
    rmSync(staging, { recursive: true, force: true });
    recoverTree(target);
  } finally {
    unlock();
  }
}

/** Two builds with states of their own may have the same output folder. */
function lockTarget(target: string): () => void {
  return lockFile(nameLock(target), `The output folder ${target}`);
}

/** `unlock`: called once the tree is committed or abandoned. */
function openTree(target: string, staging: string, unlock: () => void): NextTree {
  const paths = createPathSet();
  const writer = openTreeWriter(staging, target);
  let files = 0;
  let bytes = 0;
  const abandon = async (): Promise<void> => {
    try {
      await writer.close();
      rmSync(staging, { recursive: true, force: true });
    } finally {
      unlock();
    }
  };
  return {
    readOld: (path) => readFile(join(target, path)),
    async write({ path, body, caseVariant = false }) {
      paths.add(path, caseVariant);
      const content = typeof body === "string" ? Buffer.from(body) : body;
      await writer.write(path, content, caseVariant);
      bytes += content.length;
      files += 1;
      if (files % FILES_PER_TURN === 0) await setImmediate();
    },
    async commit(shared = []) {
      try {
        await writer.finish();
        await writer.close();
        for (const file of shared) carryFile(file, target, staging);
        await swapTree(staging, target);
        return { folder: target, files, bytes };
      } finally {
        await abandon();
      }
    },
    abandon,
  };
}

function readFile(file: string): Uint8Array | undefined {
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
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
    const sites = names.filter((name) => existsSync(join(target, name, MARK)));
    if (sites.length > 0)
      throw new OperationalError(
        `The output folder ${target} holds other sites in folders of their own (${sites.join(", ")}), but the site of ` +
          "one host needs the folder itself: choose another --out.",
      );
    const reason = `is not empty and holds no ${MARK}, so it was not made by this program`;
    throw new OperationalError(`The output folder ${target} ${reason}: choose another one, or empty it.`);
  }
}

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Progress, SILENT_PROGRESS, type WriteOptions } from "../../../build/kit/platform/platform.ts";
import type { DocumentKinds } from "../../../build/kit/platform/state/document-kind.ts";
import { nameDocumentFile } from "../../../build/kit/platform/state/state-document.ts";
import { parseStateManifest, renderStateManifest } from "../../../build/kit/platform/state/state-manifest.ts";
import { openState } from "../../../build/kit/platform/state/state-open.ts";
import type { StateStoreOptions } from "../../../build/kit/platform/state/state-store.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "./open-store.ts";

/** 2026-11-20, noon. */
export const NOON = Date.UTC(2026, 10, 20, 12);

export function copyFolder(folder: string): string {
  const copy = makeTempFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

type Written = Readonly<Record<string, unknown>>;

/** Commits documents to a state folder in one go. */
export async function fillState(
  folder: string,
  documents: Written,
  { now = () => NOON, world = "live", ...options }: Partial<StateStoreOptions> & WriteOptions = {},
): Promise<string> {
  const store = createStateStore(folder, { now, world });
  try {
    for (const [name, value] of Object.entries(documents)) store.write(name, value, options);
    await store.commit();
  } finally {
    store.close();
  }
  return folder;
}

/** All documents of a folder by name, read through the store. */
export async function readState(folder: string, world: "live" | "sample" = "live"): Promise<Record<string, unknown>> {
  const store = createStateStore(folder, { now: () => NOON, world });
  try {
    const entries = store.list().map(async ({ name }) => [name, await store.read(name)] as const);
    return Object.fromEntries(await Promise.all(entries));
  } finally {
    store.close();
  }
}

/** Every file below a folder with its content, for "nothing was touched". */
export function snapshot(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path)).toString("base64")]));
}

/** The path of the only file of a document. */
export function fileOf(folder: string, name: string): string {
  const file = Object.keys(snapshot(folder)).find((path) => path.startsWith(`${name}.`) && path.endsWith(".json.gz"));
  if (file === undefined) throw new Error(`There is no file of ${name} in ${folder}`);
  return join(folder, file);
}

/**
 * Gives a document another content with a list and a checksum that fit, as a defect of a builder
 * would; bytes are taken as they are. `bytes` is the size that the list states.
 */
export function forgeDocument(folder: string, name: string, content: unknown, bytes?: number): void {
  const body = Buffer.isBuffer(content) ? content : gzipSync(JSON.stringify(content));
  const path = join(folder, "manifest.json");
  const { world, documents } = parseStateManifest(readFileSync(path, "utf8"), folder);
  const info = documents.get(name);
  if (info === undefined) throw new Error(`There is no document ${name} in ${folder}`);
  const forged = { ...info, bytes: bytes ?? body.length, sha256: computeSha256(body) };
  rmSync(join(folder, nameDocumentFile(info)));
  writeFileSync(join(folder, nameDocumentFile(forged)), body);
  writeFileSync(path, renderStateManifest({ world, documents: new Map([...documents, [name, forged]]) }));
}

export function flipBit(path: string, position = 0.5): void {
  const bytes = readFileSync(path);
  const at = Math.min(bytes.length - 1, Math.floor(bytes.length * position));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

export interface RecordedProgress extends Progress {
  warnings: string[];
}

export function recordProgress(): RecordedProgress {
  const warnings: string[] = [];
  return { ...SILENT_PROGRESS, warnings, warn: (message) => warnings.push(message) };
}

export const noSite = (url: string): Promise<never> => Promise.reject(new Error(`${url} was asked for`));

/** Opens a state as a build does, and closes it again. */
export async function openAndClose(
  folder: string,
  from: readonly string[] = [],
  world: "live" | "sample" = "live",
  kinds?: DocumentKinds,
): Promise<string[]> {
  const progress = recordProgress();
  const store = await openState(folder, { now: () => NOON, world, from, fetch: noSite, progress, kinds });
  store.close();
  return progress.warnings;
}

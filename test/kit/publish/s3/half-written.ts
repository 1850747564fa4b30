import { computeSha256 } from "../../../../build/lib/hash.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import type { MemoryObject } from "../../../system/hosts/memory-store.ts";
import { type Build, PATHS, ROOTS } from "./changing-site.ts";

type Objects = ReadonlyMap<string, MemoryObject>;

interface Document {
  build: number;
  names?: readonly string[];
}

export interface HalfWrittenSearch {
  /** An upload of this build begins. */
  begin(build: Build): void;
  /** A sentence for each promise that the objects of a bucket break now. */
  find(objects: Objects): string[];
}

/**
 * Looks for states that no reader may see, in a bucket between any two requests. It begins with the
 * first complete upload. Files of two builds next to each other are not among them: the
 * documentation says that there are such moments.
 */
export function createHalfWrittenSearch(now: () => number): HalfWrittenSearch {
  /** The builds with a text at a path. */
  const known = new Map<string, number[]>();
  /** Documents that a reader may hold, with the time when they were last in the bucket. */
  const held = new Map<string, { path: string; names: readonly string[]; seenMs: number }>();
  const keyOf = (path: string, text: string) => `${path} ${text}`;
  const findBuilds = (path: string, text: string) => known.get(keyOf(path, text)) ?? [];
  const readText = (object: MemoryObject) => new TextDecoder().decode(object.body);

  return {
    begin({ number, files, manifest, attestation = "" }) {
      const all = [...files, [PATHS.manifest, manifest], [PATHS.attestation, attestation]] as const;
      for (const [path, text] of all) known.set(keyOf(path, text), [...findBuilds(path, text), number]);
    },
    find(objects) {
      const manifestObject = objects.get(PATHS.manifest);
      if (manifestObject === undefined) return [];
      const manifestText = readText(manifestObject);
      const { build, data } = JSON.parse(manifestText) as { build: number; data: { files: { path: string }[] } };
      const problems: string[] = [];

      for (const [path, object] of objects) {
        if (path.startsWith(".headers-")) continue;
        if (findBuilds(path, readText(object)).length === 0) problems.push(`${path} is not a file of any build`);
      }
      for (const { path } of data.files) {
        const object = objects.get(path);
        const newest = object === undefined ? -1 : Math.max(...findBuilds(path, readText(object)));
        if (newest < build) problems.push(`${path} is older than the manifest that names it`);
      }
      const reachable = listReachable(objects, readText);
      for (const [path, text] of reachable) {
        if (Math.max(...findBuilds(path, text)) < build)
          problems.push(`${path} can be reached and is older than the manifest`);
      }
      const attestation = objects.get(PATHS.attestation);
      if (attestation !== undefined && JSON.parse(readText(attestation)).about !== computeSha256(manifestText))
        problems.push("the attestation is about another manifest");

      for (const [path, text] of reachable) {
        const { names = [] } = JSON.parse(text) as Document;
        held.set(keyOf(path, text), { path, names, seenMs: now() });
      }
      for (const [key, { path, names, seenMs }] of held) {
        const missing = names.find((name) => !objects.has(name));
        if (now() - seenMs > DAY_MS) held.delete(key);
        else if (missing !== undefined) problems.push(`${path} names ${missing}, which is missing`);
      }
      return problems;
    },
  };
}

/** The documents that a reader finds from the roots, without archives. */
function listReachable(objects: Objects, readText: (object: MemoryObject) => string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string) => {
    const object = objects.get(path);
    if (object === undefined || found.has(path) || path.endsWith(".gz")) return;
    const text = readText(object);
    found.set(path, text);
    for (const name of (JSON.parse(text) as Document).names ?? []) visit(name);
  };
  for (const root of ROOTS) visit(root);
  return found;
}

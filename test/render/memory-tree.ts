import type { Endpoint, World } from "../../build/api/endpoint.ts";
import type { Artifact } from "../../build/render/artifact.ts";
import { type Verification, verifyTree } from "../../build/verify/verify.ts";
import { renderTree } from "./render-tree.ts";

/** A published tree in memory: bytes by path. */
export type MemoryTree = Map<string, Uint8Array>;

const aliases = new WeakMap<MemoryTree, ReadonlyMap<string, readonly string[]>>();

/** A tree as the host's adapter gets it: with the other names of answers. */
export function listArtifacts(tree: MemoryTree): Artifact[] {
  return [...tree].map(([path, body]) => {
    const names = aliases.get(tree)?.get(path);
    return { path, body, ...(names && { aliases: names }) };
  });
}

export async function writeTree(endpoints: readonly Endpoint[], world: World): Promise<MemoryTree> {
  const tree: MemoryTree = new Map();
  const artifacts = renderTree({ endpoints, world, homepage: "https://site.example/" });
  const names = new Map<string, readonly string[]>();
  for await (const { path, body, aliases: own } of artifacts) {
    tree.set(path, Buffer.from(body));
    if (own !== undefined) names.set(path, own);
  }
  aliases.set(tree, names);
  return tree;
}

export function readText(tree: MemoryTree, path: string): string {
  const body = tree.get(path);
  if (body === undefined) throw new Error(`${path} was not written`);
  return new TextDecoder().decode(body);
}

export function verifyMemory(tree: MemoryTree): Promise<Verification> {
  return verifyTree(async (path) => tree.get(path), { listFiles: async () => [...tree.keys()] });
}

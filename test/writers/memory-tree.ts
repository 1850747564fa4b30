import type { Endpoint, World } from "../../build/endpoints/endpoint.ts";
import { renderTree } from "../../build/writers/render-tree.ts";
import { type Verification, verifyTree } from "../../build/writers/verify.ts";

/** A published tree in memory: bytes by path. */
export type MemoryTree = Map<string, Uint8Array>;

export async function writeTree(endpoints: readonly Endpoint[], world: World): Promise<MemoryTree> {
  const tree: MemoryTree = new Map();
  const artifacts = renderTree({ endpoints, world, homepage: "https://site.example/" });
  for await (const { path, body } of artifacts) tree.set(path, Buffer.from(body));
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

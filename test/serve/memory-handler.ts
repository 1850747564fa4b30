import { createHandler } from "../../build/serve/handler/handler.ts";
import type { MemoryTree } from "../render/memory-tree.ts";

/** The handler over a tree in memory, asked by path. */
export function createMemoryHandler(tree: MemoryTree, base = "") {
  const handle = createHandler(async (path) => {
    const body = tree.get(path);
    return body && { body };
  }, base);
  return (path: string, init?: RequestInit) => handle(new Request(`https://api.example${path}`, init));
}

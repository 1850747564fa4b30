import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export type ClientModule = typeof import("../../build/serve/client.ts");

/** Imports the published `client.js`, as a program on Node that keeps a copy of it does; `from` is where it says that it lies. */
export async function loadClient(text: string, from?: string): Promise<ClientModule> {
  const folder = await mkdtemp(join(tmpdir(), "client-"));
  try {
    const file = join(folder, "client.mjs");
    await writeFile(file, from === undefined ? text : text.replaceAll("import.meta.url", JSON.stringify(from)));
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

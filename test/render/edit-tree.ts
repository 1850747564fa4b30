import { computeSha256 } from "../../build/lib/hash.ts";
import { type MemoryTree, readText } from "./memory-tree.ts";

/** Changes a JSON file, and the manifest with it: the change itself is then all that is wrong. */
// biome-ignore lint/suspicious/noExplicitAny: the tests reach into documents of many forms
export function change(tree: MemoryTree, path: string, edit: (document: any) => void): void {
  const document = JSON.parse(readText(tree, path));
  edit(document);
  replace(tree, path, Buffer.from(`${JSON.stringify(document)}\n`));
}

export function replace(tree: MemoryTree, path: string, body: Uint8Array, endpoint: string | null = null): void {
  tree.set(path, body);
  const manifest = JSON.parse(readText(tree, "api/manifest.json"));
  const entry = { path, bytes: body.length, sha256: computeSha256(body), endpoint };
  const known = manifest.data.files.find((file: { path: string }) => file.path === path);
  if (known === undefined) manifest.data.files.push(entry);
  else Object.assign(known, { ...entry, endpoint: known.endpoint });
  manifest.data.count = manifest.data.files.length;
  tree.set("api/manifest.json", Buffer.from(JSON.stringify(manifest)));
}

import { computeEtag, type ReadFile, readText, type TreeFile } from "../node/tree-file.ts";

/** A file with its name below `/api`. */
export interface NamedFile {
  name: string;
  file: TreeFile;
}

/** What the handler reads: files below `/api`, by name. */
export interface Tree {
  /** `undefined` where there is no such file, and where no file can be called so. */
  find(name: string | undefined): Promise<NamedFile | undefined>;
  /** The content of a JSON file; a large one is parsed once per version. Not to be changed by the caller. */
  parse<T>(name: string): Promise<T | undefined>;
}

export function createTree(readFile: ReadFile): Tree {
  const parsed = new Map<string, { etag: string; value: unknown }>();
  const find: Tree["find"] = async (name) => {
    const file = name && (await readFile(`api/${name}`));
    return file ? { name, file } : undefined;
  };
  const parse = async <T>(name: string): Promise<T | undefined> => {
    const found = await find(name);
    if (!found) return undefined;
    const etag = computeEtag(found.file);
    let known = parsed.get(name);
    if (known?.etag !== etag) {
      known = { etag, value: JSON.parse(readText(found.file)) };
      parsed.set(name, known);
    }
    return known.value as T;
  };
  return { find, parse };
}

import { sources } from "../../build/sources/registry.ts";
import type { Source } from "../../build/sources/source.ts";

export function getSource(id: string): Source {
  const source = sources.find((candidate) => candidate.id === id);
  if (source === undefined) throw new Error(`There is no source ${id}`);
  return source;
}

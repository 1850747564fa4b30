import * as kit from "../../kit/api/place-file.ts";

/** Folders beside `api`: paths of other interfaces. No dependencies: it also runs in workers. */
export const ROOTS: readonly string[] = ["compat"];

export function placeFile(name: string): string {
  return kit.placeFile(name, ROOTS);
}

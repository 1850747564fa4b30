/**
 * Where a file named by `findFileOf` is published, relative to the root of the site. `roots`: the
 * folders beside `api` that hold files of the interface as well.
 */
export function placeFile(name: string, roots: readonly string[]): string {
  return roots.some((root) => name.startsWith(`${root}/`)) ? name : `api/${name}`;
}

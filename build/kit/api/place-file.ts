/**
 * Where a file named by `findFileOf` is published, relative to the root of the site. `roots`: the
 * folders beside `api` that hold files of the interface as well.
 */
export function placeFile(name: string, roots: readonly string[]): string {
  return isOutside(name, roots) ? name : `api/${name}`;
}

/** Whether the file is below the root of the site, not below `/api`. */
export function isOutside(name: string, roots: readonly string[]): boolean {
  return roots.some((root) => name.startsWith(`${root}/`));
}

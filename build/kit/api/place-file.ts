/** Where a file named by `findFileOf` is published, relative to the root of the site. */
export function placeFile(name: string): string {
  return name.startsWith("compat/") ? name : `api/${name}`;
}

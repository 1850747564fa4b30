import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listSinglePages } from "../../fixtures/templates.ts";

/** A page that represents all pages of its template. */
export interface PageKind {
  /** Also the name of its screenshots. */
  name: string;
  file: string;
  path: string;
  status: 200 | 404;
}

/** A path without a page, to see the 404 page. */
const NOWHERE = "no/such/page";

/**
 * Every kind of page in a published tree: each page with its own template; of a template that makes
 * many pages, the largest and the smallest.
 */
export async function listPageKinds(folder: string): Promise<PageKind[]> {
  const files = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll("\\", "/"));
  const pages = files.filter((file) => file.endsWith(".html")).sort();
  const single = new Set(await listSinglePages());
  const families = new Map<string, string[]>();
  const kinds: PageKind[] = [];
  for (const page of pages) {
    if (page === "404.html") kinds.push({ name: "404", file: page, path: NOWHERE, status: 404 });
    else if (single.has(page)) kinds.push({ name: nameOf(page), file: page, path: pathOf(page), status: 200 });
    else families.set(dirname(dirname(page)), [...(families.get(dirname(dirname(page))) ?? []), page]);
  }
  for (const [family, members] of families) {
    const sized = await Promise.all(
      members.map(async (page) => ({ page, bytes: (await stat(join(folder, page))).size })),
    );
    sized.sort((a, b) => b.bytes - a.bytes || (a.page < b.page ? -1 : 1));
    const ends = new Map([
      ["most", sized[0]!],
      ["least", sized.at(-1)!],
    ] as const);
    for (const [end, { page }] of ends) {
      kinds.push({ name: `${family.replaceAll("/", "-")}-${end}`, file: page, path: pathOf(page), status: 200 });
    }
  }
  return kinds;
}

/** The kinds whose markup contains a text; none without a tree. */
export async function findKinds(folder: string, kinds: readonly PageKind[], text: string): Promise<PageKind[]> {
  if (folder === "") return [];
  const markup = await Promise.all(kinds.map(({ file }) => readFile(join(folder, file), "utf8")));
  return kinds.filter((_, at) => markup[at]!.includes(text));
}

function pathOf(page: string): string {
  const path = page.replace(/(^|\/)index\.html$/, "$1");
  return path.split("/").map(encodeURIComponent).join("/");
}

function nameOf(page: string): string {
  return page === "index.html" ? "home" : dirname(page).replaceAll("/", "-");
}

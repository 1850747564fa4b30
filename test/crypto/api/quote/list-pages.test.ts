import { beforeAll, describe, expect, it } from "vitest";
import type { Pagination } from "../../../../build/kit/api/query.ts";
import type { MemoryTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeSite } from "../../../fixtures/site.ts";

/* The pages of a list in a currency: few of them have files. */

interface List {
  data: { id: string }[];
  meta: { pagination: Pagination };
}

let tree: MemoryTree;
let get: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  tree = (await makeSite()).tree;
  get = createMemoryHandler(tree);
});

const read = async (path: string): Promise<List> => {
  const response = await get(`/api/${path}`);
  expect(response.status, path).toBe(200);
  return (await response.json()) as List;
};

describe.each(["coins", "coins?limit=10", "coins?limit=7", "coins?search=co", "coins?search=co&limit=20"])(
  "the pages of %s in euros",
  (path) => {
    it("lead to every coin and back, by links that are answered", async () => {
      const inUsd = await read(path);
      const all = await read(path.includes("search") ? "coins?search=co&limit=1000" : "coins/limit/all");
      expect(inUsd.meta.pagination.next).not.toBeNull();
      const ids: string[] = [];
      let link: string | null = `in/eur/${path}`;
      let last = link;
      while (link !== null) {
        last = link;
        const { data, meta }: List = await read(link);
        ids.push(...data.map(({ id }) => id));
        link = meta.pagination.next;
        // Further pages have no files.
        if (link !== null) expect(link).toMatch(/^in\/eur\/coins\?/);
      }
      expect(ids).toEqual(all.data.map(({ id }) => id));
      const first = await read(`in/eur/${path}`);
      let found = await read(last);
      while (found.meta.pagination.previous !== null) {
        const { previous } = found.meta.pagination;
        if (!previous.includes("?")) expect(tree.has(`api/${previous}`), previous).toBe(true);
        found = await read(previous);
      }
      expect(found).toEqual(first);
    });
  },
);

import { afterEach, expect, it, vi } from "vitest";
import { makeSite, serveTree } from "../../../fixtures/site.ts";

/** The most that a site can cover, each as long as that of a real coin. */
const ROWS = 10_000;
const ROW_BYTES = 1_000;

afterEach(() => {
  vi.restoreAllMocks();
});

it("parses the list of as many rows as a site can have once, not for each computed response", async () => {
  const { tree } = await makeSite();
  const path = "api/coins/limit/all.json";
  const { data, meta } = JSON.parse(new TextDecoder().decode(tree.get(path)));
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const row = data[at % data.length];
    const image = "x".repeat(Math.max(0, ROW_BYTES - JSON.stringify(row).length));
    const own = { id: `row-${at}`, symbol: `ROW${at}`, path: `coins/row${at}.json` };
    return { ...row, image, ...(at >= data.length && own) };
  });
  const pagination = { ...meta.pagination, limit: ROWS, total: ROWS, count: ROWS };
  const text = JSON.stringify({ data: rows, meta: { ...meta, pagination } });
  const { url } = await serveTree(new Map(tree).set(path, Buffer.from(text)), { freshMs: 0 });
  const parse = vi.spyOn(JSON, "parse");
  for (const offset of [1, 2, 3]) {
    for (const asked of [
      `/api/coins?limit=7&offset=${offset}`,
      `/compat/coingecko/usd/api/v3/simple/price?ids=bitcoin&x=${offset}`,
    ]) {
      const response = await fetch(url + asked);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
  }
  expect(parse.mock.calls.filter(([one]) => one.length > text.length / 2)).toHaveLength(1);
});

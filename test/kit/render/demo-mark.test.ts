import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { renderCoinsCsv } from "../../../build/crypto/render/documents/csv-tables.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { renderOpenApi } from "../../../build/kit/render/documents/openapi.ts";
import { gatherArchives } from "../../fixtures/archive-run.ts";
import { buildWorld } from "../../fixtures/small-world.ts";

const SAMPLE = { ...buildWorld(), sample: true };
const WORDS = /^Sample data: made up/;

/** The header, and every row as a whole: one of them has a line break in a name. */
const splitLines = (csv: string) => {
  const [header = "", ...rows] = csv.trimEnd().split(/\r\n(?=[\w-]+,)/);
  return { header, rows };
};

describe("a build of the demo market", () => {
  it("marks every row of every table", async () => {
    const { artifacts } = await gatherArchives(SAMPLE);
    const tables = artifacts
      .filter(({ path }) => path.endsWith(".csv.gz"))
      .map(({ body }) => gunzipSync(body as Uint8Array).toString());
    tables.push(String((await renderCoinsCsv(SAMPLE)).body));
    expect(tables).toHaveLength(3);
    for (const { header, rows } of tables.map(splitLines)) {
      expect(header).toMatch(/,sample$/);
      expect(rows).toHaveLength(3);
      for (const row of rows) expect(row).toMatch(/,true$/);
    }
  });

  it("is marked in the list of archives, the data package and the OpenAPI description", async () => {
    const { artifacts, entries } = await gatherArchives(SAMPLE);
    for (const { description, columns } of entries) {
      expect(description).toMatch(WORDS);
      expect(columns.at(-1)).toMatchObject({ name: "sample", type: "boolean" });
    }
    const { description, resources } = JSON.parse(String(artifacts.at(-1)?.body));
    expect(description).toMatch(WORDS);
    for (const resource of resources) expect(resource.description).toMatch(WORDS);
    const { info } = JSON.parse(String(renderOpenApi(buildApi(endpoints), SAMPLE, new Map()).body));
    expect(info).toMatchObject({
      title: expect.stringContaining("sample data"),
      description: expect.stringMatching(WORDS),
    });
  });
});

it("a live build has no such mark", async () => {
  const live = buildWorld();
  const { artifacts, entries } = await gatherArchives(live);
  expect(entries.flatMap(({ columns }) => columns.filter(({ name }) => name === "sample"))).toEqual([]);
  const documents = [artifacts.at(-1), renderOpenApi(buildApi(endpoints), live, new Map()), await renderCoinsCsv(live)];
  for (const document of documents) expect(String(document?.body)).not.toContain("Sample data");
});

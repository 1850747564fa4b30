import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { archives } from "../../../build/crypto/render/archives/archives.ts";
import { renderCoinsCsv } from "../../../build/crypto/render/documents/csv-tables.ts";
import { gatherArchives } from "../../fixtures/archive-run.ts";
import { makeMarket, makeTerms } from "../../fixtures/market.ts";
import { buildWorld } from "../../fixtures/small-world.ts";

async function renderAll(world = buildWorld()) {
  const { artifacts, entries } = await gatherArchives(world);
  const bodies = new Map(artifacts.map(({ path, body }) => [path, Buffer.from(body)]));
  const csv = (name: string) => gunzipSync(bodies.get(`api/data/download/${name}.csv.gz`)!).toString();
  return { artifacts, entries, bodies, csv };
}

describe("renderArchives", () => {
  it("writes a file, its checksum and an entry for every dataset that has rows", async () => {
    const { artifacts, entries } = await renderAll();
    const names = ["coins-latest", "fear-greed"];
    expect(entries.map((entry) => entry.filename)).toEqual(names.map((name) => `${name}.csv.gz`));
    expect(artifacts.map((artifact) => artifact.path)).toEqual([
      ...names.flatMap((name) => [`api/data/download/${name}.csv.gz`, `api/data/download/${name}.csv.gz.sha256`]),
      "api/data/datapackage.json",
    ]);
  });

  it("writes gzip without name, time or operating system", async () => {
    const { bodies } = await renderAll();
    const header = bodies.get("api/data/download/coins-latest.csv.gz")!.subarray(0, 10);
    expect([...header]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  });

  it("escapes a coin that is named like a formula, in one line", async () => {
    const { csv } = await renderAll();
    expect(csv("coins-latest")).toContain(`\r\nevil,EVIL,"'=HYPERLINK(""https://x.example"";""a,b"")",2,87654.321,`);
    expect(csv("coins-latest")).toContain(",0.0000000015,");
    expect((await renderAll()).entries[0]?.columns[2]?.description).toContain("An apostrophe precedes");
  });

  it("writes the Fear & Greed series in ascending time whatever the order of the market", async () => {
    const world = buildWorld();
    const reversed = buildWorld({ fearGreed: world.market.fearGreed.toReversed() });
    const { csv, entries } = await renderAll(reversed);
    expect(csv("fear-greed").split("\r\n")[1]).toBe("2025-12-30,40.0,Fear");
    expect(entries.find((entry) => entry.dataset === "fear-greed")?.gaps).toHaveLength(1);
  });

  it("releases as CC0 only what is computed from open sources, and names the sources' own terms otherwise", async () => {
    const { entries } = await renderAll();
    const licenses = Object.fromEntries(entries.map((entry) => [entry.dataset, entry.license]));
    expect(licenses).toEqual({
      "coins-latest": "CC0-1.0",
      "fear-greed": "alternative terms",
    });
    expect(entries[0]?.sources).toEqual(["gecko", "kraken"]);
  });

  it("does not call CC0 what a source with restricted redistribution gave", async () => {
    const world = buildWorld();
    const sources = world.run.sources.map((source) =>
      source.id === "gecko"
        ? { ...source, terms: makeTerms("restricted", { url: "https://gecko.example/terms" }) }
        : source,
    );
    const { bodies, entries } = await renderAll({ ...world, run: { ...world.run, sources } });
    expect(entries[0]?.sources).toContain("gecko");
    expect(entries[0]?.license).toBe(
      "CC0-1.0 for what the project computes, as far as it holds rights in it, and the terms of each source for its values; gecko terms",
    );
    const document = JSON.parse(bodies.get("api/data/datapackage.json")!.toString());
    expect(document).not.toHaveProperty("licenses");
    expect(document.resources[0].licenses).toContainEqual({
      path: "https://gecko.example/terms",
      title: "gecko terms",
    });
  });

  it("describes every archive in a data package that keeps to the specification", async () => {
    const { bodies, entries } = await renderAll();
    const document = JSON.parse(bodies.get("api/data/datapackage.json")!.toString());
    expect(document.name).toMatch(/^[a-z0-9._-]+$/);
    expect(document.profile).toBe("tabular-data-package");
    const names = document.resources.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(entries.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9._-]+$/);
    expect(document.resources).toMatchObject(
      entries.map(({ filename, sha256, columns }) => ({
        path: `download/${filename}`,
        hash: `sha256:${sha256}`,
        schema: { fields: columns.map(({ name }) => ({ name })) },
      })),
    );
    expect(document.resources[1].licenses).toEqual([
      { path: "https://alternative.example/terms", title: "alternative terms" },
    ]);
    for (const { path, bytes, encoding, profile, schema, sources, licenses = [] } of document.resources) {
      expect(bytes).toBe(bodies.get(`api/data/${path}`)?.length);
      expect([profile, encoding, schema.missingValues]).toEqual(["tabular-data-resource", "utf-8", [""]]);
      for (const { title } of sources) expect(title).toBeTruthy();
      for (const licence of licenses) expect(licence.name ?? licence.path).toBeTruthy();
      for (const { name, type } of schema.fields) {
        expect(name).toMatch(/^[a-z0-9_]+$/);
        expect(["string", "number", "integer", "boolean", "date", "datetime"]).toContain(type);
      }
    }
  });

  it("has datasets and columns of distinct names", () => {
    expect(new Set(archives.map((archive) => archive.dataset)).size).toBe(archives.length);
    for (const { columns } of archives) expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  });
});

describe("archives of everything", () => {
  it("fits exchanges and DeFi into their columns", async () => {
    const { exchanges, defi } = makeMarket();
    const { csv } = await renderAll(buildWorld({ exchanges, defi }));
    const rowOf = (name: string) => csv(name).split("\r\n")[1];
    expect(rowOf("exchanges-latest")).toBe(
      "kraken,kraken,1,,,2011,3,2,100.0,0.001,100.0,ok,kraken,,,,,2026-11-20T09:17:30Z",
    );
    expect(rowOf("defi-protocols-latest")).toBe(
      "1,id-aave,aave,aave,TOK,Lending,Ethereum;Base,300.0,0.0,1.0,,150.0,,https://example.org/",
    );
    expect(rowOf("defi-chains-latest")).toBe("1,Ethereum,750.0,75.0,ETH,ethereum,1");
    expect(rowOf("defi-tvl-daily")).toBe("2026-10-12,39.0");
  });
});

describe("renderCoinsCsv", () => {
  it("is the latest archive without its compression", async () => {
    const { csv } = await renderAll();
    const { path, body } = await renderCoinsCsv(buildWorld());
    expect(path).toBe("api/coins.csv");
    expect(Buffer.from(body).toString()).toBe(csv("coins-latest"));
  });
});

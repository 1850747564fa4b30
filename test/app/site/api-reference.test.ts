import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { computeApiPage, renderExample } from "../../../build/app/site/page-data/api-page.ts";
import { listSchemaFields } from "../../../build/app/site/page-data/schema-field.ts";
import { documented as endpoints } from "../../../build/crypto/api/registry.ts";
import { createClient } from "../../../build/crypto/serve/client.ts";
import * as schema from "../../../build/kit/api/schema.ts";
import { makeWorld, NOTHING } from "../../fixtures/market.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { renderPage } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";
import { makeSite } from "../../fixtures/site.ts";

let api: ReturnType<typeof computeApiPage>;
let tree: MemoryTree;
beforeAll(async () => {
  const site = await makeSite();
  tree = site.tree;
  api = computeApiPage({ endpoints, world: site.world });
});

describe("the fields of a response", () => {
  it("have path, type, unit, nullability and description", () => {
    const thing = z
      .strictObject({
        id: schema.text("Unique id"),
        price: schema.maybeNumber("Price of one coin in USD"),
        at: schema.maybeTime("When it was observed"),
        kind: z.enum(["a", "b"]).describe("Which of two"),
        series: schema.points("Change in percent, as [unix milliseconds, value]", true),
        rates: z.record(z.string(), z.number()).describe("Rates by code"),
      })
      .describe("A thing");
    const fields = listSchemaFields(z.array(thing).describe("Things"), "data");
    expect(fields.map(({ path, type, unit, nullable }) => [path, type, unit, nullable])).toEqual([
      ["data", "array of object", null, false],
      ["data[].id", "string", null, false],
      ["data[].price", "number", "USD", true],
      ["data[].at", "string", "ISO 8601 UTC", true],
      ["data[].kind", '"a" or "b"', null, false],
      ["data[].series", "array of [integer, number or null]", "[unix ms, %]", false],
      ["data[].rates", "map of number", null, false],
    ]);
    expect(fields[2]).toMatchObject({ description: "Price of one coin in USD", optional: false, sameAs: null });
  });

  it("refer to the first list with the same members", () => {
    const fields = api.endpoints.find(({ id }) => id === "trending")!.fields;
    const again = fields.find(({ path }) => path === "data.most_traded")!;
    expect(again.sameAs).toBe("data.top_gainers");
    expect(fields.filter(({ path }) => path.startsWith("data.most_traded"))).toEqual([again]);
    expect(fields.some(({ path }) => path === "data.top_gainers[].current_price")).toBe(true);
  });

  it("belong to the request that the page shows, with its code and its stored response", () => {
    const { query, file, example, parameters } = api.endpoints.find(({ id }) => id === "coin-history")!;
    const period = parameters.find(({ name }) => name === "period")!.value;
    expect(query).toContain(`period=${period}`);
    expect(file).toContain(`/history/${period}.json`);
    expect(JSON.parse(example!).meta.self).toContain(`/history/${period}.json`);
  });

  it("all have a description and a known type", () => {
    const fields = [...api.endpoints.flatMap((endpoint) => endpoint.fields), ...api.meta];
    expect(fields.length).toBeGreaterThan(250);
    expect(fields.filter(({ description, type }) => description === "" || /\bany\b/.test(type))).toEqual([]);
    expect(api.meta.map(({ path }) => path)).toContain("meta.expires_at");
  });
});

describe("an example", () => {
  it("has the first entries of long lists, and is valid JSON", () => {
    const rates = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`R${at}`, at]));
    const example = renderExample({
      list: [{ a: 1 }, { a: 2 }, { a: 3 }],
      numbers: [1, 2, null, 4],
      series: [[1, 2]],
      rates,
    });
    expect(example).toBe(
      '{\n  "list": [\n    {\n      "a": 1\n    }\n  ],\n  "numbers": [1, 2, null],\n  "series": [[1,2]],\n  "rates": {\n    "R0": 0,\n    "R1": 1,\n    "R2": 2,\n    "R3": 3\n  }\n}',
    );
  });

  it("comes from an existing file, and its request succeeds", async () => {
    const { request } = createClient("https://host.example/repo/", {
      fetch: async (url) => {
        const body = tree.get(decodeURIComponent(new URL(url).pathname.slice("/repo/".length)));
        return body === undefined ? new Response(null, { status: 404 }) : new Response(Buffer.from(body));
      },
    });
    for (const { id, file, query, example, download } of api.endpoints) {
      expect([id, (await request(query)).status]).toEqual([id, 200]);
      if (endpoints.find((endpoint) => endpoint.id === id)?.derived?.example) continue;
      expect([id, file !== null && tree.has(decodeURIComponent(file))]).toEqual([id, true]);
      expect([id, example !== null]).toEqual([id, !download]);
      if (example !== null) JSON.parse(example);
    }
  });
});

describe("the pages of the reference", () => {
  it("show every parameter in the table and in the Try it panel, and code in three languages", async () => {
    const page = await renderPage((await makeSite()).world, "docs/api/coins/index.html");
    const elements = readHtml(page);
    const fields = elements.flatMap(({ attributes }) => attributes.get("data-try-parameter") ?? []);
    expect(fields).toEqual(["search", "limit", "offset"]);
    expect(page).toContain("Allowed: 1 to 1000<");
    const copied = elements.flatMap(({ attributes }) => attributes.get("data-copy") ?? []);
    expect(copied).toEqual(["use-curl", "use-javascript", "use-python", "use-client"]);
    expect(page).toContain('<code data-try-output>{\n  <span class="hljs-attr">');
    const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? []);
    for (const id of copied) expect(ids).toContain(id);
  });

  it("are listed with a mark where builds write no file", async () => {
    const { world } = await makeSite();
    const page = await renderPage(world, "docs/api/index.html");
    const marked = page
      .split("<li>")
      .flatMap((entry) => (entry.includes("No file.") ? (/docs\/api\/([^/]+)\/"/.exec(entry)?.slice(1) ?? []) : []));
    const without = endpoints.filter(
      ({ docs, derived }) => docs.tag !== "currencies" && derived?.example !== undefined,
    );
    expect(marked).toEqual(expect.arrayContaining(without.map(({ id }) => id)));
    expect(marked).not.toContain("coins");
  });

  it("work without data", async () => {
    const page = await renderPage(makeWorld(NOTHING), "docs/api/fear-greed/index.html");
    expect(page).toContain("No source has answered yet.");
    expect(page).not.toContain("copy its code");
    expect(page).not.toMatch(/NaN|>undefined</);
  });
});

it("the code of a page is that of its source, with or without colours", async () => {
  const { highlight } = await import("../../../templates/components/highlight.js");
  const { html } = await import("../../../public/js/html.js");
  const plain = (markup: unknown) =>
    String(markup)
      .replace(/<[^>]+>/g, "")
      .replaceAll("&#39;", "'");
  const parts = ["curl -o 'a&b' ", html`<span data-address>https://x.example</span>`, "/api | jq"];
  for (const language of ["bash", "no-such-language"])
    expect(plain(html`${highlight(parts, language)}`)).toBe(plain(html`${parts}`));
});

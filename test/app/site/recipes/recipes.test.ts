import { describe, expect, it } from "vitest";
import { computeRecipePages, recipes } from "../../../../build/app/site/page-data/recipes.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { TREES } from "../../../../build/crypto/api/trees.ts";
import { buildApi } from "../../../../build/crypto/render/market-api.ts";
import { renderOptional } from "../../../../build/kit/render/tree/render-tree.ts";
import { SITE } from "../../../../templates/components/snippets.js";
import { makeWorld } from "../../../fixtures/market.ts";
import { renderPage, USUAL_WORLD } from "../../../fixtures/pages.ts";
import { makeSiteWorld } from "../../../fixtures/site.ts";
import { fillIn, listUrls, parseSnippet } from "./parse-snippet.ts";

const BASE = "https://site.example";
const snippets = recipes.flatMap(({ id, snippets }) => snippets.map((snippet) => ({ recipe: id, ...snippet })));

/** Programs that cannot be told an address without a query. */
const ASKING = ["wealthfolio"];

describe("the recipes", () => {
  it("have unique ids", () => {
    const ids = recipes.map(({ id }) => id);
    expect(ids.length).toBe(19);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { snippets } of recipes) expect(new Set(snippets.map(({ id }) => id)).size).toBe(snippets.length);
  });

  it("name a file in every URL, without a query, or the site for client.js", () => {
    for (const { recipe, text, reads } of snippets) {
      if (ASKING.includes(recipe) || reads.some(({ how }) => how === "client")) continue;
      for (const url of listUrls(fillIn(text, BASE), BASE))
        if (!text.includes(`createClient("${SITE}")`) || url !== BASE)
          expect(url).toMatch(/^[^?]+\.(json|csv|ledger|beancount|parquet|js)$/);
    }
  });

  it("read this site only, and read something", () => {
    for (const { snippets } of recipes) expect(snippets.some(({ text }) => text.includes(SITE))).toBe(true);
    for (const { text } of snippets) expect(text).not.toMatch(/https?:/);
  });

  it("parse in their language", () => {
    const parsed = snippets.filter(({ language }) => ["settings", "yaml", "json"].includes(language));
    expect(parsed.length).toBeGreaterThan(6);
    for (const snippet of parsed) expect(parseSnippet(snippet, fillIn(snippet.text, BASE))).toBeTypeOf("object");
  });

  it("declare the optional files that they read", async () => {
    const world = makeSiteWorld();
    const treeOf = new Map<string, string>();
    const api = buildApi(endpoints);
    for (const tree of TREES)
      for await (const { path } of renderOptional({ api, world, homepage: BASE }, tree)) treeOf.set(path, tree);
    for (const { recipe, tree, text, reads } of snippets) {
      const [client] = reads.filter((read) => read.how === "client");
      const urls = listUrls(fillIn(text, BASE), BASE).map((url) =>
        client ? url.replace(/\/$/, "") + client.path : url,
      );
      for (const url of urls) {
        const path = new URL(url).pathname.slice(1);
        const found = path.endsWith(".parquet") ? "parquet" : (treeOf.get(path) ?? treeOf.get(`${path}.json`));
        expect([recipe, path, found]).toEqual([recipe, path, tree]);
      }
    }
  });
});

describe("a site without an optional tree", () => {
  const leftOut = [{ tree: "prices" as const, covered: 0, reason: "none" }];
  const world = { ...makeWorld(), leftOut };

  it("marks the snippets that read it, and no others", () => {
    const missing = computeRecipePages(world).flatMap((one) =>
      one.snippets.flatMap(({ id, missing }) => (missing ? [`${one.id}/${id}`] : [])),
    );
    expect(missing).toEqual([
      "hledger/fetch",
      "hledger/include",
      "hledger/check",
      "beancount/fetch",
      "beancount/include",
      "beancount/check",
      "pandas/closes",
      "r/closes",
    ]);
  });

  it("says so instead of showing the lines", async () => {
    const page = await renderPage(world, "docs/use/pandas/index.html");
    expect(page).toContain("built without the files");
    expect(page).toContain('id="recipe-coins"');
    expect(page).not.toContain('id="recipe-closes"');
  });

  it("keeps lines whose files cover fewer coins", () => {
    const fewer = { ...world, leftOut: [{ ...leftOut[0]!, covered: 50 }] };
    expect(computeRecipePages(fewer).flatMap((one) => one.snippets.filter(({ missing }) => missing))).toEqual([]);
  });
});

describe("the index of the recipes", () => {
  it("links to every recipe", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/use/index.html");
    for (const { id, name } of recipes) expect(page).toContain(`<a href="../../docs/use/${id}/">${name}</a>`);
  });
});

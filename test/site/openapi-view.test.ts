import { describe, expect, it } from "vitest";
import { endpoints } from "../../build/api/registry.ts";
import { readOpenApiView } from "../../build/site/read-openapi-view.ts";
import { makeWorld } from "../api/sample-market.ts";
import { readHtml } from "./read-html.ts";
import { renderPage } from "./render-page.ts";

describe("the files of the interactive view", () => {
  it("are the program, its style and the licences of all that is in it, without maps of their sources", async () => {
    const files = new Map((await readOpenApiView()).map(({ path, body }) => [path, String(body)]));
    expect([...files.keys()]).toEqual([
      "vendor/swagger-ui.js",
      "vendor/swagger-ui.css",
      "vendor/swagger-ui-licence.txt",
    ]);
    expect(files.get("vendor/swagger-ui.js")).toContain("SwaggerUIBundle");
    expect(files.get("vendor/swagger-ui.css")).toContain("html.dark-mode .swagger-ui");
    for (const body of files.values()) expect(body).not.toContain("sourceMappingURL");
    expect(files.get("vendor/swagger-ui-licence.txt")).toMatch(/Apache License[\s\S]*MIT/);
  });

  it("come from an installer that tells nobody, which is what the package of its makers wants to", async () => {
    const { scarfSettings } = (await import("../../package.json", { with: { type: "json" } })).default;
    expect(scarfSettings).toEqual({ enabled: false });
  });
});

describe("the page of the OpenAPI document", () => {
  it("lists every operation with its parameters without a script", async () => {
    const page = await renderPage(makeWorld(), "docs/openapi/index.html");
    const body = page.slice(page.indexOf('id="operations"'));
    for (const { id, path, parameters } of endpoints) {
      const row = body.slice(body.indexOf(`docs/api/${id}/"><code>/api${path}</code>`)).split("</tr>")[0]!;
      for (const name of Object.keys(parameters)) expect(row).toContain(`<code>${name}</code>`);
    }
  }, 60_000);

  it("loads nothing of the view before somebody asks for it", async () => {
    const elements = readHtml(await renderPage(makeWorld(), "docs/openapi/index.html"));
    const loaded = elements.flatMap(({ name, attributes }) =>
      ["script", "link", "img"].includes(name) ? [attributes.get("src") ?? attributes.get("href") ?? ""] : [],
    );
    expect(loaded.filter((path) => path.includes("swagger"))).toEqual([]);
    const box = elements.find(({ attributes }) => attributes.has("data-openapi-view"))!;
    expect([box.attributes.get("data-script"), box.attributes.has("hidden")]).toEqual([
      "../../vendor/swagger-ui.js",
      true,
    ]);
  }, 60_000);
});

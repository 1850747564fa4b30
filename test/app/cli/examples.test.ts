import { describe, expect, it } from "vitest";
import { renderExamples } from "../../../build/app/cli/serve.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { findRoute } from "../../../build/kit/serve/handler/answer-route.ts";
import { createMemoryHandler, makeSite } from "../../fixtures/site.ts";

const URL_OF_SERVER = "http://127.0.0.1:8080";

/** As the docs and the index name it: one endpoint for all currencies. */
function nameShown(id: string | undefined): string | undefined {
  return endpoints.find((endpoint) => endpoint.id === id)?.derived?.shown?.id ?? id;
}

describe("the examples that a server prints", () => {
  it("all work, and cover every endpoint with a file", async () => {
    const { tree } = await makeSite();
    const get = createMemoryHandler(tree);
    const index = JSON.parse(new TextDecoder().decode(tree.get("api/index.json")));
    const paths = [...renderExamples(URL_OF_SERVER, false, index).matchAll(/http:\/\/127\.0\.0\.1:8080(\/\S+)/g)].map(
      ([, path]) => path!,
    );
    const segmentsOf = (path: string) => path.replace(/^\/(api\/?)?|\?.*/g, "").split("/");
    const shown = paths.map((path) =>
      nameShown(findRoute(renderRoutes(buildApi(endpoints)), segmentsOf(path))?.route.endpoint),
    );
    expect(shown).toEqual(
      expect.arrayContaining(
        index.data.endpoints.flatMap(({ id, example }: { id: string; example: string | null }) =>
          example === null ? [] : id,
        ),
      ),
    );
    for (const path of paths) expect(`${(await get(path)).status} ${path}`).toBe(`200 ${path}`);
  });

  it("have those in CoinGecko's form below a heading", () => {
    const [own, compat] = renderExamples(URL_OF_SERVER, true).split("\n  In CoinGecko's form:\n");
    expect(own).toContain(`${URL_OF_SERVER}/api/coins`);
    expect(own).not.toContain("/compat/");
    expect(compat).toContain(`${URL_OF_SERVER}/compat/coingecko/usd/api/v3/coins/markets`);
    expect(compat).not.toContain(`${URL_OF_SERVER}/api/`);
  });

  it("mention demo data only for demo data", () => {
    expect(renderExamples(URL_OF_SERVER, true)).toContain("invented");
    expect(renderExamples(URL_OF_SERVER, false)).not.toContain("invented");
  });
});

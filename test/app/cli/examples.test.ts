import { describe, expect, it } from "vitest";
import { renderExamples } from "../../../build/app/cli/serve.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { renderRoutes } from "../../../build/crypto/render/documents/routes.ts";
import { findRoute } from "../../../build/kit/serve/handler/answer-route.ts";
import { createMemoryHandler, makeSite } from "../../fixtures/site.ts";

const URL_OF_SERVER = "http://127.0.0.1:8080";

describe("the examples that a server prints", () => {
  it("all work, and cover every endpoint", async () => {
    const { tree } = await makeSite();
    const get = createMemoryHandler(tree);
    const paths = [...renderExamples(URL_OF_SERVER, false).matchAll(/http:\/\/127\.0\.0\.1:8080(\/\S+)/g)].map(
      ([, path]) => path!,
    );
    const segmentsOf = (path: string) => path.replace(/^\/(api\/?)?|\?.*/g, "").split("/");
    const shown = paths.map((path) => findRoute(renderRoutes(endpoints), segmentsOf(path))?.route.endpoint);
    expect(shown).toEqual(
      expect.arrayContaining(
        endpoints.flatMap(({ id, derived }) => (derived && (derived.base || derived.currency !== "usd") ? [] : id)),
      ),
    );
    for (const path of paths) expect(`${(await get(path)).status} ${path}`).toBe(`200 ${path}`);
  });

  it("mention demo data only for demo data", () => {
    expect(renderExamples(URL_OF_SERVER, true)).toContain("invented");
    expect(renderExamples(URL_OF_SERVER, false)).not.toContain("invented");
  });
});

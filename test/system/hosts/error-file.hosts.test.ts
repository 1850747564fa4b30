import { expect, it } from "vitest";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import { caddy } from "../../../build/kit/hosts/caddy.ts";
import { nginx } from "../../../build/kit/hosts/nginx.ts";
import { makeSite } from "../../fixtures/site.ts";
import { caddyServer } from "./caddy-server.ts";
import { writeHostTree } from "./host-tree.ts";
import { nginxServer } from "./nginx-server.ts";
import { explainMissing } from "./tools.ts";

it.each([
  { server: nginxServer, host: nginx, missing: await explainMissing("nginx") },
  { server: caddyServer, host: caddy, missing: await explainMissing("caddy") },
])("$server.name sends the file of the error as an error alone", async ({ server, host, missing }) => {
  if (missing !== undefined) {
    process.stdout.write(`${missing}\n`);
    return;
  }
  const running = await server.start(await writeHostTree(host, (await makeSite()).tree));
  try {
    for (const path of ["/api/404.json", "/api/404", "/api/nope", "/api/coins/nope", "/api/coins/..%2f404.json"]) {
      const response = await running.fetch(path);
      expect([path, response.status, response.headers.get("cache-control")]).toEqual([path, 404, "no-store"]);
      expect(response.headers.get("content-type")).toMatch(/^application\/json/);
      expect(ErrorResponse.parse(await response.json()).error.code).toBe("not_found");
    }
  } finally {
    await running.close();
  }
});

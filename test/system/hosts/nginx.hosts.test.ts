import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { nginx } from "../../../build/kit/hosts/nginx.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { makeSite } from "../../fixtures/site.ts";
import { findFreePort } from "./child-server.ts";
import { writeHostTree } from "./host-tree.ts";
import { nginxServer, prepareNginx } from "./nginx-server.ts";
import { explainMissing } from "./tools.ts";

const missing = await explainMissing("nginx");

it.skipIf(missing !== undefined)("nginx accepts its configuration without a warning", async () => {
  const { tree } = await makeSite();
  const { program, args } = await prepareNginx(
    await writeHostTree(nginx, tree),
    await findFreePort(),
    makeTempFolder(),
  );
  const { stderr } = await promisify(execFile)(program, [...args, "-t"]);
  expect(stderr).toContain("syntax is ok");
  expect(stderr).not.toContain("[warn]");
});

describe.skipIf(missing !== undefined)("a query of 60 kB", () => {
  const repeat = (part: string) => part.repeat(60_000 / part.length);
  const LONG = ["+", "%20", "%09", "%20+", "b+", "+%2", "%", "B", "b"].map(repeat);

  it("is an error, never a list of other coins, and as fast as others", async () => {
    const host = await nginxServer.start(await writeHostTree(nginx, (await makeSite()).tree));
    try {
      for (const long of LONG) {
        for (const query of [`search=a${long}a`, `limit=1${long}1`, `limit=10&offset=+1${long}z`]) {
          const start = performance.now();
          const { status } = await host.fetch(`/api/coins?${query}`);
          const about = `${query.slice(0, 20)}… of ${query.length} bytes`;
          expect(status, about).toBe(404);
          expect(performance.now() - start, about).toBeLessThan(500);
        }
      }
      const read = async (search: string) => (await host.fetch(`/api/coins?search=${search}`)).text();
      expect(await read(`${"+".repeat(30_000)}btc${"%20".repeat(10_000)}`)).toBe(await read("btc"));
    } finally {
      await host.close();
    }
  });
});

it.skipIf(missing !== undefined)(
  "capitals are found in symbols, not in other words of a path, as its page says",
  async () => {
    const host = await nginxServer.start(await writeHostTree(nginx, (await makeSite()).tree));
    try {
      const read = async (path: string) => (await host.fetch(`/api/${path}`)).status;
      expect([await read("coins/btc"), await read("coins/BTC"), await read("coins/Btc")]).toEqual([200, 200, 200]);
      expect([await read("COINS/btc"), await read("coins/limit/10"), await read("coins/LIMIT/10")]).toEqual([
        404, 200, 404,
      ]);
      expect(nginx.unanswerable).toContain("HISTORY/7D is not found");
    } finally {
      await host.close();
    }
  },
);

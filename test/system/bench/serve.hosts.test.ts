import { afterAll, expect, it } from "vitest";
import { COVERED_COINS } from "../../../build/crypto/api/trees.ts";
import { nginx } from "../../../build/kit/hosts/nginx.ts";
import { makeSite } from "../../fixtures/site.ts";
import { type HostFolders, makeHostFolders } from "../conformance/host-folder.ts";
import { nginxServer } from "../hosts/nginx-server.ts";
import { explainMissing } from "../hosts/tools.ts";
import { listUrls } from "./serve.ts";

const missing = await explainMissing("nginx");
let folders: HostFolders | undefined;
afterAll(() => folders?.remove());

it.skipIf(missing !== undefined)(
  `the benchmark of servers asks nginx only for what nginx answers${missing === undefined ? "" : ` (${missing})`}`,
  async () => {
    const site = await makeSite(undefined, COVERED_COINS[0]);
    folders = await makeHostFolders(site);
    const { shared } = listUrls(site);
    expect(shared.length).toBeGreaterThan(1_500);
    const host = await nginxServer.start(await folders.write(nginx));
    try {
      const failed: string[] = [];
      for (const url of shared) {
        const { status } = await host.fetch(url);
        if (status !== 200) failed.push(`${url} (${status})`);
      }
      expect(failed).toEqual([]);
    } finally {
      await host.close();
    }
  },
  120_000,
);

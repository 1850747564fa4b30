import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { nginx } from "../../../build/hosts/nginx.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { makeSite } from "../../fixtures/site.ts";
import { findFreePort } from "./child-server.ts";
import { writeHostTree } from "./host-tree.ts";
import { prepareNginx } from "./nginx-server.ts";
import { explainMissing } from "./tools.ts";

it.skipIf((await explainMissing("nginx")) !== undefined)(
  "nginx accepts its configuration without a warning",
  async () => {
    const { tree } = await makeSite();
    const { program, args } = await prepareNginx(
      await writeHostTree(nginx, tree),
      await findFreePort(),
      makeTempFolder(),
    );
    const { stderr } = await promisify(execFile)(program, [...args, "-t"]);
    expect(stderr).toContain("syntax is ok");
    expect(stderr).not.toContain("[warn]");
  },
);

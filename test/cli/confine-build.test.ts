import { expect, it } from "vitest";
import { listPermissions } from "../../build/cli/confine-build.ts";

it("a confined build may only write to its folders and to the staging folders", () => {
  expect(listPermissions("/srv/site", ["/srv/state"])).toEqual([
    "--permission",
    "--allow-fs-read=*",
    "--allow-fs-write=/srv/site",
    "--allow-fs-write=/srv/site/*",
    "--allow-fs-write=/srv/state",
    "--allow-fs-write=/srv/state/*",
    "--allow-fs-write=/srv/.site-*",
  ]);
});

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildNoSiteError, refuseOtherSite } from "../../../../build/app/cli/kit/no-site.ts";
import { makeBuild, writeBuild } from "../../../kit/publish/s3/changing-site.ts";

it("a folder whose index is cut off or absent is no site", () => {
  const folder = writeBuild(makeBuild(0));
  const index = join(folder, "api/index.json");
  expect(() => refuseOtherSite(folder, "live")).not.toThrow();
  for (const text of ["", '{"meta":', "null"]) {
    writeFileSync(index, text);
    expect(() => refuseOtherSite(folder, "live")).toThrow(buildNoSiteError(folder));
  }
  rmSync(index);
  expect(() => refuseOtherSite(folder, "live")).toThrow(buildNoSiteError(folder));
});

it("an index that cannot be read is named, with the cause", () => {
  const folder = writeBuild(makeBuild(0));
  const index = join(folder, "api/index.json");
  rmSync(index);
  mkdirSync(index);
  const refuse = () => refuseOtherSite(folder, "live");
  expect(refuse).toThrow(`${index} cannot be read`);
  expect(refuse).toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: "EISDIR" }) }));
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { findProgram } from "../../../system/hosts/tools.ts";

const run = promisify(execFile);
const zizmor = await findProgram("zizmor");

/** `test/system/hosts/install.ts` installs it if PyPI is reachable. */
describe.skipIf(zizmor === undefined)("zizmor", () => {
  it("finds nothing in the workflows that is of medium weight or more", async () => {
    const flags = ["--offline", "--no-progress", "--min-severity=medium", "--format=plain"];
    const found = await run(zizmor!, [...flags, ".github/workflows"]).then(
      () => "",
      (error: { stdout?: string; stderr?: string; message: string }) =>
        `${error.stdout}${error.stderr}` || error.message,
    );
    expect(found).toBe("");
  });
});

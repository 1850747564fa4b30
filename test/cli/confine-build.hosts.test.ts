import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { listPermissions } from "../../build/cli/confine-build.ts";
import { makeTempFolder } from "../cleanup.ts";
import { NODE_PACKAGE, TOOLS_FOLDER } from "../system/hosts/tools.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const CONFINING = 24;
const own = Number(process.versions.node.split(".")[0]) >= CONFINING;
const node = own ? process.execPath : join(TOOLS_FOLDER, "node_modules", NODE_PACKAGE, "bin/node");

/** `test/system/hosts/install.ts` installs Node 24 if this Node is older. */
describe.skipIf(!existsSync(node))("a confined build", () => {
  const folder = makeTempFolder();
  const at = (name: string): string => join(folder, name);
  beforeAll(() => mkdirSync(at("here")));

  const build = (...flags: string[]) =>
    run(node, ["--import", "tsx", "build/main.ts", "build", "--confined", "--sample", "--coins", "12", ...flags], {
      cwd: ROOT,
    });

  it("builds and builds again, in its own folders", async () => {
    const flags = ["--out", at("here/site"), "--state", at("here/state"), "--record", at("here/recorded")];
    await build(...flags);
    await build(...flags.slice(0, 4));
    expect(readdirSync(at("here")).sort()).toEqual(["recorded", "site", "state"]);
    const verified = await run(process.execPath, ["--import", "tsx", "build/main.ts", "verify", at("here/site")], {
      cwd: ROOT,
    });
    expect(verified.stdout).toContain(" 0 failed");
  });

  /** Runs a line of code with the permissions of a build. */
  async function attempt(line: string): Promise<string> {
    const permissions = listPermissions(at("here/site"), [at("here/state")]);
    const script = `import fs from "node:fs"; import child from "node:child_process"; import { Worker } from "node:worker_threads"; try { ${line}; console.log("done"); } catch (error) { console.log(error.code); }`;
    const { stdout } = await run(node, [...permissions, "--input-type=module", "--eval", script]);
    return stdout.trim();
  }

  const write = (path: string): string => `fs.writeFileSync(${JSON.stringify(path)}, "x")`;

  it("may write to its folders and to the staging folder beside the site", async () => {
    for (const path of ["here/site/api/x.json", "here/state/x", "here/.site-1-staging/x"]) {
      mkdirSync(join(at(path), ".."), { recursive: true });
      expect(await attempt(write(at(path))), path).toBe("done");
    }
  });

  it.each([
    ["write beside its folders", write(at("here/other"))],
    ["write into a folder whose name only begins like its own", write(at("here/site-of-another/x"))],
    ["write into the program", write(join(ROOT, "build/x.ts"))],
    ["write into the folder of the person", write(join(process.env["HOME"] ?? "/", ".profile"))],
    ["climb out of its folder", write(`${at("here/site")}/../../escaped`)],
    [
      "leave through a link",
      `fs.symlinkSync(${JSON.stringify(folder)}, ${JSON.stringify(at("here/site/link"))}, "dir")`,
    ],
    ["remove what is not its own", `fs.rmSync(${JSON.stringify(at("kept"))})`],
    ["start a program", 'child.execFileSync("true")'],
    ["start a thread", 'new Worker("1", { eval: true })'],
  ])("may not %s", async (_name, line) => {
    mkdirSync(at("here/site-of-another"), { recursive: true });
    writeFileSync(at("kept"), "mine");
    expect(await attempt(line)).toBe("ERR_ACCESS_DENIED");
    expect(existsSync(at("kept"))).toBe(true);
  });
});

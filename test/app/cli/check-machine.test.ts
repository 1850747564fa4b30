import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../../cleanup.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FILE = "build/check-machine.cjs";
const START = "build/bin/open-crypto-data.cjs";
const program = readFileSync(join(ROOT, FILE), "utf8");
const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

it("is the first command of every npm script, and the first thing that the program does", () => {
  const isFirst = (command: string) =>
    [`node ${FILE} && `, `exec node ${START} `].some((start) => command.startsWith(start));
  expect(Object.entries(scripts).filter(([, command]) => !isFirst(command))).toEqual([]);
  const [first] = readFileSync(join(ROOT, START), "utf8").match(/^[^#/\n].*/m)!;
  expect(first).toBe('require("../check-machine.cjs");');
});

it("has the syntax of the oldest versions of Node", () => {
  const render = (target: string): string => transformSync(program, { target }).code;
  expect(render("es5")).toBe(render("esnext"));
});

const WRITABLE = { mkdtempSync: () => "", writeFileSync: () => undefined, rmSync: () => undefined };

/** The lines that the file prints with a version of Node. */
function check(version: string, isInstalled = true, fs: object = WRITABLE): string[] {
  const lines: string[] = [];
  const modules: Record<string, unknown> = {
    "../package.json": { engines },
    os: { tmpdir: () => "" },
    path: { join },
    fs,
  };
  const resolve = (name: string): string => {
    if (!isInstalled) throw new Error(`Cannot find module '${name}'`);
    return name;
  };
  runInNewContext(program, {
    require: Object.assign((name: string) => modules[name], { resolve }),
    process: { versions: { node: version } },
    console: { error: (line: string) => lines.push(line) },
    __dirname: "",
  });
  return lines;
}

describe("the version of Node", () => {
  const [major = 0, minor = 0] = engines.node.replace(">=", "").split(".").map(Number);

  it.each([`${major}.${minor}.0`, `${major}.${minor + 1}.2`, `${major + 1}.0.0`, "100.0.0"])(
    "%s is enough",
    (version) => expect(check(version)).toEqual([]),
  );

  it.each([`${major}.${minor - 1}.9`, `${major - 2}.99.8`, "9.11.2", "0.10.0"])(
    "%s is refused with the version that is needed",
    (version) =>
      expect(check(version)).toEqual([
        `This needs Node ${major}.${minor} or later, and this is Node ${version}. Install a newer one from https://nodejs.org, then run npm ci again.`,
      ]),
  );
});

it("a checkout without packages is told to install them", () => {
  expect(check("100.0.0", false)).toEqual(["The packages of this project are not installed. Run npm ci first."]);
});

describe("a folder for temporary files", () => {
  const folder = makeTempFolder();
  writeFileSync(join(folder, "file"), "");
  const run = (place: string) =>
    spawnSync(process.execPath, [FILE], { cwd: ROOT, env: { ...process.env, TMPDIR: place }, encoding: "utf8" });

  it.each([
    ["that is missing", "missing", "ENOENT"],
    ["below a file", "file/below", "ENOTDIR"],
  ])("%s ends the command with one sentence and what to do", (_, name, code) => {
    const { status, stderr } = run(join(folder, name));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^The folder for temporary files, .*/${name}, cannot be written \\(${code}.*\\)\\. Set TMPDIR `),
    );
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(existsSync(join(folder, "missing"))).toBe(false);
  });

  it.each(["ENOSPC: no space left on device, write", "EDQUOT: disk quota exceeded, write"])(
    "without room is named with what to do, and is left without a file: %s",
    (message) => {
      const removed: string[] = [];
      const full = {
        mkdtempSync: (prefix: string) => `${prefix}x`,
        writeFileSync: () => {
          throw new Error(message);
        },
        rmSync: (path: string) => removed.push(path),
      };
      expect(check("100.0.0", true, full)).toEqual([
        `The folder for temporary files, , cannot be written (${message}). Free some space there, or set TMPDIR to ` +
          "another folder: mkdir -p ~/tmp && export TMPDIR=~/tmp",
      ]);
      expect(removed).toEqual(["open-crypto-data-x"]);
    },
  );

  it("that can be written is left as it was", () => {
    expect(run(folder)).toMatchObject({ status: 0, stderr: "" });
  });
});

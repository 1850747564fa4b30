import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { stdout } from "../../../build/app/cli/kit/standard-streams.ts";
import { updateCommand } from "../../../build/app/cli/update.ts";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../cleanup.ts";

const ENV = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_DATE: "2026-11-20T09:00:00Z",
  GIT_COMMITTER_DATE: "2026-11-20T09:00:00Z",
};

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    env: ENV,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

function commit(folder: string, files: Record<string, string | null>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (text === null) rmSync(join(folder, path));
    else writeFileSync(join(folder, path), text);
  }
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "-m", "a change");
  return readFileSync(join(folder, ".git/refs/heads/main"), "utf8").trim();
}

function open(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "config", "user.email", "a@example.org");
  git(folder, "config", "user.name", "a");
  return folder;
}

/** A version of `build/config.ts` with these settings. */
const declare = (settings: Record<string, string>, limit = 5_000) =>
  [
    "const define = (value, about) => ({ value, about });",
    "const SETTINGS = {",
    ...Object.entries(settings).map(([name, value]) => `  ${name}: define(\n    ${value},\n    "About ${name}",\n  ),`),
    "};",
    `const LIMIT = ${limit};`,
    "const RENAMED = { months: 'keptMonths' };",
    "export const loadConfig = (flags, own = {}) => {",
    "  const values = Object.entries(SETTINGS).map(([name, { value }]) => [name, value]);",
    "  const config = { ...Object.fromEntries(values), ...acceptSettings(own), ...flags };",
    "  if (config.coins > LIMIT) throw new Error('coins must be at most ' + LIMIT);",
    "  return { config };",
    "};",
    "export const acceptSettings = (own) => {",
    "  const named = Object.entries(own).map(([name, value]) => [RENAMED[name] ?? name, value]);",
    "  for (const [name] of named) if (!(name in SETTINGS)) throw new Error('There is no setting ' + name);",
    "  return Object.fromEntries(named);",
    "};",
    "",
  ].join("\n");
const OWN = "export const SETTINGS: object = {};\n";
const OLD = { coins: "1_000", months: "12", trees: "[1, 2]", gate: "{ ...{ low: 1 }, high: 9 }", note: "'a, (b'" };
const NEW = { coins: "2_000", keptMonths: "2", trees: "[1, 2, 3]", gate: "{ low: 1, high: 8 }", added: "true" };

const FIRST = {
  "build/config.ts": declare(OLD),
  "build/a.ts": "export const a = 1;\n",
  "build/gone.ts": "export const gone = 1;\n",
  "README.md": "The project\n",
  "package.json": '{ "type": "module" }\n',
};
const SECOND = {
  "build/config.ts": declare(NEW),
  "build/settings.ts": OWN,
  "build/a.ts": "export const a = 2;\n",
  "build/gone.ts": null,
  "build/b.ts": "export const b = 1;\n",
};

type Kind = "fork" | "template";

/** Folders with the project's first version and a copy of it: git takes most of a test. */
const prepared = new Map<Kind, string>();

function prepareCopy(kind: Kind): string {
  const root = makeTempFolder();
  const project = open(join(root, "project"));
  commit(project, { "build/a.ts": "// an older version\n" });
  commit(project, FIRST);
  const copy = join(root, "copy");
  if (kind === "fork") {
    git(root, "clone", "--quiet", project, copy);
    git(copy, "config", "user.email", "b@example.org");
    git(copy, "config", "user.name", "b");
  } else {
    open(copy);
    commit(copy, FIRST);
  }
  return root;
}

/**
 * The project with its first version, and a copy of it. Settings that the copy changed are
 * expensive: an update evaluates them in several processes.
 */
function openCopy(kind: Kind, changed: Partial<typeof OLD> = {}) {
  const from = prepared.get(kind) ?? prepareCopy(kind);
  prepared.set(kind, from);
  const root = makeTempFolder();
  cpSync(from, root, { recursive: true });
  const project = join(root, "project");
  const copy = join(root, "copy");
  if (kind === "fork") git(copy, "remote", "set-url", "origin", project);
  commit(copy, {
    "build/config.ts": declare({ ...OLD, ...changed }),
    "build/own.ts": "export const own = 1;\n",
  });
  return { project, copy, read: (path: string) => readFileSync(join(copy, path), "utf8") };
}

describe.each(["fork", "template"] as const)("an update of a %s", (kind) => {
  it("brings what is new, removes what is gone, and keeps settings and files of the copy", async () => {
    const { project, copy, read } = openCopy(kind, { coins: "250" });
    const next = commit(project, SECOND);
    const before = git(copy, "rev-parse", "HEAD");
    await updateCommand(copy, { from: project });
    expect(git(copy, "status", "--porcelain")).toBe("");
    expect(git(copy, "rev-parse", "HEAD^1", "HEAD^2").split("\n")).toEqual([before, next]);
    expect(git(copy, "ls-files").split("\n")).toEqual([
      "README.md",
      "build/a.ts",
      "build/b.ts",
      "build/config.ts",
      "build/own.ts",
      "build/settings.ts",
      "package.json",
    ]);
    expect(read("build/a.ts")).toContain("a = 2");
    expect(read("build/config.ts")).toBe(declare(NEW));
    expect(read("build/settings.ts")).toBe("export const SETTINGS: object = {\n  coins: 250,\n};\n");
    expect(git(copy, "remote", "get-url", "upstream")).toBe(project);
    expect(git(copy, "worktree", "list").split("\n")).toHaveLength(1);
  });

  it("moves a file of the copy and its change of another with the folder that the version renamed", async () => {
    const { project, copy } = openCopy(kind);
    const texts = ["one", "two", "three"].map((name) => [name, `export const ${name} = "${name.repeat(20)}";\n`]);
    const inFolder = (folder: string) =>
      Object.fromEntries(texts.map(([name, text]) => [`${folder}/${name}.ts`, text]));
    commit(project, {
      ...inFolder("build/sources"),
      "build/sources/list.ts": "// A list of sources.\none();\ntwo();\n",
    });
    await updateCommand(copy, { from: project });
    commit(copy, {
      "build/sources/own.ts": 'import { one } from "./one.ts";\n',
      "build/sources/list.ts": "// A list of sources.\none();\ntwo();\nown();\n",
    });
    git(project, "mv", "build/sources", "build/crypto");
    git(project, "commit", "--quiet", "-m", "a move");
    const lines: string[] = [];
    vi.spyOn(stdout, "print").mockImplementation((line) => void lines.push(String(line)));
    await updateCommand(copy, {}).finally(() => vi.restoreAllMocks());
    expect(lines.join("\n")).toContain("Check what they import:\n  build/crypto/own.ts");
    const files = git(copy, "ls-files", "build").split("\n");
    expect(files.filter((path) => path.startsWith("build/crypto/"))).toContain("build/crypto/own.ts");
    expect(files.filter((path) => path.startsWith("build/sources/"))).toEqual([]);
    expect(readFileSync(join(copy, "build/crypto/list.ts"), "utf8")).toContain("own();");
  });

  it("is done once, and again for the version after it", async () => {
    const { project, copy, read } = openCopy(kind);
    commit(project, SECOND);
    await updateCommand(copy, { from: project });
    const done = git(copy, "rev-parse", "HEAD");
    await updateCommand(copy, {});
    expect(git(copy, "rev-parse", "HEAD")).toBe(done);
    const text = `// Ours.\n${OWN.replace("{}", "{ coins: 300 }")}`;
    commit(copy, { "build/settings.ts": text });
    commit(project, { "build/a.ts": "export const a = 3;\n", "build/settings.ts": `// New.\n${OWN}` });
    await updateCommand(copy, {});
    expect(read("build/a.ts")).toContain("a = 3");
    expect(read("build/settings.ts")).toBe(text);
  });

  it("changes nothing where other files were changed on both sides, and names them", async () => {
    const { project, copy } = openCopy(kind);
    const before = commit(copy, { "build/a.ts": "export const a = 9;\n" });
    commit(project, SECOND);
    const error = await updateCommand(copy, { from: project }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperationalError);
    expect((error as OperationalError).message).toContain("build/a.ts");
    expect(git(copy, "rev-parse", "HEAD")).toBe(before);
    expect(git(copy, "status", "--porcelain")).toBe("");
    expect(git(copy, "worktree", "list").split("\n")).toHaveLength(1);
  });
});

describe("an update", () => {
  it("changes nothing where git cannot write the new version, and says why", async () => {
    const { project, copy } = openCopy("fork");
    const before = git(copy, "rev-parse", "HEAD");
    git(copy, "config", "filter.broken.smudge", "false");
    git(copy, "config", "filter.broken.required", "true");
    commit(project, { ...SECOND, ".gitattributes": "c.txt filter=broken\n", "c.txt": "c\n" });
    await expect(updateCommand(copy, { from: project })).rejects.toThrow("git cannot merge the new version");
    expect(git(copy, "rev-parse", "HEAD")).toBe(before);
    expect(git(copy, "worktree", "list").split("\n")).toHaveLength(1);
  });

  it("does not overwrite a file that git ignores", async () => {
    const { project, copy, read } = openCopy("fork");
    commit(copy, { ".gitignore": "notes.txt\n" });
    const before = git(copy, "rev-parse", "HEAD");
    writeFileSync(join(copy, "notes.txt"), "mine");
    commit(project, { ...SECOND, "notes.txt": "of the project" });
    await expect(updateCommand(copy, { from: project })).rejects.toThrow("notes.txt");
    expect(read("notes.txt")).toBe("mine");
    expect(git(copy, "rev-parse", "HEAD")).toBe(before);
  });

  it("needs a clean checkout, and the address of the project once", async () => {
    const { project, copy } = openCopy("fork");
    writeFileSync(join(copy, "build/a.ts"), "changed");
    await expect(updateCommand(copy, { from: project })).rejects.toThrow("not committed");
    git(copy, "checkout", "--quiet", "--", "build/a.ts");
    // Files that git does not know, such as a site in a folder of another name, are no obstacle.
    writeFileSync(join(copy, "untracked.txt"), "mine");
    await expect(updateCommand(copy, { from: `${project}-mistyped` })).rejects.toThrow("git fetch failed");
    expect(git(copy, "remote")).not.toContain("upstream");
    await expect(updateCommand(join(copy, "missing"), { from: project })).rejects.toThrow("There is no folder");
  });
});

describe("the settings of a copy", () => {
  it("takes settings one by one: changed ones by their new name, the others from the new version", async () => {
    const changed = { months: "6", trees: '["x"]', gate: "{ ...{ low: 1 }, high: 7 }" };
    const { project, copy, read } = openCopy("fork", changed);
    commit(project, SECOND);
    await updateCommand(copy, { from: project });
    expect(read("build/config.ts")).toBe(declare(NEW));
    const lines = ["  keptMonths: 6,", '  trees: ["x"],', "  gate: { high: 7 },"];
    expect(read("build/settings.ts")).toBe(`export const SETTINGS: object = {\n${lines.join("\n")}\n};\n`);
  });

  it.each([
    [{ note: "'mine'" }, "There is no setting note"],
    [{ coins: "4_000" }, "coins must be at most 3000"],
  ])("changes nothing where the new version does not take a setting, and names it: %j", async (changed, message) => {
    const { project, copy } = openCopy("fork", changed);
    const before = git(copy, "rev-parse", "HEAD");
    commit(project, { ...SECOND, "build/config.ts": declare(NEW, 3_000) });
    await expect(updateCommand(copy, { from: project })).rejects.toThrow(message);
    expect(git(copy, "rev-parse", "HEAD")).toBe(before);
    expect(git(copy, "worktree", "list").split("\n")).toHaveLength(1);
  });

  it("changes nothing where the copy changed more of the declarations than their defaults", async () => {
    const { project, copy } = openCopy("fork");
    commit(copy, { "build/config.ts": declare({ ...OLD, note: "'b'" }).replace("About trees", "About my trees") });
    commit(project, SECOND);
    const error = await updateCommand(copy, { from: project }).catch((reason: unknown) => reason);
    expect((error as OperationalError).message).toContain("build/config.ts");
  });

  /** What an update prints. */
  async function readOutput(copy: string, from: string, ref = "HEAD"): Promise<string> {
    const print = vi.spyOn(stdout, "print").mockImplementation(() => undefined);
    try {
      await updateCommand(copy, { from, ref });
      return print.mock.calls.join("\n");
    } finally {
      print.mockRestore();
    }
  }

  it("names the settings that stay in the declarations, after each update", async () => {
    const { project, copy, read } = openCopy("fork", {});
    const mine = declare({ ...OLD, coins: "250" }).replace("About note", "About my note");
    commit(copy, { "build/config.ts": mine });
    commit(project, { "build/settings.ts": OWN, "build/a.ts": "export const a = 2;\n" });
    const stay = "Settings that stay in build/config.ts: coins; move them to build/settings.ts.";
    expect(await readOutput(copy, project)).toContain(stay);
    expect(await readOutput(copy, project)).toContain(stay);
    commit(project, { "build/a.ts": "export const a = 3;\n" });
    expect(await readOutput(copy, project)).toContain(stay);
    expect([read("build/config.ts"), read("build/settings.ts")]).toEqual([mine, OWN]);
    commit(copy, { "build/config.ts": declare(OLD), "build/settings.ts": OWN.replace("{}", "{ coins: 250 }") });
    commit(project, { "build/a.ts": "export const a = 4;\n" });
    expect(await readOutput(copy, project)).not.toContain("Settings that");
  });

  it("names no setting that came later than the version it is asked for", async () => {
    const { project, copy } = openCopy("fork", {});
    const earlier = commit(project, { "build/settings.ts": OWN });
    commit(project, { "build/config.ts": declare({ ...OLD, added: "true" } as typeof OLD) });
    await updateCommand(copy, { from: project });
    const said = await readOutput(copy, project, earlier);
    expect(said).toContain("This copy already has the version");
    expect(said).not.toContain("Settings that stay");
  });

  it("sees settings below comments", async () => {
    const changed = { coins: "// don't raise it\n    250", months: "/* it's (ours, */\n    6" };
    const { project, copy, read } = openCopy("fork", changed);
    commit(project, SECOND);
    const said = await readOutput(copy, project);
    expect(said).toContain("Settings that moved to build/settings.ts: coins, keptMonths.");
    expect(said).not.toContain("Settings that stay");
    expect(read("build/settings.ts")).toContain("  coins: 250,\n  keptMonths: 6,\n");
  });

  it("names defaults that the new version changes, but none that it renames", async () => {
    const { project, copy } = openCopy("fork");
    const settings = { coins: "2000", keptMonths: "2", trees: "[1, 2]" };
    commit(project, { ...SECOND, "build/config.ts": declare(settings) });
    const said = await readOutput(copy, project);
    expect(said).toContain("Defaults that the new version changes: coins.");
  });

  it("refuses a value that git would read as an option or as a branch to write", async () => {
    const { project, copy } = openCopy("fork");
    const proof = join(copy, "../proof");
    for (const from of [`--upload-pack=touch ${proof};`, "-q"])
      await expect(updateCommand(copy, { from })).rejects.toThrow(`--from cannot be "${from}"`);
    for (const ref of ["--upload-pack=x", "main:refs/heads/other", "+main"])
      await expect(updateCommand(copy, { from: project, ref })).rejects.toThrow(`--ref cannot be "${ref}"`);
    expect(existsSync(proof)).toBe(false);
    expect(git(copy, "branch", "--format=%(refname:short)")).toBe("main");
  });
});

it("finds the version of a copy whose first commit was changed", async () => {
  const { project } = openCopy("fork");
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`docs/${at}.md`, `text ${at}\n`]));
  commit(project, many);
  const copy = open(join(makeTempFolder(), "copy"));
  commit(copy, { ...FIRST, ...many, "README.md": "My own site\n" });
  commit(project, SECOND);
  await updateCommand(copy, { from: project });
  expect(readFileSync(join(copy, "README.md"), "utf8")).toBe("My own site\n");
  expect(readFileSync(join(copy, "build/a.ts"), "utf8")).toContain("a = 2");
  const other = open(join(makeTempFolder(), "other"));
  commit(other, { "index.html": "something else" });
  await expect(updateCommand(other, { from: project })).rejects.toThrow("No version of the project resembles");
});

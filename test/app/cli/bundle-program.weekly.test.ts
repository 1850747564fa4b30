import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../../cleanup.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const COMMANDS = "build/app/cli/command-line.ts";

/** Characters that mean something in patterns, in replacements and in URLs. */
const ODD_NAME = "odd $$ * # %20 name";

/**
 * A checkout with packages of its own, so that its bundles are apart. Around it lies the
 * `tsconfig.json` of another program.
 */
function makeCheckout(): string {
  const around = makeTempFolder();
  writeFileSync(join(around, "tsconfig.json"), '{ "compilerOptions": { "paths": { "*": ["./other.ts"] } } }');
  writeFileSync(join(around, "other.ts"), 'throw new Error("another program");');
  const checkout = join(around, ODD_NAME);
  for (const path of ["build", "public", "templates", "package.json"])
    cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
  mkdirSync(join(checkout, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((one) => !one.startsWith(".")))
    symlinkSync(join(ROOT, "node_modules", name), join(checkout, "node_modules", name));
  return checkout;
}

function run(checkout: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(checkout, "build/bin/open-crypto-data.cjs"), ...args], {
    cwd: checkout,
    encoding: "utf8",
  });
}

function edit(checkout: string, path: string, change: (text: string) => string): void {
  const file = join(checkout, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

describe("the program", () => {
  const checkout = makeCheckout();
  const cache = join(checkout, "node_modules/.cache/open-crypto-data");
  const listBundles = () => readdirSync(cache).filter((name) => !name.endsWith(".json"));

  it("is bundled once", () => {
    const first = run(checkout, "--help");
    expect(first.stdout).toContain("Commands:");
    const bundles = listBundles();
    expect(bundles).toHaveLength(1);
    expect(run(checkout, "--help").stdout).toBe(first.stdout);
    expect(listBundles()).toEqual(bundles);
  });

  it("may be bundled by one user and run by another", () => {
    const { mode } = statSync(join(cache, listBundles()[0]!));
    expect(mode & 0o777).toBe(0o755);
  });

  it.each(["packages of its own", "the same packages"])("runs as itself in a copy with %s", (packages) => {
    const copy = join(makeTempFolder(), "copy");
    cpSync(checkout, copy, { recursive: true, verbatimSymlinks: true });
    if (packages === "the same packages") {
      rmSync(join(copy, "node_modules"), { recursive: true });
      symlinkSync(join(checkout, "node_modules"), join(copy, "node_modules"));
    }
    edit(copy, COMMANDS, (text) => text.replace("Builds a JSON file API", "Copies a JSON file API"));
    expect(run(copy, "--help").stdout).toContain("Copies a JSON file API");
    expect(run(checkout, "--help").stdout).toContain("Builds a JSON file API");
  });

  it("is bundled again when one of its files changed, whatever the time of the file says", () => {
    const { stdout } = run(checkout, "--help");
    const [, description = ""] = /\n\n(.+)\n/.exec(stdout) ?? [];
    edit(checkout, COMMANDS, (text) => text.replace(description, "Another description"));
    const before = listBundles();
    expect(run(checkout, "--help").stdout).toContain("\n\nAnother description\n");
    expect(listBundles()).toHaveLength(before.length + 1);
  });

  it("tells of mistakes in the settings, and uses the file again when it is corrected", () => {
    const file = join(checkout, "build/settings.ts");
    const settings = readFileSync(file, "utf8");
    const check = () => run(checkout, "doctor", "--offline");
    for (const [text, message] of [
      ["", "build/settings.ts has no settings: it must contain a line"],
      ["export const SETTINGS = { coins: 5,, };", "build/settings.ts cannot be read: "],
      [undefined, "build/settings.ts cannot be read: Cannot find module"],
    ] as const) {
      if (text === undefined) rmSync(file);
      else writeFileSync(file, text);
      const { status, stderr } = check();
      expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^${message}.*\n$`))]);
    }
    writeFileSync(file, settings);
    expect(check().stdout).toContain("1,000 coins");
  });

  it("tells of a fault in one of its files, with the file", () => {
    edit(checkout, COMMANDS, (text) => `${text}\nconst = 1;\n`);
    const { status, stderr } = run(checkout, "--help");
    expect(status).toBe(1);
    expect(stderr).toContain(COMMANDS);
  });

  it("names the TypeScript file in the stack of a defect", () => {
    edit(checkout, COMMANDS, (text) => text.replace("\nconst = 1;\n", '\nthrow new TypeError("a defect");\n'));
    expect(run(checkout, "--help").stderr).toMatch(/TypeError: a defect\n.*\n?\s+at .*command-line\.ts:\d+/);
  });

  it("runs where no bundle can be written", () => {
    edit(checkout, COMMANDS, (text) =>
      text.replace('\nthrow new TypeError("a defect");\n', "\n// Unknown to bundles.\n"),
    );
    rmSync(cache, { recursive: true });
    writeFileSync(cache, "");
    expect(run(checkout, "--help").stdout).toContain("Commands:");
    expect(readFileSync(cache, "utf8")).toBe("");
  });
});

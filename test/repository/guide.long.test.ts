import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { makeTempFolder } from "../cleanup.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GUIDE = readFileSync(join(ROOT, ".github/CONTRIBUTING.md"), "utf8");

/** The examples that are whole files: they begin with their path. */
const EXAMPLES = [...GUIDE.matchAll(/```ts\n\/\/ (build\/\S+\.ts)\n(.*?)```/gs)].map(([, path, text]) => {
  return { path: path!, text: text! };
});

/** What the compiler says of the file, as if it lay in the project. */
async function compile(path: string, text: string): Promise<string> {
  const folder = makeTempFolder();
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const compilerOptions = {
    rootDirs: [folder, ROOT],
    typeRoots: [join(ROOT, "node_modules/@types")],
    incremental: false,
    tsBuildInfoFile: null,
  };
  const config = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include: [file] };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return new Promise((resolve) => {
    execFile(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder], (_, stdout) => resolve(stdout));
  });
}

it("the guide has examples that are whole files", () => {
  expect(EXAMPLES.map(({ path }) => path)).toEqual(["build/crypto/sources/exchanges/example.ts"]);
});

it.each(EXAMPLES)("the guide's $path compiles", async ({ path, text }) => {
  expect(await compile(path, text)).toBe("");
});

it("an example with a mistake does not compile", async () => {
  const [{ path, text } = { path: "", text: "" }] = EXAMPLES;
  expect(await compile(path, text.replace("trust: 0.7", 'trust: "high"'))).toContain("not assignable");
});

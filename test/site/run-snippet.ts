import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decodeHTMLStrict } from "entities";

export interface SnippetRun {
  code: number;
  stdout: string;
  stderr: string;
  /** Reads a file that the snippet wrote. */
  read(name: string): Promise<Buffer>;
}

/** Lets Node import modules from the web, as browsers and Deno do. */
const WEB_MODULES = `
export async function resolve(name, context, next) {
  return /^http:/.test(name) ? { url: name, shortCircuit: true } : next(name, context);
}
export async function load(url, context, next) {
  if (!/^http:/.test(url)) return next(url, context);
  return { format: "module", source: await (await fetch(url)).text(), shortCircuit: true };
}`;

export type Program = (file: string) => readonly [command: string, ...args: string[]];

/** The command that runs each kind of snippet. */
export const PROGRAMS = {
  curl: (file) => ["bash", "-e", "-o", "pipefail", file],
  javascript: (file) => [process.execPath, file],
  module: (file) => [process.execPath, "--import", pathToFileURL(join(file, "../web.mjs")).href, file],
  python: (file) => ["python3", file],
  r: (file) => ["Rscript", file],
} satisfies Record<string, Program>;

/** Runs code in an empty folder and passes the result to `use`. */
export async function runSnippet<T>(
  program: Program,
  code: string,
  use: (run: SnippetRun) => T | Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "snippet-"));
  try {
    const file = join(folder, "snippet.mjs");
    await writeFile(join(folder, "loader.mjs"), WEB_MODULES);
    await writeFile(
      join(folder, "web.mjs"),
      `import { register } from "node:module"; register("./loader.mjs", import.meta.url);`,
    );
    await writeFile(file, `${code}\n`);
    const [command, ...args] = program(file);
    const run = await new Promise<Omit<SnippetRun, "read">>((done) => {
      execFile(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, stdout, stderr }),
      );
    });
    return await use({ ...run, read: (name) => readFile(join(folder, name)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a program to see if it is installed. */
export function isInstalled(command: string, ...args: string[]): Promise<boolean> {
  return new Promise((done) => {
    execFile(command, args, (error) => done(error === null));
  });
}

/** The site's URL in code examples of a build without a base URL. The browser replaces it. */
const PLACEHOLDER = "https://SITE";

/** The code examples of a page by id, as copied from a site at `address` (no final slash). */
export function readSnippets(page: string, address: string): Map<string, string> {
  const found = page.matchAll(/<code id="([^"]+)">(.*?)<\/code>/gs);
  return new Map(
    [...found].map(([, id = "", code = ""]) => [
      id,
      decodeHTMLStrict(code.replace(/<[^>]+>/g, ""))
        .replaceAll(PLACEHOLDER, address)
        .trim(),
    ]),
  );
}

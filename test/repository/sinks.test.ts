import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

/** Every file of the program that says something, by what it says. */
function listFiles(pattern: RegExp): string[] {
  return ["build", "templates"].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.[cm]?[jt]s$/.test(path))
      .map((path) => `${folder}/${path}`)
      .filter((path) => pattern.test(readFileSync(new URL(path, ROOT), "utf8").replace(/`[^`]*`\],?$/gm, ""))),
  );
}

describe("text leaves the program through one place for each kind of reader", () => {
  it("the standard streams are written to by the terminal alone", () => {
    expect(listFiles(/process\s*\.\s*std(out|err)|process\[|\bstd(out|err)\b.*from "node:process"/)).toEqual(
      [
        "build/app/cli/kit/standard-streams.ts",
        // Says what it needs of a stream.
        "build/kit/platform/terminal/terminal.ts",
      ].sort(),
    );
    expect(listFiles(/\bconsole\s*[.[]|emitWarning|writeSync\(\s*[12]\b|\/dev\/(std|tty|fd)/)).toEqual([
      // Runs before everything else, in the syntax of old versions of Node.
      "build/check-machine.cjs",
      // Pieces of programs that pages show.
      "templates/components/snippets.js",
      "templates/docs/api-endpoint.11ty.js",
      "templates/docs/quick-start.11ty.js",
    ]);
  });

  it("only a run of this very program inherits them, which escapes by itself", () => {
    expect(listFiles(/["']inherit["']/)).toEqual(["build/app/cli/processes.ts"]);
    const text = readFileSync(new URL("build/app/cli/processes.ts", ROOT), "utf8");
    expect(text.match(/.*"inherit".*/g)).toEqual([expect.stringContaining("spawn(process.execPath, ")]);
  });

  it("the runner's commands are made by the terminal alone", () => {
    expect(listFiles(/::(warning|error|notice|group|add-mask|set-output|stop-commands)|##\[/)).toEqual([
      "build/kit/platform/terminal/terminal.ts",
    ]);
  });

  it("the files of a step are written to by one module, and found in one", () => {
    expect(listFiles(/appendFile/)).toEqual(["build/kit/publish/runner.ts"]);
    expect(listFiles(/GITHUB_(OUTPUT|STEP_SUMMARY|ENV|PATH|STATE)\b/)).toEqual(["build/environment.ts"]);
  });

  it("Markdown is made in one module, and a body of an issue in one", () => {
    expect(listFiles(/new SafeMarkdown\b|as Markdown\b/)).toEqual(["build/lib/markdown.ts"]);
    expect(listFiles(/<!-- publish:/)).toEqual(["build/app/workflow/github/issues.ts"]);
  });

  it("a workflow shows no command line of npm, which repeats what a person typed", () => {
    const folder = new URL(".github/workflows/", ROOT);
    const lines = readdirSync(folder).flatMap((name) => readFileSync(new URL(name, folder), "utf8").split("\n"));
    const runs = lines.filter((line) => /npm run .*\$/.test(line));
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.filter((line) => !line.includes("npm run --silent "))).toEqual([]);
  });
});

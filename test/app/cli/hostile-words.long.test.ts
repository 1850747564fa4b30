import { beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../kit/platform/local-server.ts";
import { EVIL } from "../workflow/hostile-text.ts";
import { listPossibleCommands } from "../workflow/runner-grammar.ts";
import { startCli } from "./run-cli.ts";

let server: Awaited<ReturnType<typeof startServer>>;
let silent: typeof server;
beforeAll(async () => {
  const now = new Date().toISOString();
  const said = { id: EVIL, status: "down", fetched_at: null, last_error: EVIL };
  const file = { path: EVIL, bytes: 1, sha256: "0".repeat(64), endpoint: null };
  const body = JSON.stringify({
    meta: { updated_at: now, expires_at: now },
    data: { generated_at: now, gate: { passed: false }, sources: [said], count: 1, files: [file] },
  });
  server = await startServer((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(body),
  );
  silent = await startServer(() => undefined);
});

const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** An argument cannot hold what ends a string in C. */
const TYPED = EVIL.replaceAll("\0", "");

/** Runs the command line with a log instead of a terminal and returns its output. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, stdout, stderr } = await startCli(args, env).finished;
  expect(code).not.toBe(0);
  const text = stdout + stderr;
  expect(text).toMatch(/\S/);
  expect(text).not.toMatch(OBEYED);
  expect(listPossibleCommands(text)).toEqual([]);
  return text;
}

describe("typed arguments are escaped in messages", () => {
  it.each([
    ["an unknown option", ["build", `--${TYPED}`]],
    ["a number", ["serve", "--port", TYPED]],
    ["a folder", ["serve", TYPED]],
    ["a place to verify", ["verify", TYPED]],
  ])("%s", async (_, args) => {
    const text = await run(args);
    expect(text).toMatch(/evil/);
  });

  it("a variable of the repository", async () => {
    const text = await run(["workflow", "plan"], { GITHUB_REPOSITORY: "a/b", SITE_HOST: TYPED, SITE_URL: TYPED });
    expect(text).toMatch(/evil/);
  });
});

it("an unhandled error is shown with its stack, escaped", async () => {
  const script = `const timer = setInterval(() => {
    if (process.listenerCount("uncaughtException") === 0) return;
    clearInterval(timer);
    throw new TypeError(process.env.SAID);
  }, 10)`;
  const text = await run(["health", `${silent.address}/`], {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`,
    SAID: EVIL,
  });
  expect(text).toMatch(/^TypeError: down ## \[set-output .*\n {4}at /);
});

describe("texts of a published site are escaped in messages", () => {
  it.each([
    ["health", ["health"]],
    ["health as JSON", ["health", "--json"]],
    ["verify", ["verify"]],
  ])("by %s", async (_, args) => {
    const [command = "", ...flags] = args;
    expect(await run([command, `${server.address}/`, ...flags])).toMatch(/evil/);
  });
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepAliveStep } from "../../../build/app/cli/steps/closing-steps.ts";
import { createStepContext } from "../../../build/app/cli/workflow.ts";
import { loadConfig } from "../../../build/config.ts";
import { createRunner } from "../workflow/create-runner.ts";
import { EVIL } from "../workflow/hostile-text.ts";
import { listCommands, listPossibleCommands } from "../workflow/runner-grammar.ts";

beforeEach(() => {
  vi.stubEnv("GITHUB_ACTIONS", "true");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function openStep() {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { config } = loadConfig({});
  const context = createStepContext({ workspace: ".", runner: createRunner(), config, flags: {} });
  return { context, printed: () => write.mock.calls.map(([text]) => String(text)).join("") };
}

it("the output of a host's program is passed on line by line, escaped", async () => {
  const { context, printed } = openStep();
  const script =
    "process.stdout.write('begin\\n' + process.env.SAID + '\\rlast'); console.error(process.env.SAID); process.exitCode = 3";
  expect(await context.start([process.execPath, "-e", script], ".", { SAID: EVIL })).toBe(3);
  expect(printed()).toContain("begin\ndown ## [set-output name=evidence]false\n");
  expect(printed()).toContain("last\n");
  expect(listPossibleCommands(printed())).toEqual([]);
  await expect(context.start(["no-such-program"], ".", {})).rejects.toThrow("ENOENT");
});

it("a warning becomes one annotation, whatever text GitHub sent", async () => {
  const { context, printed } = openStep();
  const github = { request: () => Promise.reject(new Error(EVIL)) };
  await keepAliveStep({ ...context, github });
  expect(listCommands(printed()).map(({ name, properties }) => [name, properties])).toEqual([
    ["warning", { title: "schedule" }],
  ]);
  expect(printed().split("\n")).toHaveLength(2);
});

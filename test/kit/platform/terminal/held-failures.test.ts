import { expect, it } from "vitest";
import type { Progress } from "../../../../build/kit/platform/platform.ts";
import { holdFailures } from "../../../../build/kit/platform/terminal/held-failures.ts";

function createLog(): { lines: string[]; progress: Progress } {
  const lines: string[] = [];
  const add = (mark: string, text: string) => void lines.push(`${mark} ${text}`);
  const progress: Progress = {
    start: (id) => ({
      update: () => undefined,
      done: (text) => add("done", `${id}: ${text}`),
      warned: (text) => add("warned", `${id}: ${text}`),
      failed: (text) => add("failed", `${id}: ${text}`),
    }),
    note: (text) => add("note", text),
    warn: (text) => add("warn", text),
  };
  return { lines, progress };
}

it("holds warnings and failures until a host responds, and keeps their order", () => {
  const { lines, progress } = createLog();
  let online = false;
  const held = holdFailures(progress, () => online);
  held.start("a").failed("no answer");
  held.warn("old rates");
  held.start("b").warned("partial");
  held.note("demo");
  expect(lines).toEqual(["note demo"]);
  online = true;
  held.start("c").done("5 tickers");
  held.start("d").failed("503");
  expect(lines).toEqual([
    "note demo",
    "failed a: no answer",
    "warn old rates",
    "warned b: partial",
    "done c: 5 tickers",
    "failed d: 503",
  ]);
});

it("prints what is held on request, once", () => {
  const { lines, progress } = createLog();
  const held = holdFailures(progress, () => false);
  held.start("a").failed("no answer");
  held.flush();
  held.flush();
  expect(lines).toEqual(["failed a: no answer"]);
});

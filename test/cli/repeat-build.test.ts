import { describe, expect, it } from "vitest";
import { dropOption } from "../../build/cli/processes.ts";
import { parseInterval, type RepeatEffects, repeatBuild } from "../../build/cli/repeat-build.ts";
import { MINUTE_MS } from "../../build/lib/time.ts";

const START = Date.parse("2026-11-20T09:07:00Z");

/** Builds that take so many minutes each and end with these codes, then an interrupt. */
async function repeat(builds: readonly { minutes: number; code: number | null }[], everyMs = 30 * MINUTE_MS) {
  let now = START;
  let interrupt: () => void = () => undefined;
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  const started: string[] = [];
  const printed: string[] = [];
  const effects: RepeatEffects = {
    start() {
      const build = builds[started.length]!;
      started.push(new Date(now).toISOString().slice(11, 16));
      now += build.minutes * MINUTE_MS;
      return { ended: Promise.resolve(build.code), stop: () => undefined };
    },
    now: () => now,
    async sleep(ms) {
      if (started.length === builds.length) {
        interrupt();
        await interrupted;
      }
      now += ms;
    },
    interrupted,
    print: (line) => printed.push(line),
  };
  await repeatBuild(everyMs, effects);
  return { started, printed };
}

describe("builds on a timer", () => {
  it("start at once, then at multiples of the interval", async () => {
    const { started } = await repeat([
      { minutes: 2, code: 0 },
      { minutes: 2, code: 0 },
      { minutes: 2, code: 0 },
    ]);
    expect(started).toEqual(["09:07", "09:30", "10:00"]);
  });

  it("continue after a refused or killed build, and report it", async () => {
    const { started, printed } = await repeat([
      { minutes: 1, code: 1 },
      { minutes: 1, code: null },
      { minutes: 1, code: 0 },
    ]);
    expect(started).toEqual(["09:07", "09:30", "10:00"]);
    expect(printed).toEqual([
      "Nothing was published, the last site stands. The next build is at 2026-11-20T09:30:00Z.",
      "Nothing was published, the last site stands. The next build is at 2026-11-20T10:00:00Z.",
      "Published. The next build is at 2026-11-20T10:30:00Z.",
    ]);
  });

  it("skip times during a running build", async () => {
    const { started } = await repeat([
      { minutes: 70, code: 0 },
      { minutes: 1, code: 0 },
    ]);
    expect(started).toEqual(["09:07", "10:30"]);
  });

  it("stop at once, with the running build", async () => {
    let interrupt: () => void = () => undefined;
    let stopped = 0;
    let end: (code: null) => void = () => undefined;
    const ended = new Promise<null>((resolve) => {
      end = resolve;
    });
    const running = repeatBuild(MINUTE_MS, {
      start: () => ({
        ended,
        stop() {
          stopped += 1;
          end(null);
        },
      }),
      now: () => START,
      sleep: () => Promise.reject(new Error("there is nothing to wait for")),
      interrupted: new Promise((resolve) => {
        interrupt = resolve;
      }),
      print: () => undefined,
    });
    await Promise.resolve();
    interrupt();
    await running;
    expect(stopped).toBe(1);
  });
});

describe("an interval", () => {
  it.each([
    ["30m", 30 * MINUTE_MS],
    ["2h", 120 * MINUTE_MS],
    ["5m", 5 * MINUTE_MS],
  ])("%s is understood", (text, ms) => {
    expect(parseInterval(text, false)).toBe(ms);
  });

  it.each(["25h", "99999h", "1441m"])("%s is refused: every build would fail at once", (text) => {
    expect(() => parseInterval(text, true)).toThrow("a day at most");
  });

  it.each(["", "30", "m", "0m", "-5m", "1.5h", "30 m", "999999h"])("%j is refused with a message", (text) => {
    expect(() => parseInterval(text, true)).toThrow("write it as 30m or 2h");
  });

  it("may be short only for the demo market", () => {
    expect(() => parseInterval("4m", false)).toThrow("5m is the least");
    expect(parseInterval("2s", true)).toBe(2_000);
  });
});

it("an option is removed with its value, in both spellings", () => {
  expect(dropOption(["build", "--every", "30m", "--quiet"], "--every")).toEqual(["build", "--quiet"]);
  expect(dropOption(["build", "--confined", "--quiet"], "--confined", true)).toEqual(["build", "--quiet"]);
  expect(dropOption(["build", "--every=30m", "--quiet"], "--every")).toEqual(["build", "--quiet"]);
});

import { describe, expect, it } from "vitest";
import { dropOption, waitForInterrupt } from "../../../../build/app/cli/processes.ts";
import {
  describeBuild,
  listBuildArguments,
  parseInterval,
  type RepeatEffects,
  repeatBuild,
  repeatThisBuild,
} from "../../../../build/app/cli/run/repeat-build.ts";
import { MINUTE_MS } from "../../../../build/lib/time.ts";

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
    describe: describeBuild,
  };
  await repeatBuild(everyMs, effects);
  return { started, printed };
}

describe("builds on a timer", () => {
  const STANDS = "Nothing was published, the last site stands.";
  it.each([
    [
      "start at once, then at multiples of the interval",
      [
        [2, 0],
        [2, 0],
        [2, 0],
      ],
      ["09:07", "09:30", "10:00"],
    ],
    [
      "continue after a refused or killed build",
      [
        [1, 1],
        [1, null],
        [1, 0],
      ],
      ["09:07", "09:30", "10:00"],
    ],
    [
      "skip times during a running build",
      [
        [70, 0],
        [1, 0],
      ],
      ["09:07", "10:30"],
    ],
  ] as const)("%s", async (_, builds, times) => {
    const { started, printed } = await repeat(builds.map(([minutes, code]) => ({ minutes, code })));
    expect(started).toEqual(times);
    expect(printed.map((line) => line.replace(/ The next .*/, ""))).toEqual(
      builds.map(([, code]) => (code === 0 ? "Published." : STANDS)),
    );
    expect(printed[0]).toContain(` The next build is at 2026-11-20T${times[1]}:00Z.`);
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
      describe: () => undefined,
    });
    await Promise.resolve();
    interrupt();
    await running;
    expect(stopped).toBe(1);
  });
});

it.each([
  ["30m", 30],
  ["2h", 120],
  ["5m", 5],
  ["48h", 2_880],
  ["7d", 10_080],
])("the interval %s is understood", (text, minutes) => {
  expect(parseInterval(text, {})).toBe(minutes * MINUTE_MS);
});

it.each([
  ...["169h", "99999h", "8d"].map((text) => [text, "7d is the most"]),
  ...["", "30", "m", "0m", "-5m", "1.5h", "30 m", "999999h"].map((text) => [text, "write it as 30m, 2h or 1d"]),
])("the interval %j is refused: %s", (text, message) => {
  expect(() => parseInterval(text, { sample: true })).toThrow(message);
});

it("an interval may be short only for the demo market", () => {
  expect(() => parseInterval("4m", {})).toThrow("5m is the least");
  expect(parseInterval("2s", { sample: true })).toBe(2_000);
});

it("a build has the interval as its cadence, unless one is named", () => {
  const args = ["build", "--every", "30m", "--coins", "9"];
  expect(listBuildArguments(args, 30 * MINUTE_MS, {})).toEqual(["build", "--coins", "9", "--cadence", "30"]);
  expect(listBuildArguments(["build", "--every", "2s"], 2_000, {})).toEqual(["build", "--cadence", "5"]);
  const named = ["build", "--every=30m", "--cadence=60"];
  expect(listBuildArguments(named, 30 * MINUTE_MS, { cadenceMinutes: 60 })).toEqual(["build", "--cadence=60"]);
  expect(listBuildArguments(args, MINUTE_MS, { live: true })).toEqual(["build", "--coins", "9"]);
});

it("flags that no build accepts end the timer before the first one", async () => {
  const flags = { sample: true, coins: 9 };
  await expect(repeatThisBuild("30m", { ...flags, sourcesOff: ["nosuch"] })).rejects.toThrow('no source "nosuch"');
  await expect(repeatThisBuild("30m", { ...flags, siteHost: ["nosuch"] })).rejects.toThrow("nosuch");
  await expect(repeatThisBuild("30m", { coins: 9, at: "2026-11-20" })).rejects.toThrow("add --sample");
});

it("a live run may follow after a minute", () => {
  expect(parseInterval("1m", { live: true })).toBe(MINUTE_MS);
  expect(() => parseInterval("30s", { live: true })).toThrow("1m is the least of live runs");
});

it.each([[["build", "--every", "30m", "--quiet"]], [["build", "--every=30m", "--quiet"]]])(
  "removes an option with its value from %j",
  (args) => {
    expect(dropOption(args, "--every")).toEqual(["build", "--quiet"]);
  },
);

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "waits for %s, and leaves the next one to the system",
  async (signal) => {
    const count = () => [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
    const before = count();
    let ended = false;
    const waiting = waitForInterrupt().then(() => {
      ended = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    process.emit(signal);
    await waiting;
    expect(count()).toEqual(before);
  },
);

import { defineConfig } from "vitest/config";
import SlowFirstSequencer from "./slow-first-sequencer.ts";

// Short-lived objects are many: a larger young generation saves a tenth of the CPU time of the
// workers, and of the programs that they start.
process.env["NODE_OPTIONS"] = `${process.env["NODE_OPTIONS"] ?? ""} --max-semi-space-size=64`;

/**
 * `unit` is `npm test`: offline, about a minute on two cores. `long` holds what takes seconds:
 * several builds, whole sites, time limits and processes of their own. `recorded` holds recorded
 * responses, `hosts` real servers, `browser` a real browser, `chaos` many faults at once.
 * `programs` runs once a week: programs of other projects, a small size of every benchmark, and
 * what changes rarely (`*.weekly.test.ts`).
 * Files share modules (no isolation), except those of `programs`: a test must not mock a module or
 * change the environment for others.
 */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    testTimeout: 60_000,
    // Hooks write whole sites, which is slow on a busy machine.
    hookTimeout: 180_000,
    // Vitest's default leaves one core idle; with two cores that is half of the machine.
    maxWorkers: 2,
    setupFiles: ["test/setup.ts"],
    isolate: false,
    // The projects share most modules: each is compiled once after a change, not once in each run.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowFirstSequencer },
    reporters: ["default", new URL("closing-line-reporter.ts", import.meta.url).pathname],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Some wait for sockets and time limits.
          maxWorkers: 3,
          setupFiles: ["test/seed-properties.ts"],
          include: ["test/**/*.test.ts"],
          exclude: [
            "test/system/recorded/**",
            "test/**/*.long.test.ts",
            "test/**/*.hosts.test.ts",
            "test/**/*.browser.test.ts",
            "test/**/*.chaos.test.ts",
            "test/**/*.weekly.test.ts",
            "test/programs/**",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          // Many wait for a process that they started, which leaves a core idle at times.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          include: ["test/**/*.long.test.ts"],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: "hosts",
          // They wait for servers of other programs.
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          include: ["test/**/*.hosts.test.ts"],
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "programs",
          include: ["test/programs/**/*.test.ts", "test/**/*.weekly.test.ts"],
          // The first run installs the programs.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          // Much of a visit is waiting for an idle network.
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
          include: ["test/system/browser/*.browser.test.ts"],
          globalSetup: "test/system/browser/start-sites.ts",
          testTimeout: 240_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      { extends: true, test: { name: "chaos", include: ["test/**/*.chaos.test.ts"], testTimeout: 1_800_000 } },
      {
        extends: true,
        test: { name: "recorded", include: ["test/system/recorded/**/*.test.ts"], testTimeout: 60_000 },
      },
    ],
  },
});

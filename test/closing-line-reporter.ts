import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one line: `unit: 812 passed, 0 failed, 3 skipped`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that does not load has no failed tests of its own.
      if (module.state() === "failed" && [...module.children.allTests("failed")].length === 0) count.failed += 1;
    }
    const name = modules[0]?.project.name ?? "tests";
    process.stdout.write(`\n${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first: one that starts last leaves a core idle. */
const SLOW = [
  "system/browser/accessibility.browser.test.ts",
  "system/browser/accessibility-docs.browser.test.ts",
  "system/chaos/chains.chaos.test.ts",
  "system/chaos/attacks/markets.chaos.test.ts",
  "system/browser/pages.browser.test.ts",
  "system/browser/keyboard.browser.test.ts",
  "system/chaos/sockets.chaos.test.ts",
  "system/browser/hostile.browser.test.ts",
  "system/conformance/simulated.long.test.ts",
  "pipeline/open-only-values.long.test.ts",
  "pipeline/kept-answers.long.test.ts",
  "app/site/snippets.long.test.ts",
  "pipeline/live-tier.long.test.ts",
  "app/cli/start.long.test.ts",
  "pipeline/reference-outage.long.test.ts",
  "app/scaffold/new.weekly.test.ts",
];

/** Runs the slowest files first, also in a new clone, where Vitest knows no durations. */
export default class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((path) => moduleId.endsWith(`/test/${path}`));
      return at === -1 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

import { expect, it } from "vitest";
import { rehearse } from "./rehearse.ts";

it("scheduled runs with failures lose no history and hide no gap, a fork restores everything and gets a mirror, and an update continues", async () => {
  const { lines, verdicts } = await rehearse({ coins: 6, trees: [], print: () => undefined });
  const broken = [...lines, ...verdicts].flatMap(({ title, problems }) =>
    problems.map((problem) => `${title}: ${problem}`),
  );
  expect(broken).toEqual([]);
  expect(lines).toHaveLength(15);
  expect(verdicts.length).toBeGreaterThan(4);
}, 600_000);

import { expect, it } from "vitest";
import { createMoment } from "../../../build/serve/handler/cache-epoch.ts";

it("lasts as long as it was told to, and is never seen again", () => {
  let nowMs = 1000;
  const moment = createMoment(500, () => nowMs);
  const first = moment();
  nowMs = 1499;
  expect(moment()).toBe(first);
  nowMs = 1500;
  expect(moment()).toBeGreaterThan(first);
});

it("of no length ends with the question", () => {
  const moment = createMoment(0, () => 7);
  expect(new Set([moment(), moment(), moment()]).size).toBe(3);
});

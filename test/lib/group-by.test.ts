import { expect, it } from "vitest";
import { groupBy } from "../../build/lib/collections.ts";

it("groups in the order of first appearance and keeps the order within a group", () => {
  const groups = groupBy([5, 2, 1, 4, 3], (number) => (number % 2 === 0 ? "even" : "odd"));
  expect([...groups]).toEqual([
    ["odd", [5, 1, 3]],
    ["even", [2, 4]],
  ]);
});

it("has no group without an item", () => {
  expect([...groupBy([], (item) => item)]).toEqual([]);
});

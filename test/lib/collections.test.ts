import { describe, expect, it } from "vitest";
import { groupBy, TwoKeyMap } from "../../build/lib/collections.ts";

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

describe("TwoKeyMap", () => {
  const map = new TwoKeyMap<number>();
  map.set("a:b", "c", 1);
  map.set("a", "b:c", 2);
  map.set("a", "__proto__", 3);
  map.set("a", "b:c", 4);

  it("keeps apart what would be one text", () => {
    expect(map.get("a:b", "c")).toBe(1);
    expect(map.get("a", "b:c")).toBe(4);
    expect(map.get("a", "__proto__")).toBe(3);
    expect(map.get("a", "c")).toBeUndefined();
    expect(map.get("b", "c")).toBeUndefined();
  });

  it("lists the value of each pair once", () => {
    expect(map.values()).toEqual([1, 4, 3]);
  });
});

import { expect, it } from "vitest";
import { type Dataset, sortDatasets } from "../../../build/crypto/normalise/record.ts";
import { NOW } from "./records.ts";

const dataset = (source: string, priority: number, stale: boolean): Dataset<"coin"> => {
  return { source, feed: "list", kind: "coin", records: [], fetchedAtMs: NOW, stale, priority };
};

const gecko = dataset("coingecko", 1, true);
const paprika = dataset("coinpaprika", 2, false);
const lore = dataset("coinlore", 3, false);

it("takes the dataset of the first source that answered, whatever the order of arrival", () => {
  expect(sortDatasets([gecko, lore, paprika]).first("coin")).toBe(paprika);
  expect(sortDatasets([paprika, lore, gecko]).first("coin")).toBe(paprika);
});

it("takes that of the first source where none answered", () => {
  const failed = { ...lore, stale: true };
  expect(sortDatasets([failed, gecko]).first("coin")).toBe(gecko);
  expect(sortDatasets([failed, gecko]).first("global")).toBeUndefined();
});

it("lists the datasets of a kind by priority, and sources without one by name", () => {
  const unranked = ["b", "a"].map((source): Dataset<"coin"> => {
    const { priority: _none, ...rest } = dataset(source, 0, false);
    return rest;
  });
  const sources = sortDatasets([...unranked, lore, gecko, paprika])
    .all("coin")
    .map(({ source }) => source);
  expect(sources).toEqual(["coingecko", "coinpaprika", "coinlore", "a", "b"]);
});

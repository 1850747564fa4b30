import { describe, expect, it } from "vitest";
import { countValues, groupBy, runAhead, sortByCount, TwoKeyMap } from "../../build/lib/collections.ts";
import { collect } from "../fixtures/collect.ts";

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

it("counts values, and sorts equal counts by name", () => {
  const counts = countValues(["b", "a", "c", "a", "b"]);
  expect([...counts]).toEqual([
    ["b", 2],
    ["a", 2],
    ["c", 1],
  ]);
  expect(sortByCount(counts)).toEqual([
    ["a", 2],
    ["b", 2],
    ["c", 1],
  ]);
});

describe("TwoKeyMap", () => {
  const map = new TwoKeyMap<number>();
  map.set("a:b", "c", 1);
  map.set("a", "b:c", 2);
  map.set("a", "__proto__", 3);
  map.set("a", "b:c", 4);

  it("distinguishes pairs whose joined text is equal", () => {
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

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Jobs that end in the opposite order of their beginning, as far as that is possible. */
function createJobs(count: number) {
  const seen = { running: 0, most: 0, begun: 0 };
  const jobs = Array.from({ length: count }, (_, at) => async () => {
    seen.begun += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    for (let ticks = count - at; ticks > 0; ticks -= 1) await tick();
    seen.running -= 1;
    return at;
  });
  return { jobs, seen };
}

describe("runAhead", () => {
  it("keeps the order and never runs more than it may", async () => {
    const { jobs, seen } = createJobs(12);
    expect(await collect(runAhead(jobs, 3))).toEqual(jobs.map((_, at) => at));
    expect(seen.most).toBe(3);
  });

  it("throws the error of the first failed job, after all jobs have ended", async () => {
    const { jobs, seen } = createJobs(6);
    const failing = jobs.map((job, at) => async () => {
      const value = await job();
      if (at >= 1) throw new Error(`job ${at}`);
      return value;
    });
    await expect(collect(runAhead(failing, 3))).rejects.toThrow("job 1");
    expect(seen.running).toBe(0);
    expect(seen.begun).toBe(4);
  });

  it("starts no more jobs if the reader stops", async () => {
    const { jobs, seen } = createJobs(6);
    for await (const value of runAhead(jobs, 2)) {
      expect(value).toBe(0);
      break;
    }
    expect(seen).toMatchObject({ begun: 2, running: 0 });
  });
});

import { describe, expect, it } from "vitest";
import { cutDays, readDays } from "../../public/js/day-series.js";

const DAY_MS = 86_400_000;

describe("a series of days", () => {
  it("is cut to its last days, or not at all", () => {
    const points = [0, 1, 2, 3].map((day) => [day * DAY_MS, day]);
    expect(cutDays(points, 2)).toEqual([
      [2 * DAY_MS, 3 * DAY_MS],
      [2, 3],
    ]);
    expect(cutDays(points, Number("all"))[1]).toEqual([0, 1, 2, 3]);
    expect(cutDays([], 30)).toEqual([[], []]);
  });

  it("breaks where days are missing, instead of inventing what lies between", () => {
    expect(
      cutDays(
        [
          [0, 5],
          [3 * DAY_MS, 6],
        ],
        30,
      ),
    ).toEqual([
      [0, DAY_MS, 3 * DAY_MS],
      [5, null, 6],
    ]);
  });

  it("is read from the archive by the name of its column, without what is unknown", () => {
    const csv = "date,value,words\n1970-01-01,5,Greed\n1970-01-02,,\n1970-01-03,7,x\n";
    expect(readDays(csv, "value")).toEqual([
      [0, 5],
      [2 * DAY_MS, 7],
    ]);
    expect(() => readDays(csv, "tvl_usd")).toThrow("There is no column tvl_usd");
    expect(readDays("date,value\n", "value")).toEqual([]);
  });
});

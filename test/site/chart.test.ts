import { describe, expect, it } from "vitest";
import { buildColumns, chooseDrawn } from "../../public/js/chart-series.js";
import { summariseChange, summariseIndex } from "../../public/js/chart-summary.js";
import { cutDays, readDays } from "../../public/js/day-series.js";
import { formatMoney } from "../../public/js/format.js";

describe("the columns of a chart", () => {
  const HOUR_MS = 3_600_000;

  it("contain all points, with null for unknown volumes", () => {
    const history = {
      interval: "1h",
      prices: [
        [0, 1],
        [HOUR_MS, 2],
      ],
      total_volumes: [
        [0, null],
        [HOUR_MS, 7],
      ],
    };
    expect(buildColumns(history)).toEqual([
      [0, HOUR_MS],
      [1, 2],
      [null, 7],
    ]);
  });

  it("have a break at each gap", () => {
    const history = {
      interval: "1h",
      prices: [
        [0, 1],
        [3 * HOUR_MS, 2],
        [4 * HOUR_MS, 3],
      ],
      total_volumes: [],
    };
    const [times, prices] = buildColumns(history);
    expect(times).toEqual([0, HOUR_MS, 3 * HOUR_MS, 4 * HOUR_MS]);
    expect(prices).toEqual([1, null, 2, 3]);
  });

  it("omit volumes if most are unknown", () => {
    const times = [0, 1, 2, 3];
    const prices = [1, 2, null, 3];
    expect(chooseDrawn([times, prices, [null, null, null, 7]])).toEqual([times, prices]);
    expect(chooseDrawn([times, prices, [null, 6, null, 7]])).toEqual([times, prices, [null, 6, null, 7]]);
    expect(chooseDrawn([times, prices])).toEqual([times, prices]);
  });
});

describe("a daily series", () => {
  const DAY_MS = 86_400_000;

  it("is cut to its last days or kept whole", () => {
    const points = [0, 1, 2, 3].map((day) => [day * DAY_MS, day]);
    expect(cutDays(points, 2)).toEqual([
      [2 * DAY_MS, 3 * DAY_MS],
      [2, 3],
    ]);
    expect(cutDays(points, Number("all"))[1]).toEqual([0, 1, 2, 3]);
    expect(cutDays([], 30)).toEqual([[], []]);
  });

  it("has a break at each gap", () => {
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

  it("is read from a CSV column without unknown values", () => {
    const csv = "date,value,words\n1970-01-01,5,Greed\n1970-01-02,,\n1970-01-03,7,x\n";
    expect(readDays(csv, "value")).toEqual([
      [0, 5],
      [2 * DAY_MS, 7],
    ]);
    expect(() => readDays(csv, "tvl_usd")).toThrow("There is no column tvl_usd");
    expect(readDays("date,value\n", "value")).toEqual([]);
  });
});

describe("the summary of a chart", () => {
  const DAY_MS = 86_400_000;
  const summarise = (...values: (number | null)[]) =>
    summariseChange([values.map((_, day) => day * DAY_MS), values], formatMoney);

  it("has the change with its first and last point, and the extremes", () => {
    expect(summarise(null, 100, 50, null, 150)).toBe(
      "+50.00% from the first point (1970-01-02) to the last (1970-01-05), between $50.00 and $150",
    );
  });

  it("shows two values instead of a huge percentage", () => {
    expect(summarise(1, 5000)).toBe("from $1.00 on 1970-01-01 to $5.00K on 1970-01-02, between $1.00 and $5.00K");
    expect(summarise(0, 2)).toBe("from $0.00 on 1970-01-01 to $2.00 on 1970-01-02, between $0.00 and $2.00");
  });

  it("is null for fewer than two points", () => {
    expect(summarise(null, 1)).toBeNull();
    expect(summarise()).toBeNull();
  });

  it("has the extremes and the mean of an index", () => {
    expect(
      summariseIndex([
        [0, 1, 2, 3],
        [10, null, 40, 25],
      ]),
    ).toBe("between 10 and 40, 25 on average");
    expect(summariseIndex([[0], [10]])).toBeNull();
  });
});

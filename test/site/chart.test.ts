import { describe, expect, it } from "vitest";
import { buildColumns, chooseDrawn } from "../../public/js/chart-series.js";
import { summariseChange, summariseIndex } from "../../public/js/chart-summary.js";
import { cutDays, readDays } from "../../public/js/day-series.js";
import { formatMoney } from "../../public/js/format.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Points at multiples of a step, as [time, value]. */
const place = (stepMs: number, values: Record<number, number | null>) =>
  Object.entries(values).map(([at, value]) => [Number(at) * stepMs, value]);

describe("the columns of a chart", () => {
  it("contain all points, with null for unknown volumes and a break at each gap", () => {
    const series = (prices: Record<number, number>, volumes: Record<number, number | null>) =>
      buildColumns({ interval: "1h", prices: place(HOUR_MS, prices), total_volumes: place(HOUR_MS, volumes) });
    expect(series({ 0: 1, 1: 2 }, { 0: null, 1: 7 })).toEqual([
      [0, HOUR_MS],
      [1, 2],
      [null, 7],
    ]);
    const [times, prices] = series({ 0: 1, 3: 2, 4: 3 }, {});
    expect(times).toEqual([0, HOUR_MS, 3 * HOUR_MS, 4 * HOUR_MS]);
    expect(prices).toEqual([1, null, 2, 3]);
  });

  it("omit volumes if most are unknown", () => {
    const columns = [
      [0, 1, 2, 3],
      [1, 2, null, 3],
    ];
    expect(chooseDrawn([...columns, [null, null, null, 7]])).toEqual(columns);
    expect(chooseDrawn([...columns, [null, 6, null, 7]])).toEqual([...columns, [null, 6, null, 7]]);
    expect(chooseDrawn(columns)).toEqual(columns);
  });
});

describe("a daily series", () => {
  it("is cut to its last days or kept whole, with a break at each gap", () => {
    const points = place(DAY_MS, { 0: 0, 1: 1, 2: 2, 3: 3 });
    expect(cutDays(points, 2)).toEqual([
      [2 * DAY_MS, 3 * DAY_MS],
      [2, 3],
    ]);
    expect(cutDays(points, Number("all"))[1]).toEqual([0, 1, 2, 3]);
    expect(cutDays([], 30)).toEqual([[], []]);
    expect(cutDays(place(DAY_MS, { 0: 5, 3: 6 }), 30)).toEqual([
      [0, DAY_MS, 3 * DAY_MS],
      [5, null, 6],
    ]);
  });

  it("is read from a CSV column without unknown values", () => {
    const csv = "date,value,words\n1970-01-01,5,Greed\n1970-01-02,,\n1970-01-03,7,x\n";
    expect(readDays(csv, "value")).toEqual(place(DAY_MS, { 0: 5, 2: 7 }));
    expect(() => readDays(csv, "tvl_usd")).toThrow("There is no column tvl_usd");
    expect(readDays("date,value\n", "value")).toEqual([]);
  });
});

it.each([
  [
    [null, 100, 50, null, 150],
    "+50.00% from the first point (1970-01-02) to the last (1970-01-05), between $50.00 and $150",
  ],
  // Two values instead of a huge percentage.
  [[1, 5000], "from $1.00 on 1970-01-01 to $5.00K on 1970-01-02, between $1.00 and $5.00K"],
  [[0, 2], "from $0.00 on 1970-01-01 to $2.00 on 1970-01-02, between $0.00 and $2.00"],
  [[null, 1], null],
  [[], null],
])("summarises the chart of %j", (values, summary) => {
  expect(summariseChange([values.map((_, day) => day * DAY_MS), values], formatMoney)).toBe(summary);
});

it("summarises an index by its extremes and its mean", () => {
  expect(
    summariseIndex([
      [0, 1, 2, 3],
      [10, null, 40, 25],
    ]),
  ).toBe("between 10 and 40, 25 on average");
  expect(summariseIndex([[0], [10]])).toBeNull();
});

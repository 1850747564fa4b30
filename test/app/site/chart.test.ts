import { describe, expect, it } from "vitest";
import { readChartView, writeChartView } from "../../../public/js/chart-address.js";
import { renderCsv, renderPoints } from "../../../public/js/chart-export.js";
import { createLine } from "../../../public/js/chart-line.js";
import {
  buildColumns,
  buildDays,
  chooseDrawn,
  cutLast,
  cutRange,
  listIsolated,
} from "../../../public/js/chart-series.js";
import { describeChange, describeCoverage, summariseChange, summariseIndex } from "../../../public/js/chart-summary.js";
import { formatLevel, formatTimeTick, listLevels, listLogTicks } from "../../../public/js/chart-ticks.js";
import { readDays } from "../../../public/js/day-series.js";
import { formatMoney } from "../../../public/js/format.js";

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

describe("a part of a chart", () => {
  const columns = buildDays(place(DAY_MS, { 0: 0, 1: 1, 3: 3, 4: 4 }));

  it("has the last points of a period and the one that counted at its start, without gaps at its ends", () => {
    expect(columns[1]).toEqual([0, 1, null, 3, 4]);
    expect(cutLast(columns, 1.5 * DAY_MS)[1]).toEqual([3, 4]);
    expect(cutLast(columns, 2 * DAY_MS)[1]).toEqual([3, 4]);
    expect(cutLast(columns, 3 * DAY_MS)[1]).toEqual([1, null, 3, 4]);
    expect(cutLast(columns, 3.5 * DAY_MS)[1]).toEqual([0, 1, null, 3, 4]);
    expect(cutLast(columns, Number.NaN)).toEqual(columns);
    expect(cutLast([[], []], DAY_MS)).toEqual([[], []]);
  });

  it("is a line where the last two points are neighbours", () => {
    expect(cutLast(columns, HOUR_MS)[1]).toEqual([3, 4]);
    expect(cutLast(buildDays(place(DAY_MS, { 0: 0, 5: 5 })), DAY_MS)[1]).toEqual([5]);
  });

  it("has the points between two times", () => {
    expect(cutRange(columns, { fromMs: DAY_MS, toMs: 3 * DAY_MS })[1]).toEqual([1, null, 3]);
    expect(cutRange(columns, { fromMs: 1.5 * DAY_MS, toMs: 2.5 * DAY_MS })).toEqual([[], []]);
  });

  it("knows the points that no line shows", () => {
    expect(listIsolated([1, null, 2, 3, null, 4])).toEqual([0, 5]);
    expect(listIsolated([7])).toEqual([0]);
  });
});

it.each([
  ["12 of 30 days", DAY_MS, 12, 30 * DAY_MS],
  ["3 of 7 days", HOUR_MS, 72, 7 * DAY_MS],
  ["5 of 24 hours", HOUR_MS, 5, DAY_MS],
  ["20 of 60 minutes", 10 * 60_000, 2, HOUR_MS],
  ["5 hours of 7 days", HOUR_MS, 5, 7 * DAY_MS],
  ["5 minutes of 24 hours", 5 * 60_000, 1, DAY_MS],
  ["", DAY_MS, 30, 30 * DAY_MS],
  ["", HOUR_MS, 167, 7 * DAY_MS],
  ["", HOUR_MS, 0, 7 * DAY_MS],
  ["", DAY_MS, 12, Number.NaN],
])("describes the coverage %j", (text, stepMs, count, lengthMs) => {
  const times = Array.from({ length: count }, (_, at) => at * stepMs);
  expect(describeCoverage([times, times], stepMs, lengthMs)).toBe(text);
});

it("does not count the point at the start of a period as covered", () => {
  const days = buildDays(place(DAY_MS, { 0: 1, 1: 1, 2: 1, 3: 1, 5: 1, 6: 1, 7: 1 }));
  expect(describeCoverage(cutLast(days, 7 * DAY_MS), DAY_MS, 7 * DAY_MS)).toBe("6 of 7 days");
});

it("does not count gaps as covered", () => {
  expect(describeCoverage(buildDays(place(DAY_MS, { 0: 1, 1: 1, 9: 1 })), DAY_MS, 30 * DAY_MS)).toBe("3 of 30 days");
});

describe("the view in the URL", () => {
  it("is read back as it was written, beside other parameters", () => {
    const zoom = { fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 10, 2, 5, 30) };
    const view = { range: "30d", zoom, isLog: true, hasBars: false, isCandles: true };
    const search = writeChartView("?search=a+b&range=1h", view);
    expect(search).toBe(
      "?search=a+b&range=30d&from=2026-11-01&to=2026-11-02T05:30Z&scale=log&volume=off&chart=candles",
    );
    expect(readChartView(search)).toEqual(view);
    const plain = { range: null, zoom: null, isLog: false, hasBars: true, isCandles: false };
    expect(writeChartView(search, plain)).toBe("?search=a+b");
    expect(readChartView("")).toEqual(plain);
    expect(writeChartView("", plain)).toBe("");
  });

  it.each(["from=2026-11-02&to=2026-11-01", "from=2026-11-02", "from=5&to=6", "from=2026-99-01&to=2027-01-01"])(
    "has no zoom with %s",
    (search) => expect(readChartView(search).zoom).toBeNull(),
  );
});

describe("a line of hours", () => {
  const startMs = Date.UTC(2026, 10, 28, 22);
  const prices = [0, 1, 2].map((hour) => [startMs + hour * HOUR_MS, hour + 1]);
  const data = { interval: "1h", prices, newest_ms: startMs + 2.5 * HOUR_MS };
  const line = createLine({ value: { head: "Price", format: String, column: "price" } } as never);
  const columns = buildColumns({ ...data, total_volumes: [] });
  const shown = line.choose(columns, { data, hasBars: true });

  it("names each price by its hour, which it ends, and the current price by its time", () => {
    const titles = [0, 1, 2].map((at) => line.describe(shown, at).title);
    expect(titles).toEqual(["2026-11-28 22:00–23:00 UTC", "2026-11-28 23:00–24:00 UTC", "2026-11-29 00:00–00:30 UTC"]);
    expect(line.describe(shown, 1).line).toMatch(/^2026-11-28 23:00–24:00 UTC · 2/);
  });

  it("says in its CSV that the times are the starts of hours", async () => {
    expect(await line.csv(shown)).toMatch(/^hour_start,price\n2026-11-28T22:00:00Z,1\n/);
  });

  it("is none where builds an hour apart made the points", () => {
    const shifted = prices.map(([timeMs, price]) => [timeMs! + 300_000, price]);
    const builds = line.choose(columns, { data: { ...data, prices: shifted }, hasBars: true });
    expect(line.describe(builds, 0).title).toBe("2026-11-28 22:00 UTC");
  });
});

describe("the copied points", () => {
  const columns = [
    [0, DAY_MS, 2 * DAY_MS],
    [1, null, 3],
    [null, null, 9],
  ];

  it("are CSV with days or times", () => {
    expect(renderCsv(columns, ["price", "total_volume"])).toBe(
      "date,price,total_volume\n1970-01-01,1,\n1970-01-03,3,9\n",
    );
    expect(renderCsv([[HOUR_MS], [2]], ["price"])).toBe("time,price\n1970-01-01T01:00:00Z,2\n");
  });

  it("are JSON in the form of the API", () => {
    expect(JSON.parse(renderPoints(columns, ["prices", "total_volumes"]))).toEqual({
      from: "1970-01-01T00:00:00Z",
      to: "1970-01-03T00:00:00Z",
      prices: place(DAY_MS, { 0: 1, 2: 3 }),
      total_volumes: place(DAY_MS, { 0: null, 2: 9 }),
    });
  });
});

describe("the labels of the axes", () => {
  it.each([
    [91_000, 500, "$91,000"],
    [1.5, 0.5, "$1.50"],
    [0.9998, 0.0002, "$0.9998"],
    [1.0002, 0.0002, "$1.0002"],
    [2.5e-9, 2.5e-10, "$0.00000000250"],
    [0, 20, "$0"],
    [132.5e9, 2.5e9, "$132.5B"],
    [3e6, 1e6, "$3M"],
  ])("write %s at a distance of %s as %s", (value, step, text) => {
    expect(formatLevel(value, step)).toBe(text);
  });

  it("write times by the distance of the ticks", () => {
    const timeMs = Date.UTC(2026, 10, 20);
    expect(formatTimeTick(timeMs + 6 * HOUR_MS, HOUR_MS)).toBe("06:00");
    expect(formatTimeTick(timeMs, HOUR_MS)).toBe("Nov 20");
    expect(formatTimeTick(timeMs, 5 * DAY_MS)).toBe("Nov 20");
    expect(formatTimeTick(timeMs, 60 * DAY_MS)).toBe("Nov 2026");
    expect(formatTimeTick(timeMs, 365 * DAY_MS)).toBe("2026");
  });

  it.each([
    [0, 100, [0, 25, 50, 75, 100]],
    [109, 133, [100, 110, 120, 130, 140]],
    [41, 65, [40, 50, 60, 70]],
    [50, 50, [40, 60]],
    [0.4, 1.4, [0.25, 0.5, 0.75, 1, 1.25, 1.5]],
  ])("of a still chart are even and enclose %d to %d", (low, high, expected) => {
    expect(listLevels(low, high).levels).toEqual(expected);
  });

  it("are round numbers on a logarithmic scale, not too many", () => {
    expect(listLogTicks(68_000, 104_000, 5)).toEqual([70_000, 80_000, 90_000, 100_000]);
    expect(listLogTicks(0.02, 30, 12)).toEqual([0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
    expect(listLogTicks(0.02, 30, 5)).toEqual([0.1, 1, 10]);
    expect(listLogTicks(1e-8, 1e4, 5)).toEqual([1e-6, 1e-3, 1, 1000]);
  });
});

describe("a daily series", () => {
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
  [[null, 1], "1 point, $1.00 on 1970-01-02"],
  [[null], null],
  [[], null],
])("summarises the chart of %j", (values, summary) => {
  expect(summariseChange([values.map((_, day) => day * DAY_MS), values], formatMoney)).toBe(summary);
});

it("summarises a chart with the published change of its period", () => {
  const columns: [number[], number[]] = [
    [0, DAY_MS],
    [100, 150],
  ];
  expect(summariseChange(columns, formatMoney, 48.761)).toBe("+48.76%, between $100 and $150");
  expect(summariseChange(columns, formatMoney, -0.5)).toBe("−0.50%, between $100 and $150");
  expect(summariseChange([[0], [null]], formatMoney, 1)).toBeNull();
});

it("summarises an index by its extremes and its mean", () => {
  expect(
    summariseIndex([
      [0, 1, 2, 3],
      [10, null, 40, 25],
    ]),
  ).toBe("between 10 and 40, 25 on average");
  expect(summariseIndex([[0], [10]])).toBe("1 point, 10 on 1970-01-01");
  expect(summariseIndex([[], []])).toBeNull();
});

it("describes a change in percent where a percentage is meaningful", () => {
  expect(describeChange(100, 97)).toBe("−3.00%");
  expect(describeChange(0, 5)).toBe("");
  expect(describeChange(1, 5000)).toBe("");
});

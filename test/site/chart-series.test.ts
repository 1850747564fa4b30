import { describe, expect, it } from "vitest";
import { buildColumns, chooseDrawn } from "../../public/js/chart-series.js";

const HOUR_MS = 3_600_000;

describe("the columns of a chart", () => {
  it("are the points of a history, with unknown volumes unknown", () => {
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

  it("break where points are missing, instead of inventing what lies between", () => {
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

  it("leave out volumes where most are unknown, so that one bar alone does not look like days without trade", () => {
    const times = [0, 1, 2, 3];
    const prices = [1, 2, null, 3];
    expect(chooseDrawn([times, prices, [null, null, null, 7]])).toEqual([times, prices]);
    expect(chooseDrawn([times, prices, [null, 6, null, 7]])).toEqual([times, prices, [null, 6, null, 7]]);
    expect(chooseDrawn([times, prices])).toEqual([times, prices]);
  });
});

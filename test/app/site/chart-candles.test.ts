import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildCandles,
  chooseLength,
  createCandles,
  describeLength,
  uniteCandles,
} from "../../../public/js/chart-candles.js";
import { renderRows } from "../../../public/js/chart-export.js";
import { formatPrice } from "../../../public/js/format.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Of the endpoint: start, open, high, low, close. */
const CANDLES = [
  [0, 10, 12, 9, 11],
  [HOUR_MS, 11, 15, 11, 14],
  [3 * HOUR_MS, 14, 14, 8, 9],
];
const COLUMNS = buildCandles({ candles: CANDLES });

const form = createCandles({
  load: async () => ({}),
  format: (value: number) => formatPrice(value),
  cell: (value: number) => String(value),
  findChange: (period: string | null) => (period === "30d" ? 5 : null),
});

describe("candles as columns", () => {
  it("are times, opens, highs, lows and closes", () => {
    expect(COLUMNS).toEqual([
      [0, HOUR_MS, 3 * HOUR_MS],
      [10, 11, 14],
      [12, 15, 14],
      [9, 11, 8],
      [11, 14, 9],
    ]);
    expect(buildCandles({ candles: [] })).toEqual([[], [], [], [], []]);
  });

  it("are united to longer candles: first open, highest high, lowest low, last close", () => {
    expect(uniteCandles(COLUMNS, 2 * HOUR_MS)).toEqual([
      [0, 2 * HOUR_MS],
      [10, 14],
      [15, 14],
      [9, 8],
      [14, 9],
    ]);
    expect(uniteCandles(COLUMNS, HOUR_MS)).toEqual(COLUMNS);
  });

  it("are united to weeks that begin on Monday", () => {
    const days = ["2026-11-15", "2026-11-16", "2026-11-22", "2026-11-23"].map((day) => Date.parse(day));
    const [times] = uniteCandles(buildCandles({ candles: days.map((day) => [day, 1, 1, 1, 1]) }), 7 * DAY_MS);
    expect(times.map((time: number) => new Date(time).toISOString().slice(0, 10))).toEqual([
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
    ]);
  });

  it("keep the first open, the last close and both extremes, whatever their length", () => {
    const price = fc.double({ min: 1, max: 1000, noNaN: true });
    const candle = fc
      .tuple(price, price, price, price)
      .map(([open, close, above, below]) => ({ open, close, above, below }));
    fc.assert(
      fc.property(fc.array(candle, { minLength: 1, maxLength: 60 }), fc.constantFrom(2, 4, 8, 24), (list, hours) => {
        const candles = list.map(({ open, close, above, below }, at) => [
          at * HOUR_MS,
          open,
          Math.max(open, close, above),
          Math.min(open, close, below),
          close,
        ]);
        const whole = buildCandles({ candles });
        const [times, opens, highs, lows, closes] = uniteCandles(whole, hours * HOUR_MS);
        expect(times.length).toBe(Math.ceil(list.length / hours));
        expect([opens[0], closes.at(-1)]).toEqual([list[0]?.open, list.at(-1)?.close]);
        expect([Math.max(...highs), Math.min(...lows)]).toEqual([Math.max(...whole[2]), Math.min(...whole[3])]);
      }),
    );
  });

  it("are as short as the width allows", () => {
    const hours = (count: number) => [Array.from({ length: count }, (_, at) => at * HOUR_MS)];
    expect(chooseLength(hours(24), "1h", 1000)).toBe(HOUR_MS);
    expect(chooseLength(hours(720), "1h", 1000)).toBe(8 * HOUR_MS);
    expect(chooseLength(hours(720), "1h", 300)).toBe(DAY_MS);
    expect(chooseLength([[0, 3650 * DAY_MS]], "1d", 1000)).toBe(28 * DAY_MS);
    expect(chooseLength([[0, 99_999 * DAY_MS]], "1d", 300)).toBe(336 * DAY_MS);
    expect([HOUR_MS, 4 * HOUR_MS, DAY_MS, 28 * DAY_MS].map(describeLength)).toEqual([
      "1 hour",
      "4 hours",
      "1 day",
      "4 weeks",
    ]);
  });
});

describe("a chart of candles", () => {
  const shown = (width: number) => ({ ...form.choose(COLUMNS, { data: { interval: "1h" }, width }), columns: COLUMNS });

  it("names open, high, low, close and the time of a candle", () => {
    const { title, pairs, line } = form.describe(shown(1000), 1);
    expect(title).toBe("1970-01-01 01:00 UTC");
    expect(pairs).toEqual([
      ["Open", "$11.00"],
      ["High", "$15.00"],
      ["Low", "$11.00"],
      ["Close", "$14.00"],
    ]);
    expect(line).toBe("1970-01-01 01:00 UTC · open $11.00 · high $15.00 · low $11.00 · close $14.00");
  });

  it("states the published change, the lowest low and the highest high", () => {
    expect(form.summarise(COLUMNS, "30d")).toBe("+5.00%, between $8.00 and $15.00");
    expect(form.summarise(COLUMNS, null)).toMatch(/^−18\.18% from .* between \$8\.00 and \$15\.00$/);
    expect(form.summarise([[], [], [], [], []], "30d")).toBeNull();
  });

  it("says how long a candle is, and which highs and lows are not final", () => {
    expect(form.explain(shown(1000), { provisional_from: null })).toBe("Each candle: 1 hour.");
    expect(form.explain(shown(14), { provisional_from: "1970-01-01T01:00:00Z" })).toBe(
      "Each candle: 2 hours. From 1970-01-01 01:00 UTC on, highs and lows can still change.",
    );
  });

  it("lists and copies the published candles, not the united ones", async () => {
    expect(form.listRows({}, COLUMNS).rows[0]).toEqual(["1970-01-01 03:00 UTC", "14", "14", "8", "9"]);
    expect(JSON.parse(await form.json(shown(14))).candles).toEqual(CANDLES);
    expect((await form.csv(shown(14))).split("\n").slice(0, 2)).toEqual([
      "time,open,high,low,close",
      "1970-01-01T00:00:00Z,10,12,9,11",
    ]);
    expect(JSON.parse(renderRows(COLUMNS, "candles"))).toMatchObject({ to: "1970-01-01T03:00:00Z" });
  });
});

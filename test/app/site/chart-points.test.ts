import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPointFinder } from "../../../public/js/chart-points.js";
import { buildColumns, readStep } from "../../../public/js/chart-series.js";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** The last closed hour of the clock of these tests began 83 minutes ago. */
const NOW_MS = Date.UTC(2026, 10, 29, 9, 23);
const LAST_HOUR_MS = Date.UTC(2026, 10, 29, 8);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

const makeButton = (period: string, title: string, hours?: number) => ({
  dataset: { period, title, history: `history/${period}.json`, ...(hours && { hours: String(hours) }) },
});
const buttons = [makeButton("1h", "1 hour", 1), makeButton("24h", "24 hours", 24), makeButton("all", "Full history")];

/**
 * Finds points in files with so many of them, hourly or daily, the newest so long before the last
 * closed hour.
 */
function find(counts: Readonly<Record<string, number>>, period: string, agoMs = 0) {
  const load = async (url: string) => {
    const interval = url.includes("all") ? "1d" : "1h";
    const stepMs = readStep({ interval }) ?? 0;
    const count = counts[url.slice(8, -5)] ?? 0;
    const newestMs = LAST_HOUR_MS - agoMs;
    const prices = Array.from({ length: count }, (_, at) => [newestMs - (count - 1 - at) * stepMs, at + 1]);
    // Published answers name the time of the newest price: the end of its hour or day.
    return { interval, prices, total_volumes: [], newest_ms: newestMs + stepMs };
  };
  const line = { file: "history", load, columns: buildColumns, step: readStep };
  const button = buttons.find(({ dataset }) => dataset.period === period);
  return createPointFinder(buttons, line, undefined).find(button, { isCandles: false });
}

describe("the points of a period", () => {
  it("are those of its file", async () => {
    const found = await find({ "1h": 2, "24h": 24, all: 90 }, "24h");
    expect(found).toMatchObject({ url: "history/24h.json", count: 24, coverage: "", isOlder: false });
  });

  it("come with the file of another period, where its own has none", async () => {
    const found = await find({ "24h": 24, all: 90 }, "1h");
    expect(found).toMatchObject({ url: "history/24h.json", count: 2, isOlder: false });
  });

  it("are called older, and cover nothing of the period", async () => {
    const found = await find({ all: 90 }, "1h", 48 * HOUR_MS);
    expect(found).toMatchObject({ url: "history/all.json", count: 2, coverage: "", isOlder: true });
    expect(await find({ all: 90 }, "all", 48 * HOUR_MS)).toMatchObject({ coverage: "", isOlder: false });
  });

  it("are as old as the end of their hour or day, whose price they have", async () => {
    expect(NOW_MS - LAST_HOUR_MS).toBe(83 * MINUTE_MS);
    expect(await find({ "1h": 2 }, "1h")).toMatchObject({ coverage: "", isOlder: false });
    expect(await find({ "1h": 2 }, "1h", HOUR_MS)).toMatchObject({ isOlder: true });
    const sinceMidnightMs = 8 * HOUR_MS;
    const dayMs = 24 * HOUR_MS;
    expect(await find({ all: 90 }, "24h", sinceMidnightMs + dayMs)).toMatchObject({ isOlder: false });
    expect(await find({ all: 90 }, "24h", sinceMidnightMs + 2 * dayMs)).toMatchObject({ isOlder: true });
  });
});

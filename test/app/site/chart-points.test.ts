import { describe, expect, it } from "vitest";
import { createPointFinder } from "../../../public/js/chart-points.js";
import { buildColumns, readStep } from "../../../public/js/chart-series.js";

const HOUR_MS = 3_600_000;
const lastMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

const makeButton = (period: string, title: string, hours?: number) => ({
  dataset: { period, title, history: `history/${period}.json`, ...(hours && { hours: String(hours) }) },
});
const buttons = [makeButton("1h", "1 hour", 1), makeButton("24h", "24 hours", 24), makeButton("all", "Full history")];

/** Finds points in files with so many of them, hourly or daily, the newest a time ago. */
function find(counts: Readonly<Record<string, number>>, period: string, agoMs = 0) {
  const load = async (url: string) => {
    const interval = url.includes("all") ? "1d" : "1h";
    const stepMs = readStep({ interval }) ?? 0;
    const count = counts[url.slice(8, -5)] ?? 0;
    const prices = Array.from({ length: count }, (_, at) => [lastMs - agoMs - (count - 1 - at) * stepMs, at + 1]);
    return { interval, prices, total_volumes: [] };
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
});

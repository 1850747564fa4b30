import { describe, expect, it } from "vitest";
import { describeDayPrice, describeNoPrice, findDayRequest } from "../../../public/js/day-price.js";
import { describeCsv, describeFile, nameCsv } from "../../../public/js/get-data-view.js";
import { listAnswerSnippets } from "../../../templates/components/snippets.js";

const NOW_MS = Date.parse("2026-11-20T09:17:30Z");

describe("the price of a day", () => {
  it("is asked for at the end of the day, and of the running day now", () => {
    expect(findDayRequest("coins/btc", "2026-11-01", NOW_MS)).toEqual({
      path: "coins/btc/at?time=2026-11-02T00:00Z",
      isClosed: true,
    });
    expect(findDayRequest("coins/btc", "2026-11-19", NOW_MS)).toMatchObject({ isClosed: true });
    expect(findDayRequest("coins/btc", "2026-11-20", NOW_MS)).toEqual({
      path: "coins/btc/at?time=2026-11-20T09:17Z",
      isClosed: false,
    });
    expect(findDayRequest("coins/btc", "2026-11-21", NOW_MS)).toBeNull();
    expect(findDayRequest("coins/btc", "", NOW_MS)).toBeNull();
  });

  it("is stated with its time, its currency and the series that it is from", () => {
    const data = { price: 1234.5, time: "2026-11-02T00:00:00Z", resolution: "1d" };
    expect(describeDayPrice("2026-11-01", true, { data, meta: { currency: "eur" } })).toBe(
      "Close of 2026-11-01 (UTC): €1,234.50, known since 2026-11-02 00:00 UTC, from days.",
    );
    const running = { ...data, time: "2026-11-20T00:05:00Z", resolution: "5m" };
    expect(describeDayPrice("2026-11-20", false, { data: running, meta: { currency: "usd" } })).toMatch(
      /^2026-11-20 so far: \$1,234\.50, /,
    );
  });

  it.each([
    ["2026-11-02", true],
    ["2026-11-03", true],
    ["2026-11-02", false],
  ])("is not a price that was known when the day began: %s", (day, isClosed) => {
    const data = { price: 1234.5, time: "2026-11-02T00:00:00Z", resolution: "1d" };
    expect(describeDayPrice(day, isClosed, { data, meta: { currency: "usd" } })).toBe(
      `No price of ${day} is known. Last price before it: $1,234.50, known since 2026-11-02 00:00 UTC, from days.`,
    );
  });
});

describe("a day without a price", () => {
  const day = (text: string, value: number | null = 1) => [Date.parse(text), value];

  it.each([
    ["2009-01-03", "2025-01-01"],
    ["2025-01-02", "2025-01-01"],
    ["2025-01-08", "2025-01-09"],
    ["2026-01-01", "2025-01-09"],
  ])("is named with the nearest known one: %s", (asked, nearest) => {
    const prices = [day("2025-01-01"), day("2025-01-03", null), day("2025-01-09")];
    expect(describeNoPrice(asked, prices)).toBe(`No price of ${asked} is known. The nearest known day is ${nearest}.`);
  });

  it("is named alone where no day is known", () => {
    expect(describeNoPrice("2025-01-01", [])).toBe("No price of 2025-01-01 is known.");
  });
});

describe("the data of a chart", () => {
  it("has code that reads its address, in three languages", () => {
    const list = listAnswerSnippets("https://host.example/api/coins/btc.json");
    expect(list.map(([id]) => id)).toEqual(["curl", "javascript", "python"]);
    for (const [, , code] of list) expect(String(code)).toContain("https://host.example/api/coins/btc.json");
    expect(list.map(([, , code]) => String(code)).join()).toMatch(/data, meta .*\["meta"\]/s);
    const bare = listAnswerSnippets("x", { bare: true }).map(([, , code]) => String(code));
    expect(bare.join()).not.toContain("meta");
  });

  it("is described by what is known of its period", () => {
    const file = { title: "1 hour", coverage: "", isOlder: false, isPart: false, candles: undefined };
    expect(describeFile(file)).toBe("");
    expect(describeFile({ ...file, coverage: "20 of 60 minutes" })).toBe("Only 20 of 60 minutes are known.");
    expect(describeFile({ ...file, coverage: "1 of 60 minutes" })).toBe("Only 1 of 60 minutes is known.");
    expect(describeFile({ ...file, isOlder: true })).toBe("Its newest point is older than 1 hour.");
  });

  it("is described by how the chart differs from its file", () => {
    const whole = { title: "7 days", coverage: "", isOlder: false, isPart: false, candles: undefined };
    const part = { ...whole, isPart: true };
    expect(describeFile(part)).toBe("The chart shows a part of it.");
    const [own, joined] = ["1 hour", "4 hours"].map((drawn) => ({ file: "1 hour", drawn }));
    expect(describeFile({ ...whole, candles: own })).toBe("It has candles of 1 hour.");
    expect(describeFile({ ...whole, candles: joined })).toBe(
      "It has candles of 1 hour. The chart shows them as candles of 4 hours.",
    );
    expect(describeFile({ ...part, candles: own })).toBe("It has candles of 1 hour. The chart shows a part of them.");
    expect(describeFile({ ...part, candles: joined })).toBe(
      "It has candles of 1 hour. The chart shows a part of them, as candles of 4 hours.",
    );
  });

  it("is CSV that ends with the current price only where the running step is drawn", () => {
    const hourMs = 3_600_000;
    const data = { interval: "1h", newest_ms: 2.5 * hourMs };
    const line = { isOlder: false, isPart: false, candles: undefined, data };
    expect(describeCsv({ ...line, columns: [[0, hourMs, 2 * hourMs]] })).toBe(
      "with the drawn points: the last one is the current price.",
    );
    expect(describeCsv({ ...line, columns: [[0, hourMs]] })).toBe("with the drawn points.");
    const older = { ...line, isOlder: true, columns: [[0, hourMs, 2 * hourMs]] };
    expect(describeCsv(older)).toBe("with the drawn points.");
    const closed = { ...line, data: { ...data, newest_ms: 3 * hourMs } };
    expect(describeCsv({ ...closed, columns: [[0, hourMs, 2 * hourMs]] })).toBe("with the drawn points.");
    const candles = { file: "1 hour", drawn: "4 hours" };
    expect(describeCsv({ ...line, isPart: true, candles, columns: [[0]] })).toBe(
      "with the candles of 1 hour of the shown part.",
    );
  });

  it("is a file named by coin, period, form, shown part and currency", () => {
    const columns = [[Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2, 5)]];
    const whole = { symbol: "BTC.e", period: "30d", currency: "eur", isZoomed: false, isOlder: false, columns };
    const line = { ...whole, candles: undefined };
    expect(nameCsv(line)).toBe("btc-e-30d-eur.csv");
    expect(nameCsv({ ...line, columns: [[]] })).toBe("btc-e-30d-eur.csv");
    const part = "btc-e-30d-2026-11-01t00-00-2026-11-02t05-00-eur.csv";
    expect(nameCsv({ ...line, isZoomed: true })).toBe(part);
    expect(nameCsv({ ...line, isOlder: true })).toBe(part);
    expect(nameCsv({ ...whole, candles: { file: "1 hour", drawn: "1 hour" } })).toBe("btc-e-30d-candles-eur.csv");
  });
});

import { describe, expect, it } from "vitest";
import { nameCsv } from "../../../public/js/chart-export.js";
import { describeDayPrice, findDayRequest } from "../../../public/js/day-price.js";
import { describeFile } from "../../../public/js/get-data-view.js";
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
    const file = { title: "1 hour", coverage: "", isOlder: false };
    expect(describeFile(file)).toBe("");
    expect(describeFile({ ...file, coverage: "20 of 60 minutes" })).toBe("Only 20 of 60 minutes are known.");
    expect(describeFile({ ...file, isOlder: true })).toBe("Its newest point is older than 1 hour.");
  });

  it("is a file named by coin, period and currency", () => {
    expect(nameCsv({ symbol: "BTC.e", period: "30d", currency: "eur" })).toBe("btc-e-30d-eur.csv");
  });
});

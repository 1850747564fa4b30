import { describe, expect, it } from "vitest";
import { fearGreed } from "../../../../build/crypto/api/endpoints/fear-greed.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { makeIndexSeries, makeWorld } from "../../../fixtures/market.ts";

const answerOf = (series = makeIndexSeries(40)) =>
  fearGreed.compute(makeWorld({ fearGreed: series }), {}).data as {
    value: number;
    previous: Record<string, { value: number; timestamp: string } | null>;
    history: [number, number][];
  };

describe("fear-greed", () => {
  it("has the newest value, earlier ones and 30 days, for any order of the series", () => {
    const answer = answerOf(makeIndexSeries(40).reverse());
    expect(answer).toMatchObject({
      value: 0,
      value_classification: "0 days ago",
      timestamp: "2026-11-20T00:00:00Z",
      next_update_at: "2026-11-21T00:00:00Z",
      previous: {
        day: { value: 1, value_classification: "1 days ago", timestamp: "2026-11-19T00:00:00Z" },
        week: { value: 7, timestamp: "2026-11-13T00:00:00Z" },
        month: { value: 30, timestamp: "2026-10-21T00:00:00Z" },
      },
    });
    expect(answer.history).toHaveLength(30);
    expect(answer.history[0]?.[1]).toBe(29);
    expect(answer.history.at(-1)).toEqual([Date.parse("2026-11-20T00:00:00Z"), 0]);
  });

  it("uses the nearest earlier value if a day is missing", () => {
    const answer = answerOf(makeIndexSeries(40).filter(({ value }) => value !== 1 && value !== 7 && value !== 8));
    expect(answer.previous).toMatchObject({ day: { value: 2 }, week: { value: 9 }, month: { value: 30 } });
    expect(answer.history).toHaveLength(27);
  });

  it("compares calendar days, so that a value stamped at another hour counts for its day", () => {
    const series = makeIndexSeries(3).map((one) =>
      one.value === 1 ? { ...one, timeMs: one.timeMs + DAY_MS / 2 } : one,
    );
    expect(answerOf(series).previous).toMatchObject({ day: { value: 1 }, week: null, month: null });
  });

  it("is null if the series is too short", () => {
    expect(answerOf(makeIndexSeries(1)).previous).toEqual({ day: null, week: null, month: null });
  });
});

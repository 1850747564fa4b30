import { describe, expect, it } from "vitest";
import { coinAt } from "../../../../build/crypto/api/endpoints/coin-at.ts";
import { parseMoment } from "../../../../build/crypto/api/moments/parse-moment.ts";
import { parseQuery } from "../../../../build/kit/api/query.ts";

const read = (time: string) => {
  const parsed = parseQuery(coinAt.parameters, new URLSearchParams(`time=${time}`));
  return "error" in parsed ? parsed.error : parseMoment(String(parsed.values["time"]));
};
const MOMENT = Date.UTC(2026, 8, 1, 12, 34);

describe("a moment in a query", () => {
  it.each([
    "2026-09-01T12:34Z",
    "2026-09-01T12:34:00Z",
    "2026-09-01t12:34:00.000z",
    "2026-09-01T14:34%2B02:00",
    "2026-09-01T14:34+02:00",
    "2026-09-01T12:34:00%2B0000",
    "2026-09-01T07:04:00-0530",
    String(MOMENT / 1000),
    String(MOMENT),
    String((MOMENT + 999) / 1000),
    `${MOMENT}.5`,
  ])("%s", (text) => expect(read(text)).toBe(MOMENT));

  it("is the first moment of a date", () => expect(read("2026-09-01")).toBe(Date.UTC(2026, 8, 1)));

  it.each([
    "yesterday",
    "2026-9-1",
    "2026-09-01T12:34",
    "2026-09-01 12:34Z",
    "2026-09-01T25:00Z",
    "2026-09-01T12Z",
    "12:34",
    "-5",
    "1.5e9",
    "1.",
    "1.2.3",
    "99999999999999",
  ])("%s is refused with examples", (text) => {
    expect(read(text)).toBe(
      "time must be a moment such as 2026-09-01T12:34Z or 2026-09-01T12:34:56Z, unix seconds or milliseconds such as 1788266040, or a date such as 2026-09-01",
    );
  });

  it.each(["2026-02-30", "2026-13-01", "2026-02-30T12:00Z", "2026-00-10"])("%s is no day", (text) => {
    expect(read(text)).toBeUndefined();
  });
});

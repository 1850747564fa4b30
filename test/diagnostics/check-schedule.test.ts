import { describe, expect, it } from "vitest";
import { checkSchedule, findInterval } from "../../build/diagnostics/check-schedule.ts";

describe("the interval of a schedule", () => {
  it.each([
    ["7,37 * * * *", 30],
    ["37,7 * * * *", 30],
    ["*/15 * * * *", 15],
    ["3/20 * * * *", 20],
    ["5,50 * * * *", 45],
    ["23 6 * * *", 1_440],
    ["11 */6 * * *", 360],
    ["* * * * *", 1],
  ])("of %s is %i minutes", (cron, minutes) => {
    expect(findInterval(cron)).toBe(minutes);
  });

  it.each(["7 * * * 1", "7 * 1 * *", "1-5 * * * *", "60 * * * *", "*/0 * * * *", "", "7,37 *"])(
    "of %j is not known",
    (cron) => {
      expect(findInterval(cron)).toBeUndefined();
    },
  );
});

describe("the schedule", () => {
  it("is right where it is what the configuration expects", () => {
    expect(checkSchedule(["7,37 * * * *"], 30)).toMatchObject({ level: "ok" });
  });

  it.each([
    [undefined, "there is no workflow here"],
    [[], "the workflow runs on no schedule, only when it is told to"],
    [["7 * * * *"], '"7 * * * *" is every 60 minutes, and the configuration says 30'],
  ])("is worth a look where it is %j", (crons, detail) => {
    expect(checkSchedule(crons, 30)).toMatchObject({ level: "warning", detail, advice: expect.any(String) });
  });
});

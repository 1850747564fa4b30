import { expect, it } from "vitest";
import { summariseChange } from "../../public/js/chart-summary.js";
import { formatMoney } from "../../public/js/format.js";

const DAY_MS = 86_400_000;
const summarise = (...values: (number | null)[]) =>
  summariseChange([values.map((_, day) => day * DAY_MS), values], formatMoney);

it("says between which points a change was measured, and the extremes", () => {
  expect(summarise(null, 100, 50, null, 150)).toBe(
    "+50.00% from the first point (1970-01-02) to the last (1970-01-05), between $50.00 and $150",
  );
});

it("says the values themselves where percents tell nothing", () => {
  expect(summarise(1, 5000)).toBe("from $1.00 on 1970-01-01 to $5.00K on 1970-01-02, between $1.00 and $5.00K");
  expect(summarise(0, 2)).toBe("from $0.00 on 1970-01-01 to $2.00 on 1970-01-02, between $0.00 and $2.00");
});

it("says nothing of fewer than two points", () => {
  expect(summarise(null, 1)).toBeNull();
  expect(summarise()).toBeNull();
});

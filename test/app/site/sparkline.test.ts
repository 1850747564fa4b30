import { expect, it } from "vitest";
import { sparkline } from "../../../public/js/sparkline.js";

const kindOf = (values: (number | null)[], percent?: number | null) =>
  /class="sparkline (\w+)"/.exec(String(sparkline(values, { percent })))?.[1];

it("has the colour of its own change, which is flat if it is small", () => {
  expect(kindOf([100, 101])).toBe("up");
  expect(kindOf([100, 99])).toBe("down");
  expect(kindOf([100, 100.05])).toBe("flat");
});

it("has the colour of the change that the page shows, and says that number", () => {
  expect(kindOf([100, 99.9], 0.03)).toBe("up");
  expect(kindOf([100, 101], -0.02)).toBe("down");
  expect(kindOf([100, 101], 0.004)).toBe("flat");
  expect(kindOf([100, 101], null)).toBe("up");
  expect(String(sparkline([100, 99.9], { percent: 0.03 }))).toContain('aria-label="7 days: +0.03%"');
});

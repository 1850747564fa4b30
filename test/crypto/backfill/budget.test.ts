import { expect, it } from "vitest";
import { computeTimeLimitMs, DEFAULT_BACKFILL_REQUESTS } from "../../../build/crypto/backfill/budget.ts";
import { MINUTE_MS, SECOND_MS } from "../../../build/lib/time.ts";

it("a build waits half a minute for history, and a backfill by hand as long as its requests take", () => {
  expect(computeTimeLimitMs(DEFAULT_BACKFILL_REQUESTS)).toBe(30 * SECOND_MS);
  expect(computeTimeLimitMs(1)).toBe(30 * SECOND_MS);
  expect(computeTimeLimitMs(400)).toBe(5 * MINUTE_MS);
  expect(computeTimeLimitMs(100_000)).toBe(15 * MINUTE_MS);
});

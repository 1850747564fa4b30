import { expect, it } from "vitest";
import { hasLiveTier } from "../../../build/app/run/live-tier.ts";
import { HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";

const NOW = Date.parse("2026-11-20T09:17:30Z");

function readLive(updatedMs: number) {
  const live = { data: [], meta: { updated_at: new Date(updatedMs).toISOString(), stale: false } };
  return { readOld: () => new TextEncoder().encode(JSON.stringify(live)) };
}

it.each([
  ["a minute ago", -MINUTE_MS, true],
  ["59 minutes ago", -59 * MINUTE_MS, true],
  ["an hour ago", -HOUR_MS, false],
  ["three hours ahead, by a wrong clock", 3 * HOUR_MS, false],
])("a live file whose newest price is of %s", (_, offsetMs, isKept) => {
  expect(hasLiveTier(readLive(NOW + offsetMs), NOW)).toBe(isKept);
});

it("a damaged live file, or none, is not kept", () => {
  expect(hasLiveTier({ readOld: () => new TextEncoder().encode('{"data": [') }, NOW)).toBe(false);
  expect(hasLiveTier({ readOld: () => undefined }, NOW)).toBe(false);
});

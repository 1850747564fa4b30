import { expect, it } from "vitest";
import { findPrunable } from "../../../build/app/workflow/backup-state.ts";

const NOW = Date.parse("2026-11-20T00:07:00Z");
const HOUR = 3_600_000;

function forget(name: string, { ageHours = 24, held = false } = {}): boolean {
  return findPrunable([{ name, updatedAtMs: NOW - ageHours * HOUR }], () => held, NOW).length > 0;
}

it.each<[string, boolean, Parameters<typeof forget>[1]?]>([
  ["last-good/okx.tickers", true, { held: true }],
  ["hourly/2026-10-05", true],
  ["hourly/2026-10-06", false],
  ["hourly/2026-10-05", false, { held: true }],
  ["samples/2026-11-16", true],
  ["samples/2026-11-17", false],
  ["backfill-days/2026", true],
  // Pushed by a backfill during this run.
  ["backfill-days/2026", false, { ageHours: 1 }],
  ["backfill-days/2026", false, { held: true }],
  ["backfill-candles/2019", true],
  ["backfill-candles/2019", false, { ageHours: 1 }],
  ...["daily/2019", "news/2024-01", "market", "fear-greed"].map((name): [string, boolean] => [name, false]),
])("the data branch drops %s: %s", (name, expected, document) => {
  expect(forget(name, document)).toBe(expected);
});

import { expect, it, vi } from "vitest";
import { createRetries } from "../../../../build/kit/publish/s3/retries.ts";

const TRANSIENT = { errorType: "TRANSIENT" } as const;

/** The pauses before the second try and those after it, until there are no more. */
async function listPauses(tries: number, pauseMs: number, error: object = TRANSIENT): Promise<number[]> {
  const strategy = createRetries(tries, pauseMs, () => 1);
  const pauses: number[] = [];
  let token = await strategy.acquireInitialRetryToken("");
  for (;;) {
    const next = await strategy.refreshRetryTokenForRetry(token, { ...TRANSIENT, ...error }).catch(() => undefined);
    if (next === undefined) return pauses;
    token = next;
    pauses.push(token.getRetryDelay());
  }
}

it("doubles the pause with each try, up to 20 seconds", async () => {
  expect(await listPauses(8, 500)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000]);
});

it("waits as long as the store asks, up to 20 seconds", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  try {
    expect(await listPauses(3, 500, { retryAfterHint: new Date(7_000) })).toEqual([7_000, 7_000]);
    expect(await listPauses(2, 500, { retryAfterHint: new Date(3_600_000) })).toEqual([20_000]);
    expect(await listPauses(2, 500, { retryAfterHint: new Date(-1_000) })).toEqual([500]);
  } finally {
    vi.useRealTimers();
  }
});

it("does not repeat what the store refuses", async () => {
  expect(await listPauses(5, 500, { errorType: "CLIENT_ERROR" })).toEqual([]);
});

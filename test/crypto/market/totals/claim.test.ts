import { describe, expect, it } from "vitest";
import { findObjection, near, validateClaim } from "../../../../build/crypto/market/totals/claim.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
const claimOf = (amount: number) => ({ stated: `a total of ${amount}`, amount });

describe("a claim", () => {
  it("is refused where one limit is broken, with the limit as the reason", () => {
    const limits = [near(100, 2, "after 100"), { amount: 10, most: 12, reason: "of at most 120" }];
    expect(findObjection([{ ...claimOf(120), limits }])).toBeUndefined();
    expect(findObjection([{ ...claimOf(121), limits }])).toBe("a total of 121, of at most 120");
    expect(findObjection([{ ...claimOf(49), limits }])).toBe("a total of 49, after 100");
  });

  it("needs one of its corroborating values, and none where none is known", () => {
    const corroborating = [near(10, 2, "chains of 10"), near(100, 2, "protocols of 100"), near(null, 2, "unknown")];
    const judge = (amount: number, known = corroborating) =>
      findObjection([{ ...claimOf(amount), limits: [], corroborating: known }]);
    expect([judge(15), judge(150)]).toEqual([undefined, undefined]);
    expect(judge(40)).toBe("a total of 40, chains of 10 and protocols of 100");
    expect(judge(40, [near(undefined, 2, "unknown")])).toBeUndefined();
  });

  it("is never near nothing", () => {
    expect(findObjection([{ ...claimOf(5), limits: [near(0, 2, "after 0")] }])).toBe("a total of 5, after 0");
    expect(findObjection([{ ...claimOf(0), limits: [near(0, 2, "after 0")] }])).toBe("a total of 0, after 0");
  });

  it("is the first one that nothing contradicts; otherwise the last one is held for some days", () => {
    const validate = (claims: readonly number[], ageMs: number) => {
      const memory = { timeMs: NOW - ageMs, amount: 100 };
      const { accepted, held, warnings } = validateClaim({
        claims,
        collect: (amount, last) => [{ ...claimOf(amount), limits: [near(last?.amount, 2, "after 100")] }],
        memory,
        heldMs: 3 * DAY_MS,
        now: NOW,
      });
      return [accepted, held?.amount, warnings.length];
    };
    expect(validate([500, 150, 90], DAY_MS)).toEqual([150, 100, 1]);
    expect(validate([500, 400], 3 * DAY_MS)).toEqual([undefined, 100, 2]);
    expect(validate([500], 3 * DAY_MS + 1)).toEqual([500, undefined, 0]);
  });
});

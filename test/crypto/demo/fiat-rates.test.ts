import { describe, expect, it } from "vitest";
import { FIAT_CODES, fiatUsd, isFiat } from "../../../build/crypto/demo/fiat-rates.ts";
import { DAY_MS } from "../../../build/lib/time.ts";

const NOW = Date.UTC(2026, 10, 20);

describe("fiat rates of the demo market", () => {
  it("knows about 150 currencies, each a plausible positive value at any time", () => {
    expect(FIAT_CODES.length).toBeGreaterThanOrEqual(145);
    for (const code of FIAT_CODES) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      for (const time of [0, NOW, NOW + 5000 * DAY_MS]) {
        expect(fiatUsd(code, time), code).toBeGreaterThan(1e-6);
        expect(fiatUsd(code, time), code).toBeLessThan(4);
      }
    }
  });

  it("moves free currencies by less than 1 % a day and pegged ones hardly at all", () => {
    const move = (code: string) => Math.abs(fiatUsd(code, NOW + DAY_MS) / fiatUsd(code, NOW) - 1);
    for (const code of FIAT_CODES) expect(move(code), code).toBeLessThan(0.01);
    expect(fiatUsd("EUR", NOW + DAY_MS)).not.toBe(fiatUsd("EUR", NOW));
    expect(move("AED")).toBeLessThan(0.0001);
    expect(fiatUsd("USD", NOW)).toBe(1);
  });

  it("refuses a code that it does not know", () => {
    expect(isFiat("XAU")).toBe(false);
    expect(() => fiatUsd("XAU", NOW)).toThrow("no rate for XAU");
  });
});

import { findTwelveDigits, joinTwelveDigits } from "./json/twelve-digits.ts";

/**
 * The number with 12 significant digits: enough for any price, and free of binary noise (`0.1 + 0.2` gives `0.3`).
 * Not finite is a defect of the caller, because no published number may be `NaN` or infinite.
 */
export function roundNumber(value: number): number {
  const size = Math.abs(value);
  if (size < 1e12 && Number.isInteger(value)) return value === 0 ? 0 : value;
  if (!Number.isFinite(value)) throw new RangeError(`A published number must be finite, got ${value}`);
  const found = findTwelveDigits(size);
  if (found === undefined) return Number(value.toPrecision(12));
  const rounded = joinTwelveDigits(found);
  return value < 0 ? -rounded : rounded;
}

/** The text of `roundNumber(value)`. */
export function renderNumber(value: number): string {
  return String(roundNumber(value));
}

/** `part / whole × 100`, or `null` where that is not defined. */
export function percentageOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : keepFinite((part / whole) * 100);
}

/** The change from `before` to `now` in percent units (`2.5` is 2.5 %), or `null` where that is not defined. */
export function percentageChange(before: number | null, now: number | null): number | null {
  return before === null || now === null || before <= 0 ? null : keepFinite((now / before - 1) * 100);
}

/** The value, or `null` where a calculation left the range of numbers. */
export function keepFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Whether two positive numbers differ by a factor of at most `factor`, the same both ways. */
export function isNear(a: number, b: number, factor: number): boolean {
  return Math.max(a / b, b / a) <= factor;
}

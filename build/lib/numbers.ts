/** `part / whole × 100`, or `null` if that is not defined. */
export function percentageOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : keepFinite((part / whole) * 100);
}

/** The change in percent (`2.5` is 2.5 %), or `null` if that is not defined. */
export function percentageChange(before: number | null, now: number | null): number | null {
  return before === null || now === null || before <= 0 ? null : keepFinite((now / before - 1) * 100);
}

/** The value, or `null` if it is not finite. */
export function keepFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Whether two positive numbers differ by a factor of at most `factor`, the same both ways. */
export function isNear(a: number, b: number, factor: number): boolean {
  return Math.max(a / b, b / a) <= factor;
}

/**
 * The number with 12 significant digits: enough for any price, and free of binary noise (`0.1 + 0.2` gives `0.3`).
 * Not finite is a defect of the caller, because no published number may be `NaN` or infinite.
 */
export function roundNumber(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return value === 0 ? 0 : value;
  if (!Number.isFinite(value)) throw new RangeError(`A published number must be finite, got ${value}`);
  // Most numbers are short already, and to see that costs a tenth of `toPrecision`.
  if (!Number.isInteger(value) && isShort(String(value))) return value;
  return roundLong(value);
}

/** The text of `roundNumber(value)`, which in most cases is found on the way to it. */
export function renderNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return value === 0 ? "0" : String(value);
  if (!Number.isFinite(value)) throw new RangeError(`A published number must be finite, got ${value}`);
  const text = String(value);
  // Times in milliseconds are whole seconds: 13 digits, of which the last three are zeros.
  if (Number.isInteger(value) ? Math.abs(value) < 1e15 && value % 1000 === 0 : isShort(text)) return text;
  return String(roundLong(value));
}

const DIGITS = 12;
const ZERO = 48;
const NINE = 57;
const EXPONENT = 101;

/** Whether the text of a number has no more digits than are published; zeros before the first other digit say nothing. */
function isShort(text: string): boolean {
  // A point takes the 13th place.
  if (text.length <= DIGITS + 1) return true;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === EXPONENT) break;
    if (code > NINE || code < ZERO || (digits === 0 && code === ZERO)) continue;
    digits += 1;
    if (digits > DIGITS) return false;
  }
  return true;
}

function roundLong(value: number): number {
  const rounded = Number(value.toPrecision(12));
  return rounded === 0 ? 0 : rounded;
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

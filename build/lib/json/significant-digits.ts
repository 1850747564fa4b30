/** The first digit is at the power of ten `magnitude`; `digits` is a whole number up to 1e12. */
interface SignificantDigits {
  digits: number;
  magnitude: number;
}

/** Powers of ten that are handled: smaller numbers need a scale that no double holds exactly. */
const LEAST_POWER = -11;
const LARGEST_POWER = 19;
/** Powers of ten that a double holds exactly, so that a product with one is rounded only once. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);
/** From one below the least power to one above the largest. */
const THRESHOLDS = Float64Array.from({ length: LARGEST_POWER - LEAST_POWER + 3 }, (_, at) =>
  Number(`1e${at + LEAST_POWER - 1}`),
);
const powerOf = (exponent: number) => POWERS[exponent] as number;
const LEAST = Number(`1e${LEAST_POWER}`);
const LIMIT = Number(`1e${LARGEST_POWER + 1}`);
const LOG10_OF_2 = Math.log10(2);
/** Scaling errors are at most 1e-4: closer to a half, rounding is not certain. */
const CERTAIN = 0.499;

/** A number as its bytes: the first 32 bits have sign and exponent. */
const double = new DataView(new ArrayBuffer(8));

/** Reused by every call: a build writes tens of millions of numbers. */
const found: SignificantDigits = { digits: 0, magnitude: 0 };

/**
 * The first 12 digits of a positive number like `toPrecision(12)`; `undefined` if floating point
 * cannot decide. The result is valid until the next call.
 */
export function findSignificantDigits(size: number): SignificantDigits | undefined {
  if (!(size >= LEAST && size < LIMIT)) return undefined;
  const magnitude = findMagnitude(size);
  const shift = 11 - magnitude;
  const scaled = shift >= 0 ? size * powerOf(shift) : size / powerOf(-shift);
  const digits = Math.floor(scaled + 0.5);
  if (Math.abs(scaled - digits) > CERTAIN) return undefined;
  found.digits = digits;
  found.magnitude = magnitude;
  return found;
}

/** The power of ten of the first digit: at most one above the estimate from the power of two. */
export function findMagnitude(size: number): number {
  double.setFloat64(0, size);
  const powerOfTwo = (double.getUint32(0) >>> 20) - 1023;
  const magnitude = Math.floor(powerOfTwo * LOG10_OF_2);
  return size >= (THRESHOLDS[magnitude + 2 - LEAST_POWER] as number) ? magnitude + 1 : magnitude;
}

/** 12 significant digits, without binary noise (`0.1 + 0.2` gives `0.3`). Throws if not finite. */
export function roundNumber(value: number): number {
  const size = Math.abs(value);
  if (size < 1e12 && Number.isInteger(value)) return value === 0 ? 0 : value;
  if (!Number.isFinite(value)) throw new RangeError(`A published number must be finite, got ${value}`);
  const first = findSignificantDigits(size);
  if (first === undefined) return Number(value.toPrecision(12));
  const { digits, magnitude } = first;
  const power = powerOf(Math.abs(11 - magnitude));
  const rounded = magnitude <= 11 ? digits / power : digits * power;
  return value < 0 ? -rounded : rounded;
}

/** The rounded number as text. */
export function renderNumber(value: number): string {
  return String(roundNumber(value));
}

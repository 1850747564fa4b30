/** The first digit of a number is its power of ten `magnitude`; the first twelve are `digits`, a whole number up to 1e12. */
export interface TwelveDigits {
  digits: number;
  magnitude: number;
}

/**
 * Sizes that are handled, as powers of ten: below them, twelve digits are scaled by more than a power of ten that is exact; above them lies
 * no figure of a market.
 */
const LEAST_POWER = -11;
const LARGEST_POWER = 19;
/** Powers of ten that a double holds exactly: a product or quotient with one of them is the double nearest to the decimal. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => 10 ** power);
/** From one below the least power on, to one above the largest. */
const THRESHOLDS = Float64Array.from({ length: LARGEST_POWER - LEAST_POWER + 3 }, (_, at) =>
  Number(`1e${at + LEAST_POWER - 1}`),
);
const LEAST = Number(`1e${LEAST_POWER}`);
const LIMIT = Number(`1e${LARGEST_POWER + 1}`);
const LOG10_OF_2 = Math.log10(2);
/** To scale a number to twelve digits moves it by a ten-thousandth at most: nearer to a half, rounding is not certain. */
const CERTAIN = 0.499;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Where sign and exponent lie, which depends on the machine. */
const HIGH_WORD = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

/** One object for all, because numbers come by the million: read it before the next call. */
const found: TwelveDigits = { digits: 0, magnitude: 0 };

/**
 * The first twelve digits of a positive number, rounded as `toPrecision(12)` does it, at a fraction of its price. `undefined` where floating
 * point cannot tell them. What is returned holds until the next call.
 */
export function findTwelveDigits(size: number): TwelveDigits | undefined {
  if (!(size >= LEAST && size < LIMIT)) return undefined;
  const magnitude = findMagnitude(size);
  const shift = 11 - magnitude;
  const scaled = shift >= 0 ? size * (POWERS[shift] as number) : size / (POWERS[-shift] as number);
  const digits = Math.floor(scaled + 0.5);
  if (Math.abs(scaled - digits) > CERTAIN) return undefined;
  found.digits = digits;
  found.magnitude = magnitude;
  return found;
}

/** The number that the digits stand for: the double nearest to it. */
export function joinTwelveDigits({ digits, magnitude }: TwelveDigits): number {
  return magnitude <= 11 ? digits / (POWERS[11 - magnitude] as number) : digits * (POWERS[magnitude - 11] as number);
}

/** The power of ten of the first digit: at most one above what the power of two tells. */
export function findMagnitude(size: number): number {
  double[0] = size;
  const powerOfTwo = ((words[HIGH_WORD] as number) >>> 20) - 1023;
  const magnitude = Math.floor(powerOfTwo * LOG10_OF_2);
  return size >= (THRESHOLDS[magnitude + 2 - LEAST_POWER] as number) ? magnitude + 1 : magnitude;
}

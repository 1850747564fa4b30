import { renderNumber } from "./numbers.ts";

/** No published number has a longer text: sign, point, exponent and zeros included. */
export const LONGEST_NUMBER = 32;

const ZERO = 48;
const POINT = 46;
const MINUS = 45;
/** Twelve digits are two halves, each of which 32-bit arithmetic can take apart. */
const HALF = 1e6;
/** Powers of ten that a double holds exactly: to divide by one of them gives the double that is nearest to the decimal. */
const POWERS = Float64Array.from({ length: 18 }, (_, power) => 10 ** power);
/** From `10^LEAST` on. */
const LEAST = -8;
const THRESHOLDS = Float64Array.from({ length: 26 }, (_, at) => Number(`1e${at + LEAST}`));
/** The decimal logarithm of 2. */
const LOG10_OF_2 = Math.log10(2);
const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Where sign and exponent lie, which depends on the machine. */
const HIGH_WORD = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

/**
 * Puts the ASCII text of `renderNumber(value)` into the bytes and returns the position behind it. Digits are told from a number a few times
 * as fast as through a string, and leave nothing to collect. Throws a RangeError where `renderNumber` does.
 */
export function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  const size = Math.abs(value);
  if (Number.isInteger(value)) {
    if (size < 1e12) return writeInteger(bytes, writeSign(bytes, at, value), size);
    if (size < 1e15) {
      const zeros = findMagnitude(size) - 11;
      const power = POWERS[zeros] as number;
      const digits = size / power;
      if (Number.isInteger(digits)) {
        const end = writeInteger(bytes, writeSign(bytes, at, value), digits);
        for (let place = 0; place < zeros; place += 1) bytes[end + place] = ZERO;
        return end + zeros;
      }
    }
  } else if (size >= 1e-6 && size < 1e11) {
    const magnitude = findMagnitude(size);
    const power = POWERS[11 - magnitude] as number;
    const digits = Math.floor(size * power + 0.5);
    // Twelve digits that give back the very number are its shortest text; a number that has more is rounded by the other way.
    if (digits / power === size) return writeDecimal(bytes, writeSign(bytes, at, value), digits, magnitude);
  }
  return writeText(bytes, at, renderNumber(value));
}

/** The power of ten of the first digit, for `1e-7 <= size < 1e17`: at most one above what the power of two tells. */
function findMagnitude(size: number): number {
  double[0] = size;
  const powerOfTwo = ((words[HIGH_WORD] as number) >>> 20) - 1023;
  const magnitude = Math.floor(powerOfTwo * LOG10_OF_2);
  return size >= (THRESHOLDS[magnitude + 1 - LEAST] as number) ? magnitude + 1 : magnitude;
}

function writeSign(bytes: Uint8Array, at: number, value: number): number {
  if (value >= 0) return at;
  bytes[at] = MINUS;
  return at + 1;
}

function writeInteger(bytes: Uint8Array, at: number, value: number): number {
  const length = value < 1 ? 1 : findMagnitude(value) + 1;
  const high = Math.floor(value / HALF);
  writeHalf(bytes, at + Math.max(0, length - 6), at + length, value - high * HALF);
  if (high > 0) writeHalf(bytes, at, at + length - 6, high);
  return at + length;
}

/** `digits × 10^(magnitude - 11)` for twelve digits and a number that is not whole, without zeros at its end. */
function writeDecimal(bytes: Uint8Array, at: number, digits: number, magnitude: number): number {
  // The point stands before the first digit that is not whole: those that are move one place to the front.
  const first = at + (magnitude < 0 ? 1 - magnitude : 1);
  const high = Math.floor(digits / HALF);
  writeHalf(bytes, first, first + 6, high);
  writeHalf(bytes, first + 6, first + 12, digits - high * HALF);
  if (magnitude < 0) {
    bytes[at] = ZERO;
    for (let place = at + 2; place < first; place += 1) bytes[place] = ZERO;
    bytes[at + 1] = POINT;
  } else {
    for (let place = at; place <= at + magnitude; place += 1) bytes[place] = bytes[place + 1] as number;
    bytes[at + magnitude + 1] = POINT;
  }
  let end = first + 12;
  while (bytes[end - 1] === ZERO) end -= 1;
  return end;
}

/** The digits of a number below 1e6, as many as there is room for. */
function writeHalf(bytes: Uint8Array, start: number, end: number, value: number): void {
  let rest = value | 0;
  for (let place = end - 1; place >= start; place -= 1) {
    const tens = (rest / 10) | 0;
    bytes[place] = ZERO + rest - tens * 10;
    rest = tens;
  }
}

function writeText(bytes: Uint8Array, at: number, text: string): number {
  for (let place = 0; place < text.length; place += 1) bytes[at + place] = text.charCodeAt(place);
  return at + text.length;
}

import { findMagnitude, findSignificantDigits, renderNumber } from "./significant-digits.ts";

/** Maximum length of a published number: sign, point, exponent and zeros included. */
export const LONGEST_NUMBER = 32;

const ZERO = 48;
const POINT = 46;
const MINUS = 45;
const EXPONENT = 101;
/** Twelve digits are written as two halves, because each fits into 32-bit arithmetic. */
const HALF = 1e6;
const DIGITS = 12;

/** Writes `renderNumber(value)` and returns the position after it. Throws if it is not finite. */
export function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  const size = Math.abs(value);
  if (size < 1e12 && Number.isInteger(value)) return writeInteger(bytes, writeSign(bytes, at, value), size);
  const found = findSignificantDigits(size);
  if (found === undefined || found.digits >= 1e12) return writeText(bytes, at, renderNumber(value));
  const { digits, magnitude } = found;
  const start = writeSign(bytes, at, value);
  if (size < 1e-6) return writeSmall(bytes, start, digits, magnitude);
  return magnitude < DIGITS - 1
    ? writeDecimal(bytes, start, digits, magnitude)
    : writeLong(bytes, start, digits, magnitude);
}

function writeSign(bytes: Uint8Array, at: number, value: number): number {
  if (value >= 0) return at;
  bytes[at] = MINUS;
  return at + 1;
}

/** A whole number below 1e12. */
function writeInteger(bytes: Uint8Array, at: number, value: number): number {
  const length = value < 1 ? 1 : findMagnitude(value) + 1;
  const high = Math.floor(value / HALF);
  writeHalf(bytes, at + Math.max(0, length - 6), at + length, value - high * HALF);
  if (high > 0) writeHalf(bytes, at, at + length - 6, high);
  return at + length;
}

/** Twelve digits, then zeros. */
function writeLong(bytes: Uint8Array, at: number, digits: number, magnitude: number): number {
  const end = at + magnitude + 1;
  writeDigits(bytes, at, digits);
  for (let place = at + DIGITS; place < end; place += 1) bytes[place] = ZERO;
  return end;
}

/** `digits × 10^(magnitude - 11)`, without trailing zeros. */
function writeDecimal(bytes: Uint8Array, at: number, digits: number, magnitude: number): number {
  // Written after the place of the point; then the whole digits move one place to the front.
  const first = at + (magnitude < 0 ? 1 - magnitude : 1);
  writeDigits(bytes, first, digits);
  if (magnitude < 0) {
    bytes[at] = ZERO;
    for (let place = at + 2; place < first; place += 1) bytes[place] = ZERO;
    bytes[at + 1] = POINT;
  } else {
    for (let place = at; place <= at + magnitude; place += 1) bytes[place] = bytes[place + 1] as number;
    bytes[at + magnitude + 1] = POINT;
  }
  let end = first + DIGITS;
  while (bytes[end - 1] === ZERO) end -= 1;
  return bytes[end - 1] === POINT ? end - 1 : end;
}

/** The first digit, the others without trailing zeros, and the exponent: `1.25e-7`. */
function writeSmall(bytes: Uint8Array, at: number, digits: number, magnitude: number): number {
  const end = writeDecimal(bytes, at, digits, 0);
  bytes[end] = EXPONENT;
  bytes[end + 1] = MINUS;
  return writeInteger(bytes, end + 2, -magnitude);
}

function writeDigits(bytes: Uint8Array, at: number, digits: number): void {
  const high = Math.floor(digits / HALF);
  writeHalf(bytes, at, at + 6, high);
  writeHalf(bytes, at + 6, at + DIGITS, digits - high * HALF);
}

/** The digits of a number below 1e6, padded with zeros to the given places. */
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

import { LONGEST_NUMBER, writeNumber } from "./write-number.ts";

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const NULL = [110, 117, 108, 108];

/** No point has a longer text. */
const LONGEST_POINT = 2 * LONGEST_NUMBER + 4;

/** Where points are written before their length is known; there is one, because nothing is written across an `await`. */
let scratch = new Uint8Array(0);

/**
 * Points as JSON has them, `[[unix milliseconds, value], …]`, kept as columns and as bytes: a point stands in several documents, and its
 * numbers are turned into text once.
 */
export class PointList {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** The points, each with a comma behind it. */
  readonly #bytes: Uint8Array;
  /** Where each point begins in the bytes of the whole list, and where the last one ends. */
  readonly #starts: Uint32Array;

  private constructor(
    times: readonly number[],
    values: readonly (number | null)[],
    bytes: Uint8Array,
    starts: Uint32Array,
  ) {
    this.times = times;
    this.values = values;
    this.#bytes = bytes;
    this.#starts = starts;
  }

  /** Columns of equal length. Throws a RangeError on a number that is not finite. */
  static of(times: readonly number[], values: readonly (number | null)[]): PointList {
    const starts = new Uint32Array(times.length + 1);
    if (scratch.length < times.length * LONGEST_POINT) scratch = new Uint8Array(times.length * LONGEST_POINT);
    const bytes = scratch;
    let end = 0;
    for (let at = 0; at < times.length; at += 1) {
      const value = values[at] ?? null;
      bytes[end] = OPEN;
      end = writeNumber(bytes, end + 1, times[at] as number);
      bytes[end] = COMMA;
      end = value === null ? writeNull(bytes, end + 1) : writeNumber(bytes, end + 1, value);
      bytes[end] = CLOSE;
      bytes[end + 1] = COMMA;
      end += 2;
      starts[at + 1] = end;
    }
    return new PointList(times, values, bytes.slice(0, end), starts);
  }

  /** The points from one position to another, which is not among them. */
  slice(from: number, to: number): PointList {
    const end = Math.min(to, this.times.length);
    const start = Math.min(from, end);
    const starts = this.#starts.subarray(start, end + 1);
    return new PointList(this.times.slice(start, end), this.values.slice(start, end), this.#bytes, starts);
  }

  /** Compact JSON without its outermost brackets, rounded as every published number. */
  get inner(): Uint8Array {
    const start = this.#starts[0] ?? 0;
    // The comma of the last point stays out.
    return this.#bytes.subarray(start, Math.max(start, (this.#starts.at(-1) ?? 0) - 1));
  }

  /** For whoever renders it with `JSON.stringify`, or reads it. */
  toJSON(): [number, number | null][] {
    return this.times.map((time, at) => [time, this.values[at] ?? null]);
  }
}

function writeNull(bytes: Uint8Array, at: number): number {
  bytes.set(NULL, at);
  return at + NULL.length;
}

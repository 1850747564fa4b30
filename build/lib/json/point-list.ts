import { LONGEST_NUMBER, writeNumber } from "./write-number.ts";

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const NULL = [110, 117, 108, 108];

/** Maximum length of a point: two numbers, two brackets, two commas. */
const LONGEST_POINT = 2 * LONGEST_NUMBER + 4;

/** Bytes of a double. */
const WORD = 8;

/** Reused for every list: the length of the text is known only after writing. */
let scratch = new Uint8Array(0);
let scratchView = new DataView(scratch.buffer);

/**
 * Points `[[unix milliseconds, value], …]` as columns and as JSON bytes, converted to text once.
 */
export class PointList {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** The points, each with a comma after it. */
  readonly #bytes: Uint8Array;
  /** Start of each point in the bytes, then the end of the last one. */
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

  /** One list per column of values. Throws a RangeError if a number is not finite. */
  static ofColumns<Columns extends readonly (readonly (number | null)[])[]>(
    times: readonly number[],
    ...columns: Columns
  ): { [Column in keyof Columns]: PointList } {
    const heads = findHeads(times);
    makeRoom(times.length);
    const lists = columns.map((values) => {
      const starts = new Uint32Array(times.length + 1);
      const end = writePoints(values, heads, starts);
      return new PointList(times, values, scratch.slice(0, end), starts);
    });
    return lists as { [Column in keyof Columns]: PointList };
  }

  /** The points `from <= position < to`. Pass their `times` if they are already sliced. */
  slice(from: number, to: number, times: readonly number[] = this.times.slice(from, to)): PointList {
    const end = Math.min(to, this.times.length);
    const start = Math.min(from, end);
    return new PointList(
      times,
      this.values.slice(start, end),
      this.#bytes,
      this.#starts.subarray(start, Math.max(start, end) + 1),
    );
  }

  /** Compact JSON without the outermost brackets, rounded like every published number. */
  get inner(): Uint8Array {
    const start = this.#starts[0] ?? 0;
    // Without the comma after the last point.
    return this.#bytes.subarray(start, Math.max(start, (this.#starts.at(-1) ?? 0) - 1));
  }

  /** Used by `JSON.stringify`. */
  toJSON(): [number, number | null][] {
    return this.times.map((time, at) => [time, this.values[at] ?? null]);
  }
}

/** The text before the value of each point (`[1790000000000,`), and the end of each. */
interface Heads {
  bytes: DataView;
  ends: Uint32Array;
}

/** The last heads by number of points: the series of most coins share their times. */
const known = new Map<number, { times: readonly number[]; heads: Heads }>();
const MOST_KNOWN = 8;

function findHeads(times: readonly number[]): Heads {
  const last = known.get(times.length);
  if (last?.times.every((time, at) => time === times[at])) return last.heads;
  const heads = writeHeads(times);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(times.length, { times, heads });
  return heads;
}

function writeHeads(times: readonly number[]): Heads {
  makeRoom(times.length);
  const ends = new Uint32Array(times.length);
  let end = 0;
  for (let at = 0; at < times.length; at += 1) {
    scratch[end] = OPEN;
    end = writeNumber(scratch, end + 1, times[at] as number);
    scratch[end] = COMMA;
    end += 1;
    ends[at] = end;
  }
  return { bytes: new DataView(scratch.slice(0, end + 2 * WORD).buffer), ends };
}

function makeRoom(points: number): void {
  if (scratch.length >= points * LONGEST_POINT) return;
  scratch = new Uint8Array(points * LONGEST_POINT);
  scratchView = new DataView(scratch.buffer);
}

function writePoints(values: readonly (number | null)[], heads: Heads, starts: Uint32Array): number {
  let head = 0;
  let end = 0;
  for (let at = 0; at < heads.ends.length; at += 1) {
    const headEnd = heads.ends[at] as number;
    // Copies 8 bytes at a time, as doubles: ASCII is never NaN. Excess bytes are overwritten.
    for (let done = 0; done < headEnd - head; done += WORD)
      scratchView.setFloat64(end + done, heads.bytes.getFloat64(head + done, true), true);
    end += headEnd - head;
    head = headEnd;
    const value = values[at] ?? null;
    end = value === null ? writeNull(scratch, end) : writeNumber(scratch, end, value);
    scratch[end] = CLOSE;
    scratch[end + 1] = COMMA;
    end += 2;
    starts[at + 1] = end;
  }
  return end;
}

function writeNull(bytes: Uint8Array, at: number): number {
  bytes.set(NULL, at);
  return at + NULL.length;
}

import { LONGEST_NUMBER, writeNumber } from "./write-number.ts";

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
const [N, U, L] = [110, 117, 108];

/** Maximum length of a point: two numbers, two brackets, two commas. */
const LONGEST_POINT = 2 * LONGEST_NUMBER + 4;

/** Bytes of a double. */
const WORD = 8;

/** Reused for every list: the length of the text is known only after writing. */
let scratch = new Uint8Array(0);
let scratchView = new DataView(scratch.buffer);

/** The JSON of all points of a list and of its slices, written when the first one is needed. */
interface Text {
  times: readonly number[];
  values: readonly (number | null)[];
  written?: {
    /** The points, each with a comma after it. */
    bytes: Uint8Array;
    /** Start of each point in the bytes, then the end of the last one. */
    starts: Uint32Array;
  };
}

/**
 * Points `[[unix milliseconds, value], …]` as columns and as JSON bytes, converted to text once.
 */
export class PointList {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly #text: Text;
  /** Position of the first point in the text. */
  readonly #first: number;

  private constructor(
    times: readonly number[],
    values: readonly (number | null)[],
    text: Text = { times, values },
    first = 0,
  ) {
    this.times = times;
    this.values = values;
    this.#text = text;
    this.#first = first;
  }

  /** One list per column of values. */
  static ofColumns<Columns extends readonly (readonly (number | null)[])[]>(
    times: readonly number[],
    ...columns: Columns
  ): { [Column in keyof Columns]: PointList } {
    return columns.map((values) => new PointList(times, values)) as { [Column in keyof Columns]: PointList };
  }

  /** The points `from <= position < to`. Pass their `times` if they are already sliced. */
  slice(from: number, to: number, times: readonly number[] = this.times.slice(from, to)): PointList {
    const first = Math.min(from, this.times.length);
    return new PointList(times, this.values.slice(first, to), this.#text, this.#first + first);
  }

  /**
   * Compact JSON without the outermost brackets, rounded like every published number. Throws a
   * RangeError if a number is not finite.
   */
  get inner(): Uint8Array {
    const text = this.#text;
    text.written ??= writePoints(text);
    const { bytes, starts } = text.written;
    const start = starts[this.#first] ?? 0;
    // Without the comma after the last point.
    return bytes.subarray(start, Math.max(start, (starts[this.#first + this.values.length] ?? 0) - 1));
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
  // The columns of one series have the same list of times.
  if (last?.times === times || last?.times.every((time, at) => time === times[at])) return last.heads;
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

function writePoints({ times, values }: Text): NonNullable<Text["written"]> {
  const heads = findHeads(times);
  makeRoom(times.length);
  const starts = new Uint32Array(times.length + 1);
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
  return { bytes: scratch.slice(0, end), starts };
}

function writeNull(bytes: Uint8Array, at: number): number {
  bytes[at] = N;
  bytes[at + 1] = U;
  bytes[at + 2] = L;
  bytes[at + 3] = L;
  return at + 4;
}

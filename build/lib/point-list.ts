import { renderNumber } from "./numbers.ts";

/**
 * Points as JSON has them, `[[unix milliseconds, value], …]`, kept as columns and with their texts: a point stands in several documents, and
 * its numbers are turned into text once.
 */
export class PointList {
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly #texts: readonly string[];

  private constructor(times: readonly number[], values: readonly (number | null)[], texts: readonly string[]) {
    this.times = times;
    this.values = values;
    this.#texts = texts;
  }

  /** Columns of equal length. `timeTexts` are those of the times, where somebody has them. */
  static of(
    times: readonly number[],
    values: readonly (number | null)[],
    timeTexts: readonly string[] = times.map(renderNumber),
  ): PointList {
    const texts = values.map((value, at) => `[${timeTexts[at]},${value === null ? "null" : renderNumber(value)}]`);
    return new PointList(times, values, texts);
  }

  /** The points from one position to another, which is not among them. */
  slice(from: number, to: number): PointList {
    return new PointList(this.times.slice(from, to), this.values.slice(from, to), this.#texts.slice(from, to));
  }

  /** Compact JSON, rounded as every published number. */
  render(): string {
    return `[${this.#texts.join(",")}]`;
  }

  /** For whoever renders it with `JSON.stringify`, or reads it. */
  toJSON(): [number, number | null][] {
    return this.times.map((time, at) => [time, this.values[at] ?? null]);
  }
}

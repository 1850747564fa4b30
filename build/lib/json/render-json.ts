import { PointList } from "./point-list.ts";
import { renderNumber } from "./significant-digits.ts";
import { LONGEST_NUMBER, writeNumber } from "./write-number.ts";

/** Many small documents share a block: one allocation each would cost more than their bytes. */
const BLOCK_BYTES = 1 << 20;
/** Maximum UTF-8 bytes per UTF-16 unit. */
const BYTES_PER_UNIT = 3;
/** The exact length of a longer text is computed before space is reserved. */
const SHORT_TEXT = 4_096;
/** Longer text is flushed to bytes: a growing string takes many times its size in memory. */
const LONG_TEXT = 1 << 16;
/** Arrays of at least this many numbers and nulls are written as bytes. */
const MANY_NUMBERS = 8;
const COMMA = 44;

/** Text that JSON does not escape. Surrogates go to `JSON.stringify`, which escapes lone ones. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/**
 * Compact JSON in UTF-8 with a final newline, numbers rounded to 12 significant digits. The same
 * as `renderJsonReference`, several times faster. Throws if JSON has no form for a value.
 */
export function renderJson(value: unknown): Buffer {
  return writer.render(value);
}

class JsonWriter {
  #text = "";
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #full: Buffer[] = [];
  #start = 0;
  #end = 0;

  render(value: unknown): Buffer {
    try {
      this.#addValue(value);
      this.#text += "\n";
      this.#flush();
      return this.#takeDocument();
    } catch (error) {
      this.#text = "";
      this.#takeDocument();
      throw error;
    }
  }

  #addValue(value: unknown): void {
    switch (typeof value) {
      case "number":
        this.#text += renderNumber(value);
        break;
      case "string":
        this.#addString(value);
        break;
      case "boolean":
        this.#text += value ? "true" : "false";
        break;
      case "object":
        if (value === null) this.#text += "null";
        else if (Array.isArray(value)) this.#addArray(value);
        else if (value instanceof PointList) this.#addPoints(value);
        else this.#addObject(value);
        break;
      default:
        throw new TypeError(`JSON has no form for ${typeof value}`);
    }
  }

  #addString(value: string): void {
    this.#text += PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  }

  #addArray(values: readonly unknown[]): void {
    this.#text += "[";
    if (values.length >= MANY_NUMBERS && values.every(isNumberOrNull)) this.#addNumbers(values);
    else
      for (let at = 0; at < values.length; at += 1) {
        if (at > 0) this.#text += ",";
        this.#addValue(values[at]);
        if (this.#text.length > LONG_TEXT) this.#flush();
      }
    this.#text += "]";
  }

  #addObject(members: object): void {
    let separator = "{";
    for (const [name, value] of Object.entries(members)) {
      if (value === undefined) continue;
      this.#text += separator;
      this.#addString(name);
      this.#text += ":";
      this.#addValue(value);
      separator = ",";
      if (this.#text.length > LONG_TEXT) this.#flush();
    }
    this.#text += separator === "{" ? "{}" : "}";
  }

  #addNumbers(values: readonly (number | null)[]): void {
    this.#flush();
    this.#reserve(values.length * (LONGEST_NUMBER + 1));
    for (let at = 0; at < values.length; at += 1) {
      if (at > 0) this.#block[this.#end++] = COMMA;
      const value = values[at] as number | null;
      if (value === null) this.#end += this.#block.write("null", this.#end, "latin1");
      else this.#end = writeNumber(this.#block, this.#end, value);
    }
  }

  #addPoints({ inner }: PointList): void {
    this.#text += "[";
    this.#flush();
    this.#reserve(inner.length);
    this.#block.set(inner, this.#end);
    this.#end += inner.length;
    this.#text = "]";
  }

  #flush(): void {
    const text = this.#text;
    this.#reserve(text.length < SHORT_TEXT ? text.length * BYTES_PER_UNIT : Buffer.byteLength(text));
    this.#end += this.#block.write(text, this.#end);
    this.#text = "";
  }

  /** Starts a new block if needed. A block that grows would be copied again and again. */
  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#block.length) return;
    if (this.#end > this.#start) this.#full.push(this.#block.subarray(this.#start, this.#end));
    this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes));
    this.#start = 0;
    this.#end = 0;
  }

  #takeDocument(): Buffer {
    const last = this.#block.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return this.#full.length === 0 ? last : Buffer.concat([...this.#full.splice(0), last]);
  }
}

function isNumberOrNull(value: unknown): value is number | null {
  return typeof value === "number" || value === null;
}

/** One for all documents: rendering is synchronous, and documents share its blocks. */
const writer = new JsonWriter();

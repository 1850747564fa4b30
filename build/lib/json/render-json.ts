import { PointList } from "./point-list.ts";
import { LONGEST_NUMBER, writeNumber } from "./write-number.ts";

/** Many small documents share a block: one allocation each would cost more than their bytes. */
const BLOCK_BYTES = 1 << 20;

const [QUOTE, COMMA, COLON, BACKSLASH] = [34, 44, 58, 92];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
/** The characters that are one byte, and that JSON does not escape unless they are `"` or `\`. */
const [FIRST_PLAIN, LAST_PLAIN] = [32, 126];

/**
 * Compact JSON in UTF-8 with a final newline, numbers rounded to 12 significant digits. The same
 * as `renderJsonReference`, several times faster. Throws if JSON has no form for a value.
 */
export function renderJson(value: unknown): Buffer {
  return writer.render(value);
}

/** Writes bytes at once: text that is joined first is garbage of several times its size. */
class JsonWriter {
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #full: Buffer[] = [];
  #start = 0;
  #end = 0;

  render(value: unknown): Buffer {
    try {
      this.#addValue(value);
      this.#addText("\n");
      return this.#takeDocument();
    } catch (error) {
      this.#takeDocument();
      throw error;
    }
  }

  #addValue(value: unknown): void {
    switch (typeof value) {
      case "number":
        this.#reserve(LONGEST_NUMBER);
        this.#end = writeNumber(this.#block, this.#end, value);
        break;
      case "string":
        this.#addString(value);
        break;
      case "boolean":
        this.#addWord(value ? "true" : "false");
        break;
      case "object":
        if (value === null) this.#addWord("null");
        else if (Array.isArray(value)) this.#addArray(value);
        else if (value instanceof PointList) this.#addPoints(value);
        else this.#addObject(value as Readonly<Record<string, unknown>>);
        break;
      default:
        throw new TypeError(`JSON has no form for ${typeof value}`);
    }
  }

  #addString(value: string): void {
    if (!this.#addPlain(value)) this.#addText(JSON.stringify(value));
  }

  /** `false`, without a change, for text with escapes or with characters of several bytes. */
  #addPlain(value: string): boolean {
    this.#reserve(value.length + 2);
    const block = this.#block;
    let end = this.#end;
    block[end] = QUOTE;
    end += 1;
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at);
      if (code < FIRST_PLAIN || code > LAST_PLAIN || code === QUOTE || code === BACKSLASH) return false;
      block[end] = code;
      end += 1;
    }
    block[end] = QUOTE;
    this.#end = end + 1;
    return true;
  }

  #addArray(values: readonly unknown[]): void {
    this.#addByte(OPEN_ARRAY);
    for (let at = 0; at < values.length; at += 1) {
      if (at > 0) this.#addByte(COMMA);
      this.#addValue(values[at]);
    }
    this.#addByte(CLOSE_ARRAY);
  }

  #addObject(members: Readonly<Record<string, unknown>>): void {
    let separator = OPEN_OBJECT;
    // `for…in` makes no arrays, unlike `Object.entries`. Answers inherit nothing.
    for (const name in members) {
      const value = members[name];
      if (value === undefined) continue;
      this.#addByte(separator);
      this.#addString(name);
      this.#addByte(COLON);
      this.#addValue(value);
      separator = COMMA;
    }
    if (separator === OPEN_OBJECT) this.#addByte(OPEN_OBJECT);
    this.#addByte(CLOSE_OBJECT);
  }

  #addPoints({ inner }: PointList): void {
    this.#addByte(OPEN_ARRAY);
    this.#reserve(inner.length);
    this.#block.set(inner, this.#end);
    this.#end += inner.length;
    this.#addByte(CLOSE_ARRAY);
  }

  #addByte(byte: number): void {
    this.#reserve(1);
    this.#block[this.#end] = byte;
    this.#end += 1;
  }

  /** A short text of letters: a loop is faster than the call that writes any text. */
  #addWord(word: string): void {
    this.#reserve(word.length);
    for (let at = 0; at < word.length; at += 1) this.#block[this.#end + at] = word.charCodeAt(at);
    this.#end += word.length;
  }

  #addText(text: string): void {
    this.#reserve(Buffer.byteLength(text));
    this.#end += this.#block.write(text, this.#end);
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

/** One for all documents: rendering is synchronous, and documents share its blocks. */
const writer = new JsonWriter();

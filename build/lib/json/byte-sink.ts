import { LONGEST_NUMBER, writeNumber } from "./write-number.ts";

/** Many small documents share a block: an allocation for each of them costs more than its bytes. */
const BLOCK_BYTES = 1 << 20;
/** Bytes of UTF-8 for one unit of a JavaScript string, at most. */
const BYTES_PER_UNIT = 3;

/** Of a longer text it is worth knowing how many bytes it takes. */
const SHORT = 4_096;
const COMMA = 44;

/** Collects texts and bytes to one document after the other. */
export class ByteSink {
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  /** What the document that is being collected has in blocks before. */
  #full: Buffer[] = [];
  /** Of the document that is being collected. */
  #start = 0;
  #end = 0;

  addText(text: string): void {
    this.#makeRoom(text.length < SHORT ? text.length * BYTES_PER_UNIT : Buffer.byteLength(text));
    this.#end += this.#block.write(text, this.#end);
  }

  addBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#block.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** As JSON has them, with commas between them. */
  addNumbers(values: readonly number[]): void {
    this.#makeRoom(values.length * (LONGEST_NUMBER + 1));
    for (let at = 0; at < values.length; at += 1) {
      if (at > 0) this.#block[this.#end++] = COMMA;
      this.#end = writeNumber(this.#block, this.#end, values[at] as number);
    }
  }

  /** All that was added since the last time. */
  take(): Buffer {
    const last = this.#block.subarray(this.#start, this.#end);
    this.#start = this.#end;
    if (this.#full.length === 0) return last;
    return Buffer.concat([...this.#full.splice(0), last]);
  }

  /** What is in a full block stays there until the document is taken: a block that grew with it would be copied again and again. */
  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#block.length) return;
    if (this.#end > this.#start) this.#full.push(this.#block.subarray(this.#start, this.#end));
    this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes));
    this.#start = 0;
    this.#end = 0;
  }
}

import { renderNumber } from "../numbers.ts";
import { ByteSink } from "./byte-sink.ts";
import { PointList } from "./point-list.ts";

/** A text that JSON has as it is. Halves of surrogate pairs are left to `JSON.stringify`: it has to escape those that are alone. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/**
 * Compact JSON in UTF-8 with every number rounded to 12 significant digits, closed by a newline. Members that are `undefined` are left out,
 * as `JSON.stringify` does it; with a replacer that rounds, it takes many times as long, and a build writes tens of millions of numbers.
 * Throws a RangeError on a number that is not finite and a TypeError on what JSON has no form for.
 */
export function renderJson(value: unknown): Buffer {
  const writer = new JsonWriter();
  writer.addValue(value);
  return writer.finish();
}

/** The same as text, for whoever reads it at once. */
export function renderJsonText(value: unknown): string {
  return renderJson(value).toString();
}

const sink = new ByteSink();

class JsonWriter {
  /** What is not in the sink yet. */
  #text = "";

  constructor() {
    // Of a document that could not be finished.
    sink.take();
  }

  addValue(value: unknown): void {
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
        else if (value instanceof PointList) this.#addBytes(() => sink.addBytes(value.inner));
        else this.#addObject(value);
        break;
      default:
        throw new TypeError(`JSON has no form for ${typeof value}`);
    }
  }

  finish(): Buffer {
    this.#text += "\n";
    sink.addText(this.#text);
    return sink.take();
  }

  #addString(value: string): void {
    this.#text += PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  }

  #addArray(values: readonly unknown[]): void {
    if (isNumbers(values)) {
      this.#addBytes(() => sink.addNumbers(values));
      return;
    }
    this.#text += "[";
    for (let at = 0; at < values.length; at += 1) {
      if (at > 0) this.#text += ",";
      this.addValue(values[at]);
      if (this.#text.length > LONG) this.#flush();
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
      this.addValue(value);
      separator = ",";
      if (this.#text.length > LONG) this.#flush();
    }
    this.#text += separator === "{" ? "{}" : "}";
  }

  #flush(): void {
    sink.addText(this.#text);
    this.#text = "";
  }

  /** An array whose members go into the sink as bytes. */
  #addBytes(add: () => void): void {
    sink.addText(`${this.#text}[`);
    add();
    this.#text = "]";
  }
}

/** A longer text is put away as bytes: the pieces that a growing one is made of take many times its room. */
const LONG = 1 << 16;

/** Arrays of so many numbers are worth a way of their own. */
const MANY = 8;

function isNumbers(values: readonly unknown[]): values is readonly number[] {
  return values.length >= MANY && values.every((value) => typeof value === "number");
}

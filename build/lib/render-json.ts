import { renderNumber } from "./numbers.ts";
import { PointList } from "./point-list.ts";

/** What JSON has to escape, lone halves of surrogate pairs included. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u;

/**
 * Compact JSON with every number rounded to 12 significant digits, closed by a newline. Members that are `undefined` are left out, as
 * `JSON.stringify` does it; with a replacer that rounds, it takes five times as long, and a build writes tens of millions of numbers.
 * Throws a RangeError on a number that is not finite and a TypeError on what JSON has no form for.
 */
export function renderJson(value: unknown): string {
  return `${renderValue(value)}\n`;
}

function renderValue(value: unknown): string {
  switch (typeof value) {
    case "number":
      return renderNumber(value);
    case "string":
      return renderText(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return renderArray(value);
      return value instanceof PointList ? value.render() : renderObject(value);
    default:
      throw new TypeError(`JSON has no form for ${typeof value}`);
  }
}

function renderText(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function renderArray(values: readonly unknown[]): string {
  let text = "[";
  for (let at = 0; at < values.length; at += 1) text += `${at === 0 ? "" : ","}${renderValue(values[at])}`;
  return `${text}]`;
}

function renderObject(members: object): string {
  let text = "{";
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue;
    text += `${text === "{" ? "" : ","}${renderText(name)}:${renderValue(value)}`;
  }
  return `${text}}`;
}

import { roundNumber } from "./numbers.ts";

/**
 * Parses JSON from an upstream. Errors name what came instead, since a page of HTML with status 200 is the commonest
 * upstream fault. `__proto__` keys are dropped, so that no later copy of the value can reach a prototype.
 */
export function parseJson(text: string): unknown {
  const head = text.slice(0, 200).trimStart();
  if (head.startsWith("<")) throw new SyntaxError(`expected JSON, got markup: ${head.slice(0, 60)}`);
  if (head === "") throw new SyntaxError("expected JSON, got an empty body");
  try {
    return JSON.parse(text, text.includes("__proto__") ? dropPrototypeKey : undefined);
  } catch (cause) {
    throw new SyntaxError(`expected JSON, got ${text.length} characters that do not parse`, { cause });
  }
}

function dropPrototypeKey(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}

/** Compact JSON with every number rounded to 12 significant digits, closed by a newline. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, roundValue)}\n`;
}

function roundValue(_key: string, value: unknown): unknown {
  return typeof value === "number" ? roundNumber(value) : value;
}

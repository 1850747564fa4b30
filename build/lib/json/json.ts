import { nameMarkup } from "../markup.ts";

/** The key as it stands, or with any of its letters written as an escape (`_` is 5f, `p` 70, `r` 72, `o` 6f, `t` 74). */
const PROTOTYPE_KEY = /__proto__|\\u00(?:5f|6f|7[024])/i;

/**
 * Parses JSON from an upstream. Errors name what came instead, since a page of HTML with status 200 is the commonest
 * upstream fault. `__proto__` keys are dropped, so that no later copy of the value can reach a prototype.
 */
export function parseJson(text: string): unknown {
  const markup = nameMarkup(text);
  if (markup !== undefined) throw new SyntaxError(`expected JSON, got ${markup}`);
  if (text.trim() === "") throw new SyntaxError("expected JSON, got an empty body");
  try {
    return JSON.parse(text, PROTOTYPE_KEY.test(text) ? dropPrototypeKey : undefined);
  } catch (cause) {
    throw new SyntaxError(`expected JSON, got ${text.length} characters that do not parse`, { cause });
  }
}

function dropPrototypeKey(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}

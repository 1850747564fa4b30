/** The key `__proto__`, also with escaped letters (`_` is 5f, `p` 70, `r` 72, `o` 6f, `t` 74). */
const PROTOTYPE_KEY = /__proto__|\\u00(?:5f|6f|7[024])/i;

/** Drops `__proto__` keys. Errors name what the body is instead: HTML with status 200 is common. */
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

/** The kind of markup (`a page of HTML`, `XML`, `markup`); `undefined` for any other text. */
export function nameMarkup(text: string): string | undefined {
  const head = text.trimStart().slice(0, 300);
  if (!head.startsWith("<")) return undefined;
  if (/<!doctype html|<html[\s>]/i.test(head)) return "a page of HTML";
  return head.startsWith("<?xml") ? "XML" : "markup";
}

/** What a text is where it is markup and no words: `a page of HTML`, `XML`, `markup`. `undefined` for any other text. */
export function nameMarkup(text: string): string | undefined {
  const head = text.trimStart().slice(0, 300);
  if (!head.startsWith("<")) return undefined;
  if (/<!doctype html|<html[\s>]/i.test(head)) return "a page of HTML";
  return head.startsWith("<?xml") ? "XML" : "markup";
}

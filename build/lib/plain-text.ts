import { decodeHTMLStrict } from "entities";

/** Longer input is cut, to bound the work. */
const MAX_INPUT = 10_000;

/** Upstreams escape at most twice, and a wrapper may escape once more. */
const DECODING_ROUNDS = 3;

/** Line and paragraph separators and control characters end words. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Direction marks, zero-width spaces, soft hyphens, tags: they hide or reorder text. */
const INVISIBLE =
  /\u{AD}|\u{61C}|\u{180E}|\u{200B}|\u{200E}|\u{200F}|[\u{202A}-\u{202E}]|[\u{2060}-\u{206F}]|\u{FEFF}|[\u{E0000}-\u{E007F}]/gu;

/** Control characters, invisible and direction-changing characters, and all line breaks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Emoji and some alphabets need these two invisible characters. */
const JOINERS = /[\u200c\u200d]/g;

const CODE_ELEMENT = /<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<[/!?]?[a-z][^<>]*>/gi;
/** An unclosed tag with an attribute: `<img src=x onerror=…`. "ETH<BTC" stays. */
const OPEN_TAG = /<[a-z][a-z\d-]*\s[^<>]*=[^<>]*$/i;

/** One line of well-formed, trimmed text without control and invisible characters. */
export function cleanText(text: string): string {
  return text.replace(CONTROLS, " ").replace(INVISIBLE, "").replace(/\s+/g, " ").trim().toWellFormed();
}

/** Whether the text is one visible line. Emoji may be joined of several. */
export function isVisibleLine(text: string, maxLength: number): boolean {
  if (text.trim() === "" || text.length > maxLength || !text.isWellFormed()) return false;
  return !HIDDEN.test(text.replace(JOINERS, ""));
}

/** Whether it is a visible line without joiners and blanks around it: equal codes look equal. */
export function isPlainLine(text: string, maxLength: number): boolean {
  return isVisibleLine(text, maxLength) && text.trim() === text && !HIDDEN.test(text);
}

/**
 * The visible text of HTML, also when it was escaped too often. It is plain text, not safe HTML.
 */
export function renderPlainText(html: string, maxLength: number): string {
  let text = html.slice(0, MAX_INPUT);
  for (let round = 0; round < DECODING_ROUNDS; round++) {
    const decoded = stripTags(decodeHTMLStrict(text));
    if (decoded === text) break;
    text = decoded;
  }
  return cutText(cleanText(stripTags(text)), maxLength);
}

/** The visible text of a whole page of HTML, on one line. */
export function renderPageText(html: string): string {
  const text = html.replace(CODE_ELEMENT, " ").replace(COMMENT, " ").replace(TAG, " ");
  return cleanText(decodeHTMLStrict(text));
}

function stripTags(text: string): string {
  return text
    .replace(CODE_ELEMENT, " ")
    .replace(COMMENT, " ")
    .replace(TAG, (tag) => (/^<\/?(p|br|div|li|h\d)\b/i.test(tag) ? " " : ""))
    .replace(OPEN_TAG, "");
}

function cutText(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return `${characters
    .slice(0, maxLength - 1)
    .join("")
    .trimEnd()}…`;
}

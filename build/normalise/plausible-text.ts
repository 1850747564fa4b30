/** Longest code or symbol that any upstream is known to use. Ids, names and titles go further. */
const MAX_CODE_LENGTH = 64;
const MAX_ID_LENGTH = 128;
const MAX_NAME_LENGTH = 200;
const MAX_TITLE_LENGTH = 1_000;
/** Control characters, invisible ones, those that turn the direction of a text, and line breaks of every alphabet. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Invisible too, but emoji and some alphabets are written with them; in a code they would make two of one. */
const JOINERS = /[\u200c\u200d]/g;

/** May this text be a code or symbol? Odd ones (`$ANRX`, emoji, `../x`) are real tickers and stay: file names encode them. */
export function acceptCode(code: string): boolean {
  return isPlain(code, MAX_CODE_LENGTH);
}

/** May this text name a record? Not what every object knows under that name already (`constructor`). */
export function acceptId(id: string): boolean {
  return isPlain(id, MAX_ID_LENGTH) && !(id in Object.prototype);
}

/** May this text be shown as a name? */
export function acceptName(name: string): boolean {
  return isVisible(name, MAX_NAME_LENGTH);
}

/** May this text be shown as a headline? */
export function acceptTitle(title: string): boolean {
  return isVisible(title, MAX_TITLE_LENGTH);
}

/** A text beside a record (a country, a category) where it may be shown; else unknown, which costs nothing but itself. */
export function keepText(text: string | null): string | null {
  return text !== null && acceptName(text) ? text : null;
}

function isPlain(text: string, maxLength: number): boolean {
  return isVisible(text, maxLength) && text.trim() === text && !HIDDEN.test(text);
}

function isVisible(text: string, maxLength: number): boolean {
  if (text.trim() === "" || text.length > maxLength || !text.isWellFormed()) return false;
  return !HIDDEN.test(text.replace(JOINERS, ""));
}

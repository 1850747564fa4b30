const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
/** Also after apostrophes, so that removing one apostrophe always restores the original. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * A text as a cell of a CSV file. An apostrophe precedes a text that a spreadsheet would run as a
 * formula: names are untrusted.
 *
 * @param {string} text
 * @returns {string}
 */
export function disarmFormula(text) {
  const clean = text.toWellFormed().replace(CONTROL, "");
  return FORMULA.test(clean) && !NUMBER.test(clean) ? `'${clean}` : clean;
}

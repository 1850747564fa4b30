/** The code of a block, with what stands before it. */
const BLOCK = /(<div class="code-block">[\s\S]*?<code\b[^>]*>)([\s\S]*?)(?=<\/code>)/g;
/** A line with its end. */
const LINE = /( *)(?:.*\n|.+$)/g;
/** The deepest level that has a style: deeper lines use it, too. */
const DEEPEST = 6;

/**
 * Lets the rest of a line of code that wraps stand deeper than its beginning. Code stays as it is
 * if it has no indented line, or an element of several lines, such as a comment. `markup`: of a
 * page.
 */
export function nestLines(markup) {
  return markup.replace(BLOCK, (block, start, code) => {
    const isNested = /^ /m.test(code) && (code.match(LINE) ?? []).every(isBalanced);
    return isNested ? start + code.replace(LINE, nest) : block;
  });
}

function nest(line, { length: spaces }) {
  return `<span class="nested in-${Math.min(DEEPEST, Math.ceil(spaces / 2))}">${line}</span>`;
}

function isBalanced(line) {
  return line.split("<span").length === line.split("</span>").length;
}

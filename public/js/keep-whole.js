/** Elements whose text stays as it is or has room, tags, and what may not break. */
const PART =
  /<details class="chart-table"[\s\S]*?<\/details>|<(code|pre|script|style|svg|select|textarea)\b[\s\S]*?<\/\1>|<[^>]*>|(?<![\w-])\d{4}-\d\d(?:-\d\d)?(?![\w-])|\d[\d.,]*\s(?:%|bp|ms|[kMGT]B|bytes|s|h)(?![\w-])/g;

/**
 * Keeps dates, and numbers with their units, in one line: browsers would break them after a hyphen
 * or before the unit. Copied text stays plain. `markup`: of a page.
 */
export function keepWhole(markup) {
  return markup.replace(PART, (part) => (part.startsWith("<") ? part : `<span class="keep">${part}</span>`));
}

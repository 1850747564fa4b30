const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const MONTH = "([a-z]{3,9})\\.?";
/**
 * Forms of a date, each with one meaning: 3/4/2026 has two and is no form.
 *
 * @type {[RegExp, (found: string[]) => (string | number)[]][]}
 */
const FORMS = [
  [/\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/, ([, year, month, day]) => [year, month, day]],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/, ([, day, month, year]) => [year, month, day]],
  [
    new RegExp(`\\b${DAY}\\.? (?:of )?${MONTH},? (\\d{4})\\b`, "i"),
    ([, day, name, year]) => [year, monthOf(name), day],
  ],
  [new RegExp(`\\b${MONTH} ${DAY},? (\\d{4})\\b`, "i"), ([, name, day, year]) => [year, monthOf(name), day]],
];
const DAY_MS = 86_400_000;

/**
 * The day in a text, and the text without it: `2026-09-01 btc`, `price of btc on 1 Sep 2026`, `btc
 * yesterday`. `null`: no day, or one in the future.
 */
export function findDay(text, nowMs) {
  const relative = /\b(today|yesterday)\b/i.exec(text);
  if (relative !== null) {
    const timeMs = nowMs - (relative[1].toLowerCase() === "yesterday" ? DAY_MS : 0);
    return { day: new Date(timeMs).toISOString().slice(0, 10), rest: cut(text, relative[0]) };
  }
  for (const [form, read] of FORMS) {
    const found = form.exec(text);
    if (found === null) continue;
    const [year, month, day] = read(found).map(Number);
    // No month has this name or number.
    if (month === 0) continue;
    const timeMs = Date.UTC(year, month - 1, day);
    const isDate = new Date(timeMs).getUTCDate() === day && month <= 12;
    if (!isDate || timeMs > nowMs) return null;
    return { day: new Date(timeMs).toISOString().slice(0, 10), rest: cut(text, found[0]) };
  }
  return null;
}

function monthOf(name) {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function cut(text, part) {
  const at = text.indexOf(part);
  const before = text.slice(0, at).replace(/\bon\s*$/i, "");
  return `${before} ${text.slice(at + part.length)}`.replace(/^[\s,;:.?!]+|[\s,;:.?!]+$/g, "");
}

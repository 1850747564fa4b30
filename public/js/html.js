/** Safe markup. All other values are text and are escaped. */
class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(value) {
  const text = String(value);
  // Few values have one, and replacing takes five times as long as testing.
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ESCAPES[character]) : text;
}

/**
 * html`<p>${name}</p>`: escapes every value that is not markup itself. Joins lists; renders `null`,
 * `undefined` and `false` as nothing. Attributes must be quoted.
 */
export function html(strings, ...values) {
  let text = strings[0];
  for (let at = 0; at < values.length; at += 1) text += render(values[at]) + strings[at + 1];
  return new Markup(text);
}

/** Marks text as safe markup, such as the content of a layout. */
export function trusted(text) {
  return new Markup(text);
}

/** JSON for a `<script type="application/json">`. */
export function jsonScript(value) {
  return new Markup(JSON.stringify(value).replace(/</g, "\\u003c"));
}

function render(value) {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join("");
  return escapeHtml(value);
}

/** Markup that may stand in a page as it is. Anything else is text and gets escaped. */
class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

/**
 * html`<p>${name}</p>`: every value is escaped unless it came out of `html` itself. Lists are joined; `null`, `undefined` and
 * `false` are nothing. Attributes must be quoted.
 */
export function html(strings, ...values) {
  let text = strings[0];
  for (let at = 0; at < values.length; at += 1) text += render(values[at]) + strings[at + 1];
  return new Markup(text);
}

/** For markup that was checked or made elsewhere, such as the content that a layout surrounds. */
export function trusted(text) {
  return new Markup(text);
}

/** JSON that may stand in a `<script type="application/json">`. */
export function jsonScript(value) {
  return new Markup(JSON.stringify(value).replace(/</g, "\\u003c"));
}

function render(value) {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join("");
  return escapeHtml(value);
}

import { html } from "../../public/js/html.js";
import { codeBlock } from "./code.js";
import { LANGUAGES } from "./snippets.js";

/** Code in several languages, of which one is shown: `[id, title, code]`. Needs no script. */
export function codeTabs(prefix, list) {
  return html`<fieldset class="code-tabs"><legend class="visually-hidden">Language of the code</legend>
${list.map(
  (
    [id, title, code],
    at,
  ) => html`<div class="code-tab"><label data-page-only><input type="radio" name="${prefix}-code"${
    at === 0 && html` checked`
  }>${title}</label>
<div class="code-tab-panel">${codeBlock(`${prefix}-${id}`, code, title, LANGUAGES[id])}</div></div>`,
)}</fieldset>`;
}

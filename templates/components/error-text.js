import { html } from "../../public/js/html.js";

/** Errors quote the server's response; longer ones are collapsed. */
const ERROR_SHOWN = 110;

export function errorText(error) {
  const isLong = error.length > ERROR_SHOWN;
  return html`<p class="error-text">${isLong ? `${error.slice(0, ERROR_SHOWN).toWellFormed()}…` : error}</p>
${isLong && html`<details><summary>Full error</summary><p class="error-text">${error}</p></details>`}`;
}

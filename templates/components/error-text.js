import { html } from "../../public/js/html.js";

/** Errors quote the server's response; longer ones are collapsed. */
const ERROR_SHOWN = 300;

export function errorText(error) {
  const isLong = error.length > ERROR_SHOWN;
  const shown = isLong ? `${error.slice(0, ERROR_SHOWN).toWellFormed()}…` : error;
  return html`<p class="error-text">${breakUrls(shown)}</p>
${isLong && html`<details><summary>Full error</summary><p class="error-text">${breakUrls(error)}</p></details>`}`;
}

/** Addresses may break after their signs; browsers would break them inside a word. */
function breakUrls(text) {
  return text.split(/(?<=[/?&=-])(?=\w)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`);
}

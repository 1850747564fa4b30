import { html } from "../../public/js/html.js";

/** Same limit as `try-home.js`. */
const MAX_LINES = 48;

/** A request with its response: from the build, and live with JavaScript. */
export function terminal({ example, requests }, { baseUrl }, root) {
  if (example === null) return "";
  const lines = JSON.stringify(example.body, null, 2).split("\n").slice(0, MAX_LINES);
  return html`<div class="terminal" data-terminal aria-busy="false">
<div class="terminal-bar" role="group" aria-label="Try it">${requests.map(
    ({ path, title }) =>
      html`<button type="button" data-path="${path}" aria-pressed="${path === example.path}">${title}</button>`,
  )}</div>
<p class="terminal-command"><span class="prompt" aria-hidden="true">$</span> <code id="home-curl">curl
<span data-address>${(baseUrl ?? "https://SITE").replace(
    /\/$/,
    "",
  )}</span>/<wbr><span data-terminal-path>${example.path}</span></code><button type="button" class="copy"
data-copy="home-curl" hidden>Copy</button></p>
<pre tabindex="0" role="group" aria-label="Response"><code data-terminal-output>${lines.join("\n")}</code></pre>
<p class="terminal-foot"><span data-terminal-status aria-live="polite">from the last build</span>
<a data-terminal-link href="${root}${example.path}">Open file</a></p>
</div>`;
}

import { html } from "./html.js";

/** As the browser cuts it. */
const MAX_LINES = 48;

/** A question to this site with its answer: that of the build, and a live one for who has JavaScript. */
export function terminal({ example, questions }, { baseUrl }, root) {
  if (example === null) return "";
  const lines = JSON.stringify(example.body, null, 2).split("\n").slice(0, MAX_LINES);
  return html`<div class="terminal" data-terminal aria-busy="false">
<div class="terminal-bar" role="group" aria-label="Ask this site">${questions.map(({ path, title }) => html`<button type="button" data-path="${path}" aria-pressed="${path === example.path}">${title}</button>`)}</div>
<p class="terminal-command"><span class="prompt" aria-hidden="true">$</span> <code id="home-curl">curl <span data-address>${(baseUrl ?? "https://SITE").replace(/\/$/, "")}</span>/<span data-terminal-path>${example.path}</span></code><button type="button" class="copy" data-copy="home-curl" hidden>Copy</button></p>
<pre tabindex="0" role="region" aria-label="Answer"><code data-terminal-output>${lines.join("\n")}</code></pre>
<p class="terminal-foot"><span data-terminal-status aria-live="polite">from the last build</span> <a data-terminal-link href="${root}${example.path}">Open it</a></p>
</div>`;
}

import { html } from "../../public/js/html.js";
import { codeTabs } from "./code-tabs.js";
import { highlight } from "./highlight.js";

/**
 * A request with its parameters, its code and its response. It runs through `client.js`, so it
 * works on static hosts. `url`: the initial request; `path` and `parameters`: of an endpoint;
 * `presets`: other requests, `[name, url]`; `code`: examples that follow the request; `example`:
 * its stored response.
 */
export function tryIt({ url, path = "", parameters = [], presets = [], code = [], example = null }) {
  return html`<div class="try" data-try data-try-path="${path}">
<form data-try-form data-page-only>
${parameters.length > 0 && html`<div class="try-parameters">${parameters.map(parameterField)}</div>`}
${
  presets.length > 0 &&
  html`<div class="try-presets" role="group" aria-label="Examples">
${presets.map(([name, preset]) => html`<button type="button" data-try-preset="${preset}">${name}</button>`)}</div>`
}
<div class="try-ask"><label for="try-url">URL</label><input id="try-url" data-try-url value="${url}" autocomplete="off"
autocapitalize="none" spellcheck="false"><button type="submit" class="button primary">Send</button></div>
</form>
${code.length > 0 && codeTabs("use", code)}
<p class="try-status" data-page-only data-try-status aria-live="polite">${
    example === null ? "Press Send to run this request here." : "Stored response of this build, with fewer rows."
  }</p>
<pre tabindex="0" role="group" aria-label="Response" data-try-region${example === null && html` data-page-only`}><code data-try-output>${
    example === null ? "Response" : highlight(example, "json")
  }</code></pre>
</div>
<noscript><p class="note">Sending a request needs JavaScript. The files do not.</p></noscript>`;
}

/** Parameters with a list of values are chosen, others are typed. */
function parameterField({ name, in: place, values, value, example, required, default: fallback }) {
  const label = html`<label for="try-${name}"><code>${name}</code></label>`;
  const attributes = html`id="try-${name}" data-try-parameter="${name}" data-try-in="${place}"`;
  if (values.length === 0)
    return html`<div>${label}<input ${attributes} value="${value}" placeholder="e.g. ${example}" autocomplete="off"
spellcheck="false"></div>`;
  return html`<div>${label}<select ${attributes}>${
    !required && html`<option value="">default${fallback !== null && `: ${fallback}`}</option>`
  }${values.map(
    (one) =>
      html`<option${
        one === value &&
        html`
selected`
      }>${one}</option>`,
  )}</select></div>`;
}

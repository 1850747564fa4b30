import { html } from "./html.js";

/**
 * Asks this very site any question of the interface, through `client.js`, so that it works where the host knows only files. `asked`: the
 * question to begin with, `path` and `parameters` those of an endpoint, `presets` other questions.
 */
export function tryIt({ asked, path = "", parameters = [], presets = [] }) {
  return html`<div class="try" data-try data-try-path="${path}">
<form data-try-form>
${parameters.length > 0 && html`<div class="try-parameters">${parameters.map(parameterField)}</div>`}
${presets.length > 0 && html`<div class="try-presets" role="group" aria-label="Questions">${presets.map((preset) => html`<button type="button" data-try-preset="${preset}">${preset}</button>`)}</div>`}
<div class="try-ask"><label for="try-url">Address</label><input id="try-url" data-try-url value="${asked}" autocomplete="off" autocapitalize="none" spellcheck="false"><button type="submit" class="button primary">Ask</button></div>
</form>
<p class="try-status" data-try-status aria-live="polite">Not asked yet. The answer comes from this site, whatever its host understands.</p>
<pre tabindex="0" role="region" aria-label="Answer" data-try-region><code data-try-output>The answer will stand here.</code></pre>
</div>
<noscript><p class="note">This panel needs JavaScript; the files behind it do not.</p></noscript>`;
}

/** Parameters with a list of values are chosen, others are typed. */
function parameterField({ name, in: place, values, value, example, required, default: fallback }) {
  const label = html`<label for="try-${name}"><code>${name}</code></label>`;
  const attributes = html`id="try-${name}" data-try-parameter="${name}" data-try-in="${place}"`;
  if (values.length === 0)
    return html`<div>${label}<input ${attributes} value="${value}" placeholder="e.g. ${example}" autocomplete="off" spellcheck="false"></div>`;
  return html`<div>${label}<select ${attributes}>${!required && html`<option value="">default${fallback !== null && `: ${fallback}`}</option>`}${values.map((one) => html`<option${one === value && html` selected`}>${one}</option>`)}</select></div>`;
}

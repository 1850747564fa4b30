import { html } from "../../public/js/html.js";

/** The fields of a response. The type is below the name: names are long, and screens narrow. */
export function fieldTable(fields, labelledBy) {
  return html`<div class="table-scroll" tabindex="0" role="group" aria-labelledby="${labelledBy}">
<table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Description</th></tr></thead>
<tbody>${fields.map(row)}</tbody></table></div>`;
}

function row({ path, type, unit, nullable, optional, description, sameAs }) {
  const facts = [type, unit, nullable && "or null", optional && "optional"].filter(Boolean).join(", ");
  return html`<tr id="field-${path}"><th scope="row"><code>${path}</code> <span class="type">${facts}</span></th>
<td class="prose">${markNames(description)}${
    sameAs !== null &&
    html`.
Same fields as <code>${sameAs}</code>`
  }</td></tr>
`;
}

/** What stands between backticks is code. So are names of fields: `_`, or `meta.` before them. */
function markNames(text) {
  return text
    .split(/`([^`]+)`|(\b(?:meta\.\w+|[a-z]\w*_\w+)\b)/)
    .map((part, at) => (at % 3 === 0 ? part : part !== undefined && html`<code>${part}</code>`));
}

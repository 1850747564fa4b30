import { html } from "../../public/js/html.js";

/** The fields of a response. */
export function fieldTable(fields, labelledBy) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-labelledby="${labelledBy}">
<table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Unit</th>
<th scope="col">Nullable</th><th scope="col">Description</th></tr></thead>
<tbody>${fields.map(row)}</tbody></table></div>`;
}

function row({ path, type, unit, nullable, optional, description, sameAs }) {
  return html`<tr id="field-${path}"><th scope="row"><code>${path}</code></th><td class="type">${type}</td><td>${unit ?? ""}</td>
<td>${nullable ? "yes" : optional ? "optional" : "no"}</td><td class="prose">${description}${
    sameAs !== null &&
    html`.
Same fields as <code>${sameAs}</code>`
  }</td></tr>
`;
}

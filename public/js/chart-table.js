import { html } from "./html.js";

/** The content of the table of a chart's points. */
export function renderTable(caption, { heads, rows }) {
  const lines = rows.map(
    ([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return html`<caption data-chart-caption>${caption}</caption><thead><tr>
${heads.map((head, at) => html`<th scope="col"${at === 0 && html` class="text"`}>${head}</th>`)}</tr></thead>
<tbody>${lines}</tbody>`;
}

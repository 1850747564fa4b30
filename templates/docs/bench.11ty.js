import { html } from "../components/html.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/bench/index.html",
  group: "Run your own",
  title: "How fast it is",
  description:
    "What building, writing, loading and serving take, as ratios to what cannot be beaten and to what others take, with the machine and the day.",
  styles: ["docs.css"],
};

export function render({ shared }) {
  const { benches } = shared.data.bench;
  return String(html`
<h1>How fast it is</h1>
<p class="lead">Every figure is of one run on one machine, and next to it stands what it was measured against in the same run: times differ from machine to machine, ratios less, and those to a disk most of all. <code>npm run bench</code> repeats each of them.</p>
${benches.length === 0 && html`<p>Nothing has been measured yet.</p>`}
${benches.map(renderBench)}
`);
}

function renderBench({ name, about, date, machine, tables, goals, notes = [] }) {
  return html`<section class="article" aria-labelledby="${name}"><h2 id="${name}">${about.charAt(0).toUpperCase()}${about.slice(1)}</h2>
<p class="before-table"><code>npm run bench -- ${name}</code> · ${machine} · ${date}</p>
${
  goals.length > 0 &&
  renderTable(
    `Goals of ${name}`,
    ["Goal", "Measured", "Aim", "Verdict"],
    goals.map(({ what, value, goal, met }) => [what, value, goal, met ? "✓ met" : "✗ missed"]),
  )
}
${tables.map(({ title, columns, rows }) => html`<h3>${title}</h3>${renderTable(title, columns, rows)}`)}
${notes.map((note) => html`<p>${note}</p>`)}</section>`;
}

function renderTable(label, columns, rows) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${columns.map((column, at) => (column === "" ? html`<td></td>` : html`<th scope="col"${at > 0 && html` class="number"`}>${column}</th>`))}</tr></thead>
<tbody>${rows.map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td class="number keep">${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

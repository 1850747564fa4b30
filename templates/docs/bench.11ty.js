import { capitalise, plural } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/bench/index.html",
  group: "Your own copy",
  order: 6,
  title: "Benchmarks",
  description:
    "Speed of building, writing, loading and serving, compared with lower bounds and other tools, with machine and date.",
  words: "performance speed latency",
  styles: ["docs.css"],
};

export function render({ shared }) {
  const { benches } = shared.data.bench;
  const goals = benches.flatMap((bench) => bench.goals);
  return String(html`
<h1>Benchmarks</h1>
<p class="lead">See how fast a site is built, written, loaded and served, compared with a lower bound or another tool.
To measure on your machine, run <code>npm run bench</code>.</p>
<p class="text">Each figure and its baseline come from one run on one machine. Times differ between machines;
ratios differ less, except ratios to disk speed.${
    goals.length > 0 && html` <strong>${countMet(goals)} of ${goals.length} goals are met.</strong>`
  }</p>
${benches.length === 0 && html`<p>No measurements yet.</p>`}
${benches.map(renderBench)}
`);
}

const countMet = (goals) => goals.filter(({ met }) => met).length;

function renderBench({ name, about, date, machine, tables, goals, notes = [] }) {
  return html`<section class="article" aria-labelledby="${name}">
<h2 id="${name}">${capitalise(about)}</h2>
<p class="before-table">${
    goals.length > 0 && html`<strong>${countMet(goals)} of ${plural(goals.length, "goal")} met</strong> · `
  }<code>npm run bench -- ${name}</code> · ${machine} · ${date}</p>
${
  goals.length > 0 &&
  renderTable(
    `Goals of ${name}`,
    ["Goal", "Measured", "Target", "Result"],
    goals.map(({ what, value, goal, met }) => [what, value, goal, met ? "✓ met" : "✗ missed"]),
  )
}
${tables.map(
  ({ title, columns, rows }) => html`<details class="dataset"><summary>${title}</summary>
${renderTable(title, columns, rows)}</details>`,
)}
${notes.map((note) => html`<p>${note}</p>`)}</section>`;
}

function renderTable(label, columns, rows) {
  return html`<div class="table-scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>
${columns.map((column, at) =>
  column === ""
    ? html`<th scope="col"><span class="visually-hidden">What</span></th>`
    : html`<th scope="col"${
        at > 0 &&
        html`
class="number"`
      }>${column}</th>`,
)}</tr></thead>
<tbody>${rows.map(
    ([first, ...others]) => html`<tr><th scope="row">${first}</th>
${others.map((cell) => html`<td class="number keep">${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

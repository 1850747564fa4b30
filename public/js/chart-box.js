import { chooseDrawn } from "./chart-series.js";
import { emptyChart, hiddenText } from "./empty-chart.js";
import { html } from "./html.js";

/**
 * Replaces the static drawing of a page by an interactive chart when it comes into view.
 *
 * - `load(url)`: the data of a file
 * - `columns(data, button data)`: times, values and optionally bars
 * - `summarise(columns)`: a sentence, or `null` without values
 * - `listRows(data, button data)`: `heads` and `rows` of the table, cells as markup
 * - `describe(columns, index)`: a point in words
 * - `level(value)`: a label of the value axis; `range` fixes its scale
 * - `explainBars(values)`: what the bars show
 */
export function startChart({ load, columns: buildColumns, summarise, listRows, describe, level, range, explainBars }) {
  const box = document.querySelector("[data-chart]");
  if (box === null) return;
  const buttons = [...document.querySelectorAll("[data-period]")];
  const readout = document.querySelector("[data-chart-readout]");
  const details = document.querySelector("[data-chart-table]");
  const answers = new Map();
  let destroy;
  let current;
  let turn = 0;

  async function choose(button) {
    turn += 1;
    const own = turn;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    box.setAttribute("aria-busy", "true");
    try {
      const { history: url } = button.dataset;
      const data = answers.get(url) ?? (await load(url));
      answers.set(url, data);
      const { drawChart } = await import("./chart.js");
      const { default: Plot } = await import(new URL(box.dataset.vendor, document.baseURI).href);
      if (own === turn) show({ button, data, draw: drawChart.bind(null, Plot) });
    } catch {
      if (own === turn)
        readout.textContent = navigator.onLine ? "The history could not be loaded." : "You are offline.";
    }
    if (own === turn) box.setAttribute("aria-busy", "false");
  }

  function show({ button, data, draw }) {
    current = { button, data, draw };
    const { title } = button.dataset;
    const columns = buildColumns(data, button.dataset);
    const summary = summarise(columns);
    const drawn = chooseDrawn(columns);
    const bars = drawn[2] === undefined ? "" : `. ${explainBars(drawn[2])}`;
    const text = summary === null ? describeAbsence(title) : `${title}: ${summary}${bars}`;
    destroy?.();
    destroy = undefined;
    box.replaceChildren();
    readout.textContent = text;
    if (summary === null) {
      for (const name of ["role", "aria-label", "tabindex"]) box.removeAttribute(name);
      box.innerHTML = String(emptyChart(text));
      readout.innerHTML = String(hiddenText(text));
    } else {
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", `Chart of ${box.dataset.name}. Use the arrow keys to move along it.`);
      box.tabIndex = 0;
      const onPoint = (at) => {
        readout.textContent = (at !== null && describe(columns, at)) || text;
      };
      destroy = draw(box, drawn, { level, range, onPoint });
    }
    if (details.open) fillTable();
  }

  function fillTable() {
    if (current === undefined) return;
    const { button, data } = current;
    const { heads, rows } = listRows(data, button.dataset);
    const lines = rows.map(
      ([first, ...cells]) =>
        html`<tr><th scope="row" class="text">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    );
    details.querySelector("table").innerHTML = String(
      html`<caption data-chart-caption>${button.dataset.title}${box.dataset.unit && `, ${box.dataset.unit}`}</caption><thead><tr>${heads.map((head, at) => html`<th scope="col"${at === 0 && html` class="text"`}>${head}</th>`)}</tr></thead><tbody>${lines}</tbody>`,
    );
  }

  const isChosen = (button) => button.getAttribute("aria-pressed") === "true";
  const begin = () => choose(buttons.find(isChosen) ?? buttons[0]);
  const redraw = () => current && show(current);
  for (const button of buttons) button.addEventListener("click", () => choose(button));
  details.addEventListener("toggle", () => details.open && fillTable());
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    if (current === undefined && turn === 0) begin();
  });
  watch.observe(box);
}

/** `7 days` → `No 7-day data yet`. */
function describeAbsence(title) {
  const period = title.match(/^(\d+) (\w+?)s?$/);
  return period === null ? "No data yet" : `No ${period[1]}-${period[2]} data yet`;
}

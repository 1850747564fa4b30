import { readChartView, writeChartView } from "./chart-address.js";
import { createLine } from "./chart-line.js";
import { countKnown, cutLast, cutRange } from "./chart-series.js";
import { describeCoverage } from "./chart-summary.js";
import { canBeLog, startToolbar } from "./chart-toolbar.js";
import { emptyChart, hiddenText } from "./empty-chart.js";
import { html } from "./html.js";

const HOUR_MS = 3_600_000;

/**
 * Replaces the static drawing of a page by an interactive chart when it comes into view.
 *
 * - `load`, `columns`, `step`, `value`, `bars` and `change`: of `createLine`
 * - `loadCandles()`: a promise of the form of candles, where buttons name their files
 * - `onShow(period, url, readCsv)`: after each drawing, the period's id, the URL of its file and a
 *   function that returns a promise of its points as CSV
 * - `summarise(columns, period)`: a sentence, or `null` without values. `period`: its button's id,
 *   `null` while a part of it is shown
 * - `listRows(data, columns)`: `heads` and `rows` of the table, cells as markup
 * - `level(value, step)`: a label of the value axis; `range` fixes its scale
 */
export function startChart(chart) {
  const box = document.querySelector("[data-chart]");
  if (box === null) return;
  const { loadCandles, onShow, level, range } = chart;
  const line = createLine(chart);
  const buttons = [...document.querySelectorAll("[data-period]")];
  const coverage = document.querySelector("[data-chart-coverage]");
  const readout = document.querySelector("[data-chart-readout]");
  const details = document.querySelector("[data-chart-table]");
  const findButton = (id) => buttons.find(({ dataset }) => dataset.period === id);
  const asBuilt = buttons.find((button) => button.getAttribute("aria-pressed") === "true");
  const answers = new Map();
  let view = readChartView(location.search);
  let chosen = findButton(view.range) ?? asBuilt;
  let turn = 0;
  /** The points of the chosen period, and what is shown of them. */
  let source;
  let shown;
  let destroy;

  async function read(form, url) {
    const data = answers.get(url) ?? (await form.load(url));
    answers.set(url, data);
    return data;
  }

  /** The points of a period, or the newest ones of another period where it has no line. */
  async function findPoints(button) {
    const form = view.isCandles && hasCandles(button) ? await loadCandles() : line;
    const at = buttons.indexOf(button);
    const lengthMs = Number(button.dataset.hours) * HOUR_MS;
    let best;
    for (const { dataset } of [button, ...buttons.slice(at + 1), ...buttons.slice(0, at).reverse()]) {
      const url = dataset[form.file];
      if (url === undefined) continue;
      const data = await read(form, url);
      const columns = cutLast(form.columns(data), lengthMs);
      const count = countKnown(columns[1]);
      if (best === undefined || count > best.count) {
        const isOlder = columns[0].at(-1) < Date.now() - lengthMs;
        const coverage = isOlder
          ? `Older than ${button.dataset.title}`
          : describeCoverage(columns, form.step(data), lengthMs);
        best = { form, data, columns, count, coverage };
      }
      if (best.count > 1) break;
    }
    return best;
  }

  /** The zoom of an old address may need a longer period now. */
  async function findZoomed(button) {
    for (const other of buttons.slice(buttons.indexOf(button))) {
      const { columns } = await findPoints(other);
      if (countKnown(cutRange(columns, view.zoom)[1]) > 1) return other;
    }
    return button;
  }

  async function choose(button, { isFirst = false } = {}) {
    turn += 1;
    const own = turn;
    press(button);
    box.setAttribute("aria-busy", "true");
    try {
      const wanted = isFirst && view.zoom !== null ? await findZoomed(button) : button;
      const points = await findPoints(wanted);
      const { drawChart } = await import("./chart.js");
      const { default: Plot } = await import(new URL(box.dataset.vendor, document.baseURI).href);
      if (own === turn) {
        press(wanted);
        source = { ...points, draw: drawChart.bind(null, Plot) };
        show();
      }
    } catch {
      if (own === turn)
        readout.textContent = navigator.onLine ? "The history could not be loaded." : "You are offline.";
    }
    if (own === turn) box.setAttribute("aria-busy", "false");
  }

  function press(button) {
    chosen = button;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
  }

  function show() {
    const whole = source.columns;
    const zoomed = view.zoom === null ? whole : cutRange(whole, view.zoom);
    if (countKnown(zoomed[1]) < 2) view.zoom = null;
    const columns = view.zoom === null ? whole : zoomed;
    const { form, data } = source;
    const choice = form.choose(columns, { data, hasBars: view.hasBars, width: box.clientWidth });
    const summary = form.summarise(columns, view.zoom === null ? chosen.dataset.period : null);
    const title = `${chosen.dataset.title}${view.zoom === null ? "" : ", zoomed"}`;
    shown = { ...choice, columns, values: form.lows(columns), title, at: null };
    destroy?.();
    destroy = undefined;
    box.replaceChildren();
    coverage.textContent = view.zoom === null ? source.coverage : "";
    toolbar.show(view, { values: shown.values, canHaveBars: choice.hasBars, canBeCandles: hasCandles(chosen) });
    if (summary === null) showAbsence("No data yet");
    else showDrawing([`${title}: ${summary}`, form.explain(shown, data)].filter((text) => text !== "").join(". "));
    if (details.open) fillTable();
    onShow?.(chosen.dataset.period, chosen.dataset[form.file], () => form.csv(shown));
  }

  function showAbsence(text) {
    for (const name of ["role", "aria-label", "tabindex"]) box.removeAttribute(name);
    box.innerHTML = String(emptyChart(text));
    readout.innerHTML = String(hiddenText(text));
  }

  function showDrawing(text) {
    const { drawn } = shown;
    const { form } = source;
    box.setAttribute("role", "group");
    box.setAttribute(
      "aria-label",
      `Chart of ${box.dataset.name}. Arrow keys move along it, plus and minus zoom, Escape shows the whole period.`,
    );
    box.tabIndex = 0;
    readout.textContent = text;
    const describe = (at) => form.describe(shown, at);
    const onPoint = (at) => {
      shown.at = at;
      readout.textContent = at === null ? text : describe(at).line;
    };
    const isLog = view.isLog && canBeLog(shown.values);
    const painting = form.paint && { paint: form.paint, lengthMs: shown.lengthMs };
    const onSelect = (fromMs, toMs) => zoom({ fromMs, toMs });
    destroy = source.draw(box, drawn, { level, range, isLog, painting, describe, onPoint, onSelect });
  }

  /** Shows the points between two times, if they make a line; `null`: the whole period. */
  function zoom(wanted) {
    if (source === undefined) return;
    const whole = source.columns[0];
    const [times] = wanted === null ? [whole] : cutRange(source.columns, wanted);
    if (times.length < 2) return show();
    changeView({ zoom: times.length === whole.length ? null : { fromMs: times[0], toMs: times.at(-1) } });
  }

  /** Zooms in (factor 0.5) or out (2) around the point at the cursor, or the middle. */
  function scaleZoom(factor) {
    const [times] = shown?.columns ?? [[]];
    if (times.length < 2) return;
    const firstMs = times[0];
    const lastMs = times.at(-1);
    const spanMs = (lastMs - firstMs) * factor;
    const centreMs = shown.at === null ? (firstMs + lastMs) / 2 : shown.drawn[0][shown.at];
    const whole = source.columns[0];
    const fromMs = Math.max(whole[0], Math.min(centreMs - spanMs / 2, whole.at(-1) - spanMs));
    zoom({ fromMs, toMs: fromMs + spanMs });
  }

  function changeView(part) {
    view = { ...view, ...part };
    const isAsBuilt = chosen === asBuilt && view.zoom === null;
    const search = writeChartView(location.search, { ...view, range: isAsBuilt ? null : chosen.dataset.period });
    history.replaceState(null, "", `${location.pathname}${search}${location.hash}`);
    if (source === undefined) choose(chosen);
    else show();
  }

  const toolbar = startToolbar({
    toggleLog: () => changeView({ isLog: !view.isLog }),
    toggleBars: () => changeView({ hasBars: !view.hasBars }),
    toggleCandles() {
      source = undefined;
      changeView({ isCandles: !view.isCandles });
    },
    zoomIn: () => scaleZoom(0.5),
    reset() {
      zoom(null);
      // The button disappears.
      box.focus({ preventScroll: true });
    },
    copies: {
      url() {
        const { origin, pathname, search } = location;
        return `${origin}${pathname}${writeChartView(search, { ...view, range: chosen.dataset.period })}`;
      },
      json: () => source.form.json(shown),
      csv: () => source.form.csv(shown),
    },
  });

  function fillTable() {
    if (source === undefined) return;
    const { heads, rows } = source.form.listRows(source.data, shown.columns);
    const lines = rows.map(
      ([first, ...cells]) =>
        html`<tr><th scope="row" class="text">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    );
    details.querySelector("table").innerHTML = String(
      html`<caption data-chart-caption>${shown.title}${box.dataset.unit && `, ${box.dataset.unit}`}</caption><thead><tr>
${heads.map((head, at) => html`<th scope="col"${at === 0 && html` class="text"`}>${head}</th>`)}</tr></thead><tbody>${lines}</tbody>`,
    );
  }

  function listen() {
    for (const button of buttons)
      button.addEventListener("click", () => {
        press(button);
        source = undefined;
        changeView({ zoom: null });
      });
    box.addEventListener("dblclick", () => zoom(null));
    box.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if (ctrlKey || metaKey) return;
      if (key === "+" || key === "=") scaleZoom(0.5);
      else if (key === "-") scaleZoom(2);
      else if (key === "Escape" && view.zoom !== null) zoom(null);
    });
    details.addEventListener("toggle", () => details.open && fillTable());
    const redraw = () => source && show();
    new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  listen();
  press(chosen);
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    if (turn === 0) choose(chosen, { isFirst: true });
  });
  watch.observe(box);
}

/** Whether the files of a period's button contain candles. */
const hasCandles = ({ dataset }) => dataset.candles !== undefined;

import { readChartView, writeChartView } from "./chart-address.js";
import { createLine } from "./chart-line.js";
import { createPointFinder, hasCandles } from "./chart-points.js";
import { ChartReadout } from "./chart-readout.js";
import { countKnown, cutRange, scaleRange } from "./chart-series.js";
import { renderTable } from "./chart-table.js";
import { canBeLog, startToolbar } from "./chart-toolbar.js";
import { emptyChart } from "./empty-chart.js";
import { html } from "./html.js";
import { importAgain } from "./import-again.js";
import { onceInView } from "./in-view.js";

/**
 * Replaces the static drawing of a page by an interactive chart when it comes into view.
 *
 * - `load`, `columns`, `step`, `value`, `bars` and `change`: of `createLine`. Loaded data have
 *   `newest_ms`, the time of the newest value, unless that is the time of the last point
 * - `loadCandles()`: a promise of the form of candles, where buttons name their files
 * - `prepare(data)`: before each drawing, sets what the texts of its values depend on. Only here: a
 *   file that is read may arrive too late, or fail to be drawn
 * - `onShow(shown)`: after each drawing, the `period`'s id and `title`, the `url` of the file that
 *   the points are from, with its `data`, `coverage` and `isOlder` of `chart-points.js`, the shown
 *   `columns`, whether they are zoomed and a part of the file, the lengths of `candles`, and
 *   `readCsv()`, a promise of the shown points as CSV
 * - `summarise(columns, period, data)`: a sentence, or `null` without values. `period`: the id of
 *   its button, `null` while a part of it or older points are shown
 * - `listRows(data, columns)`: `heads` and `rows` of the table, cells as markup
 * - `known`: what the sentence is about, in place of the period, if the period has gaps
 * - `level(value, step)`: a label of the value axis; `range` fixes its scale
 *
 * `reload()` of the returned chart loads its period again, from the files that buttons name now.
 * `summarise()` writes its sentence again.
 */
export function startChart(chart) {
  const box = document.querySelector("[data-chart]");
  if (box === null) return undefined;
  const started = new ChartBox(box, chart);
  started.start();
  return started;
}

/** The chart of a page: its period, its view and what it shows of them. */
class ChartBox {
  #box;
  #chart;
  #buttons = [...document.querySelectorAll("[data-period]")];
  #coverage = document.querySelector("[data-chart-coverage]");
  #readout = new ChartReadout();
  #details = document.querySelector("[data-chart-table]");
  #toolbar;
  #points;
  #view = readChartView(location.search);
  /** The button that the page was built with, and the pressed one. */
  #asBuilt;
  #chosen;
  /** Counts choices, so that only the last one is shown. */
  #turn = 0;
  /** The points of the chosen period, and what is shown of them. */
  #source;
  #shown;
  /** The button, the view and the points of the last drawing: a failed load returns to them. */
  #drawn;
  #destroy;

  constructor(box, chart) {
    this.#box = box;
    this.#chart = chart;
    this.#points = createPointFinder(this.#buttons, createLine(chart), chart.loadCandles);
    this.#asBuilt = this.#buttons.find((button) => button.getAttribute("aria-pressed") === "true");
    this.#chosen = this.#buttons.find(({ dataset }) => dataset.period === this.#view.range) ?? this.#asBuilt;
    this.#toolbar = this.#startToolbar();
  }

  /** Draws when the box comes into view, or at the first input. */
  start() {
    this.#listen();
    this.#press(this.#chosen);
    onceInView(this.#box, () => {
      if (this.#turn === 0) this.#choose(this.#chosen, { fitsZoom: true });
    });
  }

  /** Keeps the zoom, also one of the address that was not shown yet. */
  reload() {
    this.#source = undefined;
    this.#choose(this.#chosen, { fitsZoom: true });
  }

  summarise() {
    if (this.#destroy !== undefined) this.#readout.update(this.#shown.tell());
  }

  #listen() {
    for (const button of this.#buttons)
      button.addEventListener("click", () => {
        this.#press(button);
        this.#source = undefined;
        this.#changeView({ zoom: null });
      });
    this.#box.addEventListener("dblclick", () => this.#zoom(null));
    this.#box.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if (ctrlKey || metaKey) return;
      if (key === "+" || key === "=") this.#scaleZoom(0.5);
      else if (key === "-") this.#scaleZoom(2);
      else if (key === "Escape" && this.#view.zoom !== null) this.#zoom(null);
    });
    this.#details.addEventListener("toggle", () => this.#details.open && this.#fillTable());
    const redraw = () => this.#source && this.#show();
    new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  #startToolbar() {
    return startToolbar({
      toggleLog: () => this.#changeView({ isLog: !this.#view.isLog }),
      toggleBars: () => this.#changeView({ hasBars: !this.#view.hasBars }),
      toggleCandles: () => {
        this.#source = undefined;
        this.#changeView({ isCandles: !this.#view.isCandles });
      },
      zoomIn: async () => {
        await this.#load();
        this.#scaleZoom(0.5);
      },
      reset: () => {
        this.#zoom(null);
        // The button disappears.
        this.#box.focus({ preventScroll: true });
      },
      copies: {
        url: () => {
          const { origin, pathname, search } = location;
          return `${origin}${pathname}${writeChartView(search, { ...this.#view, range: this.#chosen.dataset.period })}`;
        },
        json: async () => (await this.#load())?.form.json(this.#shown),
        csv: async () => (await this.#load())?.form.csv(this.#shown),
      },
      failCopy: () => this.#readout.fail("The points could not be copied. Try again."),
    });
  }

  /** The points, also of a chart that has not come into view; `undefined` after a failure. */
  async #load() {
    if (this.#source === undefined) await this.#choose(this.#chosen, { fitsZoom: true });
    return this.#source;
  }

  /** `fitsZoom`: chooses a longer period if the zoom needs one. */
  async #choose(button, { fitsZoom = false } = {}) {
    this.#turn += 1;
    const own = this.#turn;
    this.#press(button);
    this.#box.setAttribute("aria-busy", "true");
    try {
      const isZoomed = fitsZoom && this.#view.zoom !== null;
      const wanted = isZoomed ? await this.#points.findZoomed(button, this.#view) : button;
      const points = await this.#points.find(wanted, this.#view);
      const { drawChart } = await importAgain(() => import("./chart.js"));
      const { default: Plot } = await importAgain(new URL(this.#box.dataset.vendor, document.baseURI).href);
      if (own === this.#turn) {
        this.#press(wanted);
        this.#source = { ...points, draw: drawChart.bind(null, Plot) };
        this.#show();
      }
    } catch {
      if (own === this.#turn) this.#fail();
    }
    if (own === this.#turn) this.#box.setAttribute("aria-busy", "false");
  }

  /** The controls name what is shown. The address of the page stays: a reload may succeed. */
  #fail() {
    const { button, view, source } = this.#drawn ?? { button: this.#asBuilt, view: this.#view };
    this.#view = view;
    this.#source = source;
    this.#press(button);
    if (source !== undefined) this.#writeAddress();
    const isEmpty = this.#box.querySelector(".chart-empty") !== null;
    const rest = isEmpty ? "" : ` The chart shows ${button.dataset.title.toLowerCase()}.`;
    this.#readout.fail("The history could not be loaded.", rest);
  }

  #press(button) {
    this.#chosen = button;
    for (const other of this.#buttons) other.setAttribute("aria-pressed", String(other === button));
  }

  #show() {
    const { form, data, url, total, columns: whole, coverage, isOlder } = this.#source;
    const { dataset } = this.#chosen;
    this.#chart.prepare?.(data);
    const zoomed = this.#view.zoom === null ? whole : cutRange(whole, this.#view.zoom);
    if (countKnown(zoomed[1]) < 2) this.#view.zoom = null;
    const isWhole = this.#view.zoom === null;
    const columns = isWhole ? whole : zoomed;
    const choice = form.choose(columns, { data, hasBars: this.#view.hasBars, width: this.#box.clientWidth });
    const summarise = () => form.summarise(columns, isWhole && !isOlder ? dataset.period : null, data);
    const title = `${dataset.title}${isWhole ? "" : ", zoomed"}`;
    const note = isOlder ? `Older than ${dataset.title}` : coverage;
    const known = isOlder ? note : (this.#chart.known ?? title);
    const about = isWhole && note !== "" ? known : title;
    const tell = () =>
      [`${about}: ${summarise()}`, form.explain(choice, data)].filter((text) => text !== "").join(". ");
    this.#shown = { ...choice, columns, values: form.lows(columns), title, tell, at: null };
    this.#destroy?.();
    this.#destroy = undefined;
    this.#box.replaceChildren();
    this.#coverage.textContent = isWhole ? note : "";
    const offered = { values: this.#shown.values, canHaveBars: choice.hasBars, canBeCandles: hasCandles(this.#chosen) };
    this.#toolbar.show(this.#view, offered);
    if (summarise() === null) this.#showAbsence("No data yet");
    else this.#draw();
    if (this.#details.open) this.#fillTable();
    this.#drawn = { button: this.#chosen, view: this.#view, source: this.#source };
    const { period, title: periodTitle } = dataset;
    const file = { url, data, coverage, isOlder, isPart: columns[0].length < total };
    const candles = form.nameLengths?.(this.#shown, data);
    const readCsv = () => form.csv(this.#shown);
    this.#chart.onShow?.({ period, title: periodTitle, ...file, columns, isZoomed: !isWhole, candles, readCsv });
  }

  #showAbsence(text) {
    for (const name of ["role", "aria-label", "tabindex"]) this.#box.removeAttribute(name);
    this.#box.innerHTML = String(emptyChart(text));
    this.#readout.hide(text);
  }

  #draw() {
    const box = this.#box;
    const shown = this.#shown;
    const { form, draw } = this.#source;
    const { level, range } = this.#chart;
    box.setAttribute("role", "group");
    box.setAttribute(
      "aria-label",
      `Chart of ${box.dataset.name}. Arrow keys move along it, plus and minus zoom, Escape shows the whole period.`,
    );
    box.tabIndex = 0;
    const readout = this.#readout;
    readout.start(shown.tell());
    const describe = (at) => form.describe(shown, at);
    this.#destroy = draw(box, shown.drawn, {
      level,
      range,
      isLog: this.#view.isLog && canBeLog(shown.values),
      painting: form.paint && { paint: form.paint, lengthMs: shown.lengthMs },
      describe,
      onPoint: (at) => {
        shown.at = at;
        readout.hold();
        if (at === null) readout.summarise(shown.tell());
        else readout.say(describe(at).line);
      },
      onSelect: (fromMs, toMs) => this.#zoom({ fromMs, toMs }),
    });
  }

  /** Shows the points between two times, if they make a line; `null`: the whole period. */
  #zoom(wanted) {
    if (this.#source === undefined) return;
    const { columns } = this.#source;
    const [whole] = columns;
    const [times] = wanted === null ? [whole] : cutRange(columns, wanted);
    if (times.length < 2) this.#show();
    else this.#changeView({ zoom: times.length === whole.length ? null : { fromMs: times[0], toMs: times.at(-1) } });
  }

  /** Zooms in (factor 0.5) or out (2) around the point at the cursor, or the middle. */
  #scaleZoom(factor) {
    const [times] = this.#shown?.columns ?? [[]];
    if (times.length < 2) return;
    const { at, drawn } = this.#shown;
    this.#zoom(scaleRange(times, factor, at === null ? null : drawn[0][at], this.#source.columns[0]));
  }

  #changeView(part) {
    this.#view = { ...this.#view, ...part };
    this.#writeAddress();
    if (this.#source === undefined) this.#choose(this.#chosen);
    else this.#show();
  }

  #writeAddress() {
    const isAsBuilt = this.#chosen === this.#asBuilt && this.#view.zoom === null;
    const range = isAsBuilt ? null : this.#chosen.dataset.period;
    const search = writeChartView(location.search, { ...this.#view, range });
    history.replaceState(null, "", `${location.pathname}${search}${location.hash}`);
  }

  #fillTable() {
    if (this.#source === undefined) return;
    const { form, data } = this.#source;
    const { unit } = this.#box.dataset;
    const caption = html`${this.#shown.title}${unit && `, ${unit}`}`;
    const table = renderTable(caption, form.listRows(data, this.#shown.columns));
    this.#details.querySelector("table").innerHTML = String(table);
  }
}

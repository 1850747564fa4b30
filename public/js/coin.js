import { buildColumns, summarise } from "./chart-series.js";
import { formatPercent, formatPrice } from "./format.js";
import { html } from "./html.js";
import { money, price } from "./number.js";

/** The page came with a drawing of 7 days; the chart, its library and its data are loaded when they come into view. */
const box = document.querySelector("[data-chart]");

if (box !== null) start();

function start() {
  const buttons = [...document.querySelectorAll("[data-period]")];
  const readout = document.querySelector("[data-chart-readout]");
  const details = document.querySelector("[data-chart-table]");
  const answers = new Map();
  let destroy;
  let current;
  let turn = 0;

  async function load(url) {
    const known = answers.get(url);
    if (known !== undefined) return known;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const { data } = await response.json();
    answers.set(url, data);
    return data;
  }

  async function choose(button) {
    turn += 1;
    const asked = turn;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    box.setAttribute("aria-busy", "true");
    try {
      const history = await load(button.dataset.history);
      const chart = await import("./price-chart.js");
      const { default: Plot } = await import(new URL(box.dataset.vendor, document.baseURI).href);
      if (asked === turn) show(button.dataset.title, history, chart, Plot);
    } catch {
      if (asked === turn)
        readout.textContent = navigator.onLine ? "The history could not be loaded." : "You are offline.";
    }
    if (asked === turn) box.setAttribute("aria-busy", "false");
  }

  function show(title, history, chart, Plot) {
    current = { title, history, chart, Plot };
    const columns = buildColumns(history);
    const summary = summarise(columns[1]);
    const text =
      summary === null
        ? `${title}: no prices are known yet`
        : `${title}: ${formatPercent(summary.percent, { signed: true })}, between ${formatPrice(summary.low)} and ${formatPrice(summary.high)}`;
    destroy?.();
    destroy = undefined;
    box.replaceChildren();
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", `Chart of the price of ${box.dataset.name}. Arrow keys move along it.`);
    box.tabIndex = 0;
    readout.textContent = text;
    if (summary !== null) {
      destroy = chart.drawChart(Plot, box, columns, (at) => {
        readout.textContent = (at !== null && chart.describePoint(columns, at)) || text;
      });
    }
    if (details.open) fillTable();
  }

  /** Every value is escaped by `html`. */
  function fillTable() {
    if (current === undefined) return;
    const { title, history, chart } = current;
    const caps = new Map(history.market_caps);
    const volumes = new Map(history.total_volumes);
    const rows = history.prices
      .toReversed()
      .map(
        ([timeMs, value]) =>
          html`<tr><th scope="row" class="text">${chart.formatMoment(timeMs)}</th><td>${price(value)}</td><td>${money(caps.get(timeMs))}</td><td>${money(volumes.get(timeMs))}</td></tr>`,
      );
    details.querySelector("table").innerHTML = String(
      html`<caption data-chart-caption>${title}, in USD</caption><thead><tr><th scope="col" class="text">Time</th><th scope="col">Price</th><th scope="col">Market cap</th><th scope="col">Volume, 24 h</th></tr></thead><tbody>${rows}</tbody>`,
    );
  }

  const isChosen = (button) => button.getAttribute("aria-pressed") === "true";
  const begin = () => choose(buttons.find(isChosen) ?? buttons[0]);
  const redraw = () => current && show(current.title, current.history, current.chart, current.Plot);
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

import { formatBytes, plural } from "./format.js";
import { importAgain } from "./import-again.js";
import { readPageFacts } from "./page-facts.js";

/**
 * The box of queries. The engine is a worker, loaded with the first query, so that the page stays
 * usable while one runs. A stopped query ends its worker.
 */
const form = document.querySelector("[data-sql]");
/** More rows would fill the memory of a phone. */
const MAX_ROWS = 100_000;

if (form !== null) start();

function start() {
  const { example, query, run, stop } = form.elements;
  const status = form.querySelector("[data-sql-status]");
  const result = document.querySelector("[data-sql-result]");
  const chart = result.querySelector("[data-sql-chart]");
  const csv = result.querySelector("[data-sql-csv]");
  const table = result.querySelector("[data-sql-table]");
  const root = new URL(form.dataset.root, location.href);
  const tables = readPageFacts().tables.map((table) => ({
    ...table,
    files: table.files.map((file) => ({ ...file, url: new URL(file.url, root).href })),
  }));
  let worker;
  let removeChart;
  /** `undefined`: the stored result, which is only in the page. */
  let shown;

  function say(text, isProblem = false) {
    status.textContent = text;
    status.classList.toggle("problem", isProblem);
  }

  function end() {
    run.disabled = false;
    stop.hidden = true;
  }

  function cancel() {
    worker?.terminate();
    worker = undefined;
    end();
  }

  function execute() {
    const startedMs = performance.now();
    const rows = [];
    let columns = [];
    cancel();
    run.disabled = true;
    stop.hidden = false;
    say("Running…");
    worker = new Worker(new URL("sql-worker.js", import.meta.url), { type: "module" });
    const finish = (text, isProblem) => {
      cancel();
      say(text, isProblem);
    };
    worker.onerror = () => finish(navigator.onLine ? "The engine could not be loaded." : "You are offline.", true);
    worker.onmessage = ({ data }) => {
      if (data.problem !== undefined) return finish(data.problem, true);
      if (data.columns !== undefined) columns = data.columns;
      if (data.rows !== undefined) {
        if (rows.length === 0) say(`First row after ${seconds(startedMs)}…`);
        rows.push(...data.rows);
      }
      const isFull = rows.length >= MAX_ROWS;
      if (data.isDone !== true && !isFull) return;
      finish(
        `${plural(rows.length, "row")} in ${seconds(startedMs)}${
          isFull ? ", and more: add a LIMIT" : `, ${formatBytes(data.bytes)} read`
        }.`,
      );
      const found = { columns, rows };
      show(found).catch(() => {
        const isLast = found === shown && !run.disabled;
        if (isLast) sayFailed("The result could not be shown. Run the query again.");
      });
    };
    worker.postMessage({ query: query.value, tables });
  }

  function sayFailed(text) {
    say(navigator.onLine ? text : "You are offline.", true);
  }

  /** While its scripts load, another query may end. */
  async function show(found) {
    shown = found;
    const { columns, rows } = found;
    const { findChart, resultTable } = await importAgain(() => import("./sql-view.js")).catch((error) => {
      // The table has the result of another query.
      result.hidden = true;
      throw error;
    });
    if (found !== shown) return;
    table.innerHTML = String(resultTable(columns, rows));
    result.querySelector("[data-sql-count]").textContent = plural(rows.length, "row");
    result.hidden = false;
    removeChart?.();
    removeChart = undefined;
    const drawn = findChart(columns, rows);
    chart.hidden = drawn === null;
    if (drawn === null) return;
    const scripts = Promise.all([
      importAgain(new URL(form.dataset.vendor, location.href).href),
      importAgain(() => import("./sql-chart.js")),
    ]);
    // If the chart's scripts do not load, the table alone shows the result.
    const loaded = await scripts.catch(() => undefined);
    if (found !== shown) return;
    chart.hidden = loaded === undefined;
    if (loaded === undefined) return;
    const [{ default: Plot }, { drawResult }] = loaded;
    removeChart = drawResult(Plot, chart, drawn);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    execute();
  });
  query.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    execute();
  });
  example.addEventListener("change", () => {
    query.value = example.value;
    query.rows = query.value.split("\n").length;
    say("Press Run to see the result of this query.");
  });
  stop.addEventListener("click", () => {
    cancel();
    say("Stopped.");
  });
  csv.addEventListener("click", async () => {
    try {
      const { downloadText, renderCsv } = await importAgain(() => import("./csv.js"));
      downloadText("query.csv", renderCsv(shown === undefined ? readTable(table) : [shown.columns, ...shown.rows]));
    } catch {
      sayFailed("The CSV could not be made. Try again.");
    }
  });
}

/** The rows of a result in the page, numbers in full. */
function readTable({ rows }) {
  const read = (cell) =>
    cell.querySelector("data")?.value ?? (cell.querySelector(".unknown") ? null : cell.textContent);
  return [...rows].map(({ cells }) => [...cells].map(read));
}

function seconds(startedMs) {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
}

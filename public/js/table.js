import { addCurrencyPart, BASE, loadIn, loadRate } from "./currency.js";
import { formatCount } from "./format.js";
import { loadData } from "./load-data.js";
import { listCells, listRows } from "./table-columns.js";
import { filterRows, isPlain, readView, selectRows, writeView } from "./table-view.js";

const TYPING_MS = 150;

/**
 * Adds sorting, filters, search, pages, currencies and the download to the page's table
 * (`table-columns.js`).
 *
 * - `facts`: more members of the context of its cells
 * - `loadPage(page, pageLength)`: if each page has a file, in USD
 * - `onShow(rows, isCurrent, context)`: runs after new rows are shown
 */
export function startTable(declared, { facts = {}, loadPage, onShow } = {}) {
  const table = document.querySelector("[data-table]");
  if (table === null) return;
  const form = document.querySelector("[data-table-tools]");
  const status = document.querySelector("[data-table-status]");
  const body = table.querySelector("[data-table-rows]");
  const heads = [...table.querySelectorAll("[data-order]")];
  const pager = document.querySelector("[data-pager]");
  const all = Number(table.dataset.total);
  const pageLength = Number(table.dataset.pageLength);
  let context = { ...facts, root: table.dataset.root, currency: BASE, rate: 1 };
  const asBuilt = body.innerHTML;
  const sortButtons = heads.map(addSortButton);
  let view = readView(declared, location.search);
  /** Counts updates, so that only the last one is shown. */
  let turn = 0;

  function addSortButton(head) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const { order } = head.dataset;
      const descending = view.order === order ? !view.descending : declared.orders[order].descending;
      change({ order, descending });
    });
    return button;
  }

  function change(part) {
    view = { ...view, page: 1, ...part };
    writeAddress();
    update();
  }

  /** Keeps other parameters of the URL. */
  function writeAddress() {
    const params = new URLSearchParams(location.search);
    for (const name of ["search", "order", "direction", "page", ...Object.keys(declared.filters)]) params.delete(name);
    for (const [name, value] of new URLSearchParams(writeView(declared, view))) params.set(name, value);
    history.replaceState(null, "", params.size === 0 ? location.pathname : `?${params}`);
  }

  function describe() {
    for (const [at, head] of heads.entries()) {
      const isOrder = head.dataset.order === view.order;
      if (isOrder) head.setAttribute("aria-sort", view.descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
      sortButtons[at].dataset.direction = isOrder ? (view.descending ? "down" : "up") : "none";
    }
    const { search, order, reset } = form.elements;
    if (search.value.trim() !== view.search) search.value = view.search;
    for (const name of Object.keys(declared.filters)) form.elements[name].value = view[name];
    order.value = `${view.order} ${view.descending ? "down" : "up"}`;
    reset.hidden = isPlain(declared, view);
  }

  async function update() {
    turn += 1;
    const own = turn;
    describe();
    table.setAttribute("aria-busy", "true");
    try {
      const isAsBuilt = isPlain(declared, view) && view.page === 1 && context.currency === BASE;
      const shown = isAsBuilt ? { total: all, page: 1, pages: countPages() } : await select(context);
      if (own !== turn) return;
      show(shown, isAsBuilt);
      await onShow?.(shown.rows ?? [], () => own === turn, context);
    } catch {
      if (own === turn) status.textContent = navigator.onLine ? "The list could not be loaded." : "You are offline.";
    }
    if (own === turn) table.setAttribute("aria-busy", "false");
  }

  async function select(own) {
    if (loadPage === undefined || !isPlain(declared, view) || own.currency !== BASE)
      return selectRows(declared, await loadAll(own), view, pageLength, own);
    return { rows: await loadPage(view.page, pageLength), total: all, page: view.page, pages: countPages() };
  }

  async function loadAll(own) {
    const { answer, form } = declared;
    const data = form === undefined ? await loadData(answer) : (await loadIn(answer, form, own.currency)).data;
    return listRows(declared, data, own);
  }

  async function changeCurrency(currency) {
    const next = { ...context, currency, rate: await loadRate(currency) };
    if (currency !== BASE) await select(next);
    return () => {
      context = next;
      update();
    };
  }

  async function download(button) {
    const own = context;
    button.disabled = true;
    try {
      const { downloadText, renderCsv } = await import("./csv.js");
      const rows = filterRows(declared, await loadAll(own), view, own);
      const day = document.querySelector("[data-updated]").dataset.updated.slice(0, 10);
      const name = [declared.name, own.currency !== BASE && own.currency, day].filter(Boolean).join("-");
      downloadText(`${name}.csv`, renderCsv(listCells(declared, rows, own)));
      status.textContent = `${formatCount(rows.length)} ${declared.noun} downloaded.`;
    } catch {
      status.textContent = navigator.onLine ? "The list could not be loaded." : "You are offline.";
    }
    button.disabled = false;
  }

  function countPages() {
    return Math.max(1, Math.ceil(all / pageLength));
  }

  function show({ rows, total, page, pages }, isAsBuilt) {
    body.innerHTML = isAsBuilt ? asBuilt : rows.map((row) => declared.render(row, context)).join("");
    const first = (page - 1) * pageLength + 1;
    const last = isAsBuilt ? Math.min(pageLength, all) : first + rows.length - 1;
    status.textContent =
      total === 0
        ? `No matching ${declared.noun}.`
        : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)} ${declared.noun}`;
    pager.hidden = pages < 2;
    pager.querySelector("[data-page-of]").textContent = `Page ${page} of ${pages}`;
    pager.querySelector("[data-previous]").disabled = page <= 1;
    pager.querySelector("[data-next]").disabled = page >= pages;
  }

  function turnPage(step) {
    change({ page: view.page + step });
    table.scrollIntoView({ block: "start" });
  }

  let typing;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.elements.search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: form.elements.search.value.trim() }), TYPING_MS);
  });
  for (const name of Object.keys(declared.filters)) {
    form.elements[name].addEventListener("change", () => change({ [name]: form.elements[name].value }));
  }
  form.elements.order.addEventListener("change", () => {
    const [order, direction] = form.elements.order.value.split(" ");
    change({ order, descending: direction === "down" });
  });
  form.elements.filters.addEventListener("click", ({ currentTarget }) => {
    const isOpen = form.classList.toggle("open");
    currentTarget.setAttribute("aria-expanded", String(isOpen));
  });
  form.elements.reset.addEventListener("click", () => {
    change(readView(declared, ""));
    form.elements.search.focus();
  });
  form.elements.download?.addEventListener("click", ({ currentTarget }) => download(currentTarget));
  pager.querySelector("[data-previous]").addEventListener("click", () => turnPage(-1));
  pager.querySelector("[data-next]").addEventListener("click", () => turnPage(1));
  // The amounts of other tables stay in USD.
  if (declared.form !== undefined || declared.convertRow !== undefined) addCurrencyPart(changeCurrency);
  if (writeView(declared, view) === "") describe();
  else update();
}

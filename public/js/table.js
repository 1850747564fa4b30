import { addCurrencyPart, BASE, loadIn, loadRate } from "./currency.js";
import { formatCount } from "./format.js";
import { importAgain } from "./import-again.js";
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
export function startTable(declared, /** @type {any} */ options = {}) {
  const table = document.querySelector("[data-table]");
  if (table === null) return;
  const { without } = table.dataset;
  new PageTable(table, without === undefined ? declared : declared.without(without.split(" ")), options).start();
}

/** The rows and the controls of the page's table. */
class PageTable {
  #table;
  #declared;
  #loadPage;
  #onShow;
  #form = document.querySelector("[data-table-tools]");
  #status = document.querySelector("[data-table-status]");
  #pager = document.querySelector("[data-pager]");
  #body;
  #heads;
  #sortButtons;
  /** How many rows all pages have together. */
  #total;
  #pageLength;
  /** The rows that the page was built with. */
  #asBuilt;
  /** What cells are rendered with (`table-columns.js`). */
  #context;
  #view;
  /** The view of the shown rows, to which a failed load returns. */
  #shown;
  /** Counts updates, so that only the last one is shown. */
  #turn = 0;

  constructor(table, declared, { facts = {}, loadPage, onShow }) {
    this.#table = table;
    this.#declared = declared;
    this.#loadPage = loadPage;
    this.#onShow = onShow;
    this.#body = table.querySelector("[data-table-rows]");
    this.#heads = [...table.querySelectorAll("[data-order]")];
    this.#total = Number(table.dataset.total);
    this.#pageLength = Number(table.dataset.pageLength);
    this.#asBuilt = this.#body.innerHTML;
    this.#context = { ...facts, root: table.dataset.root, currency: BASE, rate: 1 };
    this.#view = readView(declared, location.search);
  }

  start() {
    this.#sortButtons = this.#heads.map((head) => this.#addSortButton(head));
    this.#form.elements.search.value = this.#view.search;
    this.#listenToForm();
    this.#pager.querySelector("[data-previous]").addEventListener("click", () => this.#turnPage(-1));
    this.#pager.querySelector("[data-next]").addEventListener("click", () => this.#turnPage(1));
    // The amounts of other tables stay in USD.
    if (this.#declared.form !== undefined || this.#declared.convertRow !== undefined)
      addCurrencyPart((currency) => this.#changeCurrency(currency));
    if (writeView(this.#declared, this.#view) !== "") return this.#update();
    this.#shown = this.#view;
    this.#describe();
  }

  #addSortButton(head) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const { order } = head.dataset;
      const { descending } = this.#declared.orders[order];
      this.#change({ order, descending: this.#view.order === order ? !this.#view.descending : descending });
    });
    return button;
  }

  #listenToForm() {
    const { elements } = this.#form;
    let typing;
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    elements.search.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => this.#change({ search: elements.search.value.trim() }), TYPING_MS);
    });
    for (const name of Object.keys(this.#declared.filters))
      elements[name].addEventListener("change", () => this.#change({ [name]: elements[name].value }));
    elements.order.addEventListener("change", () => {
      const [order, direction] = elements.order.value.split(" ");
      this.#change({ order, descending: direction === "down" });
    });
    elements.filters.addEventListener("click", ({ currentTarget }) => {
      const isOpen = this.#form.classList.toggle("open");
      currentTarget.setAttribute("aria-expanded", String(isOpen));
    });
    elements.reset.addEventListener("click", () => {
      elements.search.value = "";
      this.#change(readView(this.#declared, ""));
      elements.search.focus();
    });
    elements.download?.addEventListener("click", ({ currentTarget }) => this.#download(currentTarget));
  }

  #turnPage(step) {
    this.#change({ page: this.#view.page + step });
    this.#table.scrollIntoView({ block: "start" });
  }

  #change(part) {
    this.#view = { ...this.#view, page: 1, ...part };
    this.#writeAddress();
    this.#update();
  }

  /** Keeps other parameters of the URL. */
  #writeAddress() {
    const { filters } = this.#declared;
    const params = new URLSearchParams(location.search);
    for (const name of ["search", "order", "direction", "page", ...Object.keys(filters)]) params.delete(name);
    for (const [name, value] of new URLSearchParams(writeView(this.#declared, this.#view))) params.set(name, value);
    history.replaceState(null, "", params.size === 0 ? location.pathname : `?${params}`);
  }

  /** Adapts the controls to the view, except the search field: its reader may be typing. */
  #describe() {
    const view = this.#view;
    for (const [at, head] of this.#heads.entries()) {
      const isOrder = head.dataset.order === view.order;
      if (isOrder) head.setAttribute("aria-sort", view.descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
      this.#sortButtons[at].dataset.direction = isOrder ? (view.descending ? "down" : "up") : "none";
    }
    const { elements } = this.#form;
    for (const name of Object.keys(this.#declared.filters)) elements[name].value = view[name];
    elements.order.value = `${view.order} ${view.descending ? "down" : "up"}`;
    elements.reset.hidden = isPlain(this.#declared, view);
  }

  async #update() {
    this.#turn += 1;
    const own = this.#turn;
    this.#describe();
    this.#table.setAttribute("aria-busy", "true");
    try {
      const isAsBuilt = this.#isAsBuilt(this.#context);
      const shown = isAsBuilt ? this.#describePage() : await this.#select(this.#context);
      if (own !== this.#turn) return;
      // The pager continues from the page that is shown.
      this.#view = { ...this.#view, page: shown.page };
      this.#shown = this.#view;
      this.#show(shown, isAsBuilt);
      await this.#onShow?.(shown.rows ?? [], () => own === this.#turn, this.#context);
    } catch {
      if (own === this.#turn) this.#restore();
    }
    if (own === this.#turn) this.#table.setAttribute("aria-busy", "false");
  }

  /**
   * The controls name the shown rows, except the search, which the next change repeats. The address
   * that a page was opened with stays: a reload may succeed.
   */
  #restore() {
    const { search } = this.#view;
    this.#view = { ...(this.#shown ?? readView(this.#declared, "")), search };
    this.#describe();
    if (this.#shown !== undefined) this.#writeAddress();
    this.#showFailure();
  }

  #isStatic({ currency }) {
    return isPlain(this.#declared, this.#view) && currency === BASE;
  }

  /** Whether the page was built with the rows of the view. */
  #isAsBuilt(context) {
    return this.#isStatic(context) && this.#view.page === 1;
  }

  async #select(context) {
    if (this.#loadPage === undefined || !this.#isStatic(context))
      return selectRows(this.#declared, await this.#loadAll(context), this.#view, this.#pageLength, context);
    const place = this.#describePage();
    return { ...place, rows: await this.#loadPage(place.page, this.#pageLength) };
  }

  /** The numbers of a page of all rows: the last one if the address names a later one. */
  #describePage() {
    const pages = Math.max(1, Math.ceil(this.#total / this.#pageLength));
    return { total: this.#total, page: Math.min(this.#view.page, pages), pages };
  }

  async #loadAll(context) {
    const { answer, form } = this.#declared;
    const data = form === undefined ? await loadData(answer) : (await loadIn(answer, form, context.currency)).data;
    return listRows(this.#declared, data, context);
  }

  /** Returns what shows the currency: its rows are loaded, or the page's currency stays. */
  async #changeCurrency(currency) {
    const next = { ...this.#context, currency, rate: await loadRate(currency) };
    if (!this.#isAsBuilt(next)) await this.#select(next);
    return () => {
      this.#context = next;
      this.#update();
    };
  }

  #show(/** @type {any} */ { rows, total, page, pages }, isAsBuilt) {
    const { noun, render } = this.#declared;
    this.#body.innerHTML = isAsBuilt ? this.#asBuilt : rows.map((row) => render(row, this.#context)).join("");
    const first = (page - 1) * this.#pageLength + 1;
    const last = isAsBuilt ? Math.min(this.#pageLength, this.#total) : first + rows.length - 1;
    this.#status.textContent =
      total === 0
        ? `No matching ${noun}.`
        : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)} ${noun}`;
    this.#pager.hidden = pages < 2;
    this.#pager.querySelector("[data-page-of]").textContent = `Page ${page} of ${pages}`;
    this.#pager.querySelector("[data-previous]").disabled = page <= 1;
    this.#pager.querySelector("[data-next]").disabled = page >= pages;
  }

  #showFailure() {
    this.#status.textContent = navigator.onLine ? "The list could not be loaded." : "You are offline.";
  }

  async #download(button) {
    const context = this.#context;
    const { name, noun } = this.#declared;
    button.disabled = true;
    try {
      const { downloadText, renderCsv } = await importAgain(() => import("./csv.js"));
      const rows = filterRows(this.#declared, await this.#loadAll(context), this.#view, context);
      const day = document.querySelector("[data-updated]").dataset.updated.slice(0, 10);
      const file = [name, context.currency !== BASE && context.currency, day].filter(Boolean).join("-");
      downloadText(`${file}.csv`, renderCsv(listCells(this.#declared, rows, context)));
      this.#status.textContent = `${formatCount(rows.length)} ${noun} downloaded.`;
    } catch {
      this.#showFailure();
    }
    button.disabled = false;
  }
}

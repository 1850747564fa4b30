import { formatCount } from "./format.js";
import { loadAllCoins, loadLines, loadPage } from "./market-data.js";
import { marketRow } from "./market-row.js";
import { FILTERS, isPlain, ORDERS, readView, selectRows, writeView } from "./market-view.js";

/** The page came with its first rows; this takes over when the reader asks for others. */
const market = document.querySelector("[data-market]");
const TYPING_MS = 150;

if (market !== null) start();

function start() {
  const form = document.querySelector("[data-market-tools]");
  const status = document.querySelector("[data-market-status]");
  const body = market.querySelector("tbody");
  const heads = [...market.querySelectorAll("[data-order]")];
  const pager = document.querySelector("[data-pager]");
  const all = Number(market.dataset.total);
  const pageLength = Number(market.dataset.pageLength);
  const { root } = market.dataset;
  const asBuilt = body.innerHTML;
  const sortButtons = heads.map(addSortButton);
  let view = readView(location.search);
  let lines;
  /** Only the last question's answer may be shown. */
  let turn = 0;

  function addSortButton(head) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const { order } = head.dataset;
      const descending = view.order === order ? !view.descending : ORDERS[order].descending;
      change({ order, descending });
    });
    return button;
  }

  function change(part) {
    view = { ...view, page: 1, ...part };
    const query = writeView(view);
    history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
    update();
  }

  function describe() {
    for (const [at, head] of heads.entries()) {
      const isOrder = head.dataset.order === view.order;
      if (isOrder) head.setAttribute("aria-sort", view.descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
      sortButtons[at].dataset.direction = isOrder ? (view.descending ? "down" : "up") : "none";
    }
    if (form.elements.search.value.trim() !== view.search) form.elements.search.value = view.search;
    for (const name of Object.keys(FILTERS)) form.elements[name].value = view[name];
    form.elements.order.value = `${view.order} ${view.descending ? "down" : "up"}`;
    form.elements.reset.hidden = writeView({ ...view, page: 1 }) === "";
  }

  async function update() {
    turn += 1;
    const asked = turn;
    describe();
    market.setAttribute("aria-busy", "true");
    try {
      const isPage = isPlain(view);
      const coins = isPage && view.page === 1 ? [] : await (isPage ? loadPage(view.page, pageLength) : loadAllCoins());
      if (asked !== turn) return;
      const shown = isPage
        ? { rows: coins, total: all, page: view.page, pages: Math.max(1, Math.ceil(all / pageLength)) }
        : selectRows(coins, view, pageLength);
      show(shown, isPage && view.page === 1);
      await drawLines(shown.rows, asked);
    } catch {
      if (asked === turn) status.textContent = navigator.onLine ? "The list could not be loaded." : "You are offline.";
    }
    if (asked === turn) market.setAttribute("aria-busy", "false");
  }

  /** `marketRow` escapes every value. */
  function show({ rows, total, page, pages }, isAsBuilt) {
    body.innerHTML = isAsBuilt ? asBuilt : rows.map((coin) => marketRow(coin, root, lines?.(coin))).join("");
    const first = (page - 1) * pageLength + 1;
    const last = isAsBuilt ? Math.min(pageLength, all) : first + rows.length - 1;
    const range =
      total === 0 ? "No coin fits." : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)} coins`;
    status.textContent = range;
    pager.hidden = pages < 2;
    pager.querySelector("[data-page-of]").textContent = `Page ${page} of ${pages}`;
    pager.querySelector("[data-previous]").disabled = page <= 1;
    pager.querySelector("[data-next]").disabled = page >= pages;
  }

  async function drawLines(rows, asked) {
    if (lines !== undefined || rows.length === 0) return;
    lines = await loadLines();
    if (asked !== turn) return;
    const cells = body.querySelectorAll(".spark");
    // A row that the reader holds the focus in must stay.
    for (const [at, coin] of rows.entries()) {
      const row = document.createElement("tbody");
      row.innerHTML = marketRow(coin, root, lines(coin));
      cells[at].replaceWith(row.querySelector(".spark"));
    }
  }

  function turnPage(step) {
    change({ page: view.page + step });
    market.scrollIntoView({ block: "start" });
  }

  let typing;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.elements.search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ search: form.elements.search.value.trim() }), TYPING_MS);
  });
  for (const name of Object.keys(FILTERS)) {
    form.elements[name].addEventListener("change", () => change({ [name]: form.elements[name].value }));
  }
  form.elements.order.addEventListener("change", () => {
    const [order, direction] = form.elements.order.value.split(" ");
    change({ order, descending: direction === "down" });
  });
  form.elements.reset.addEventListener("click", () => {
    change(readView(""));
    form.elements.search.focus();
  });
  pager.querySelector("[data-previous]").addEventListener("click", () => turnPage(-1));
  pager.querySelector("[data-next]").addEventListener("click", () => turnPage(1));
  if (writeView(view) === "") describe();
  else update();
}

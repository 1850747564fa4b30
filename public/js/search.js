import { importAgain } from "./import-again.js";

/**
 * Search in the header: a combobox whose list follows each keystroke. The index is loaded when the
 * field gets the focus. Without this script the form leads to the search of the market.
 */
const root = new URL("..", import.meta.url);
const form = document.querySelector("[data-search]");
/** Shows the field on narrow screens. */
const opener = document.querySelector("[data-search-open]");

if (form !== null) start();

function start() {
  const { search: field } = form.elements;
  const results = openResults(field);
  /** The index and the functions that read it. */
  let loaded;
  let isLoading = false;

  /** Loads the index once; the next focus or letter retries a failed request. */
  async function load() {
    if (isLoading) return;
    isLoading = true;
    try {
      loaded = await loadIndex();
      show();
    } catch {
      if (document.activeElement === field) results.report("The search could not be loaded.");
    }
    isLoading = false;
  }

  function show() {
    if (loaded === undefined || document.activeElement !== field) return;
    const text = field.value;
    results.show(text.trim() === "" ? null : loaded.render(loaded.find(text)));
  }

  const follow = () => (loaded === undefined ? load() : show());
  field.addEventListener("focus", follow);
  field.addEventListener("input", follow);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") results.move(1);
    else if (event.key === "ArrowUp") results.move(-1);
    else if (event.key === "Escape") {
      if (field.value === "") field.blur();
      field.value = "";
      close(results);
      // On narrow screens the field is hidden now. On wide ones the button is, and takes no focus.
      opener?.focus();
    } else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    const chosen = results.findChosen();
    if (chosen === undefined) return;
    event.preventDefault();
    location.assign(chosen.href);
  });
  listenToOpener(field, results);
}

/** Loads the index and the library. Returns `find(text)` and `render(groups)`. */
async function loadIndex() {
  const [response, { default: MiniSearch }, { createIndex, findGroups }, { renderList }] = await Promise.all([
    fetch(new URL("search.json", root)),
    importAgain(new URL("vendor/minisearch.js", root).href),
    importAgain(() => import("./search-index.js")),
    importAgain(() => import("./search-list.js")),
  ]);
  if (!response.ok) throw new Error(`search.json: ${response.status}`);
  const index = createIndex(MiniSearch, await response.json());
  return { find: (text) => findGroups(index, text, Date.now()), render: renderList };
}

/** The list of results below the field, one of which may be chosen with the arrow keys. */
function openResults(field) {
  const list = form.querySelector("[data-search-list]");
  const status = form.querySelector("[data-search-status]");
  let active = -1;
  const listOptions = () => [...list.querySelectorAll("a[role=option]")];
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
  }))
    field.setAttribute(name, value);

  /** Without a choice: the options before are gone, or hidden. */
  function open(isOpen) {
    active = -1;
    field.removeAttribute("aria-activedescendant");
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
  }

  return {
    /** A sentence in place of results. */
    report(text) {
      const line = document.createElement("p");
      line.className = "search-none";
      // A list box may contain options and groups only.
      line.setAttribute("role", "option");
      line.setAttribute("aria-disabled", "true");
      line.textContent = text;
      list.replaceChildren(line);
      status.textContent = text;
      open(true);
    },
    /** `null`: nothing is searched. */
    show(markup) {
      list.innerHTML = String(markup ?? "");
      const { length } = listOptions();
      status.textContent = markup === null ? "" : `${length} ${length === 1 ? "result" : "results"}`;
      open(markup !== null);
    },
    /** Moves the choice by a step; the last option leads to the first one. */
    move(step) {
      const options = listOptions();
      if (list.hidden || options.length === 0) return;
      active = (Math.max(active, step < 0 ? 0 : -1) + step + options.length) % options.length;
      for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === active));
      field.setAttribute("aria-activedescendant", options[active].id);
      options[active].scrollIntoView({ block: "nearest" });
    },
    /** The chosen option, or the first one. */
    findChosen: () => (list.hidden ? undefined : listOptions()[Math.max(0, active)]),
    close: () => open(false),
  };
}

function listenToOpener(field, results) {
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget) && relatedTarget !== opener) close(results);
  });
  opener?.addEventListener("click", () => {
    const isOpen = form.classList.toggle("open");
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) field.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    form.classList.add("open");
    opener?.setAttribute("aria-expanded", "true");
    field.focus();
    field.select();
  });
}

function close(results) {
  results.close();
  form.classList.remove("open");
  opener?.setAttribute("aria-expanded", "false");
}

function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

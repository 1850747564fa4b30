/**
 * Search in the header: a combobox whose list follows each keystroke. The index is loaded when the
 * field gets the focus. Without this script the form leads to the search of the market.
 */
const root = new URL("..", import.meta.url);
const form = document.querySelector("[data-search]");

if (form !== null) start();

function start() {
  const { search: field } = form.elements;
  const list = form.querySelector("[data-search-list]");
  const status = form.querySelector("[data-search-status]");
  const opener = document.querySelector("[data-search-open]");
  /** The index and the functions that read it. */
  let loaded;
  let isLoading = false;
  let active = -1;

  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
  }))
    field.setAttribute(name, value);

  /** Loads the index once; the next focus retries a failed request. */
  async function load() {
    if (isLoading) return;
    isLoading = true;
    try {
      const [response, { default: MiniSearch }, { createIndex, findGroups }, { renderList }] = await Promise.all([
        fetch(new URL("search.json", root)),
        import(new URL("vendor/minisearch.js", root).href),
        import("./search-index.js"),
        import("./search-list.js"),
      ]);
      if (!response.ok) throw new Error(`search.json: ${response.status}`);
      const index = createIndex(MiniSearch, await response.json());
      loaded = { find: (text) => findGroups(index, text, Date.now()), render: renderList };
      show();
    } catch {
      status.textContent = "The search could not be loaded.";
    }
    isLoading = false;
  }

  function show() {
    if (loaded === undefined || document.activeElement !== field) return;
    const text = field.value;
    active = -1;
    field.removeAttribute("aria-activedescendant");
    list.innerHTML = String(text.trim() === "" ? "" : loaded.render(loaded.find(text)));
    const { length } = listOptions();
    status.textContent = text.trim() === "" ? "" : `${length} ${length === 1 ? "result" : "results"}`;
    open(text.trim() !== "");
  }

  function open(isOpen) {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
  }

  const listOptions = () => [...list.querySelectorAll("[role=option]")];

  function move(to) {
    const options = listOptions();
    if (options.length === 0) return;
    active = (to + options.length) % options.length;
    for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === active));
    field.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }

  function close() {
    open(false);
    form.classList.remove("open");
    opener?.setAttribute("aria-expanded", "false");
  }

  field.addEventListener("focus", () => (loaded === undefined ? load() : show()));
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active <= 0 ? -1 : active - 1);
    else if (event.key === "Escape") {
      if (field.value === "") field.blur();
      field.value = "";
      close();
    } else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    const options = listOptions();
    const chosen = options[Math.max(0, active)];
    if (list.hidden || chosen === undefined) return;
    event.preventDefault();
    location.assign(chosen.href);
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget) && relatedTarget !== opener) close();
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

function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

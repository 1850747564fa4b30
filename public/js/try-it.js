import { importAgain } from "./import-again.js";

/** The Try it panels: requests go through `client.js`, which computes queries from files. */
const root = new URL("..", import.meta.url);
/** Longer responses are cut. */
const MAX_LINES = 300;
/** Characters that end a string or a word in one of the languages. */
const UNSAFE = /["'`$\\\s<>]/g;
/** The number of requests of each panel. */
const turns = new WeakMap();

for (const panel of document.querySelectorAll("[data-try]")) {
  const input = panel.querySelector("[data-try-url]");
  const fields = [...panel.querySelectorAll("[data-try-parameter]")];
  panel.querySelector("[data-try-form]").addEventListener("submit", (event) => {
    event.preventDefault();
    send(panel, input.value);
  });
  const follow = () => showInCode(panel, input.value.trim());
  input.addEventListener("input", follow);
  for (const field of fields) {
    field.addEventListener("input", () => {
      input.value = compose(panel.dataset.tryPath, fields);
      follow();
    });
  }
  // A link may choose the parameters: `?date=2026-09-01`.
  const linked = new URLSearchParams(location.search);
  const chosen = fields.filter(({ dataset }) => linked.has(dataset.tryParameter));
  for (const field of chosen) field.value = linked.get(field.dataset.tryParameter);
  if (chosen.length > 0) {
    input.value = compose(panel.dataset.tryPath, fields);
    follow();
    send(panel, input.value);
  }
  for (const preset of panel.querySelectorAll("[data-try-preset]")) {
    preset.addEventListener("click", () => {
      input.value = preset.dataset.tryPreset;
      follow();
      send(panel, input.value);
    });
  }
}

/** Fills `/api/coins/{symbol}` with the values of the fields. */
function compose(path, fields) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { dataset, value } of fields) {
    const text = value.trim();
    if (dataset.tryIn === "path") filled = filled.replace(`{${dataset.tryParameter}}`, encodeURIComponent(text));
    else if (text !== "") query.set(dataset.tryParameter, text);
  }
  // Commas are legal in a query and easier to read.
  const text = query.toString().replaceAll("%2C", ",");
  return text === "" ? filled : `${filled}?${text}`;
}

/** Writes a path of this site into the code examples. */
function showInCode(panel, path) {
  const safe = path.replace(UNSAFE, (character) => encodeURIComponent(character).replace("'", "%27"));
  fillCode(panel, safe.replace(/^\//, ""));
  for (const place of panel.querySelectorAll("[data-try-query]")) place.textContent = safe;
}

/** The file with the same response, which every host has: in the code, it replaces the query. */
function showFile(panel, text) {
  const self = JSON.parse(text).meta?.self;
  if (typeof self !== "string" || self.includes("?")) return;
  fillCode(panel, `api/${self}`);
}

/** A long path may break after its signs, as in the markup. */
function fillCode(panel, path) {
  const parts = path.split(/(?<=[/?&=])/);
  for (const place of panel.querySelectorAll("[data-try-code]"))
    place.replaceChildren(...parts.flatMap((part, at) => (at > 0 ? [document.createElement("wbr"), part] : [part])));
}

async function send(panel, typed) {
  const own = (turns.get(panel) ?? 0) + 1;
  turns.set(panel, own);
  const isLast = () => own === turns.get(panel);
  const status = panel.querySelector("[data-try-status]");
  const output = panel.querySelector("[data-try-output]");
  const target = findTarget(typed.trim());
  if (target === null) {
    status.textContent = "Only URLs of this site's API are allowed here.";
    output.textContent = "";
    panel.removeAttribute("aria-busy");
    return;
  }
  panel.setAttribute("aria-busy", "true");
  status.textContent = "loading…";
  const startedMs = performance.now();
  try {
    const { request } = await importAgain(new URL("client.js", root).href);
    const response = await request(target);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get("content-type") ?? "";
    const ms = Math.round(performance.now() - startedMs);
    if (!isLast()) return;
    status.textContent = [response.status, `${(bytes.length / 1000).toFixed(1)} kB`, `${ms} ms`, type].join(" · ");
    output.textContent = render(bytes, type);
    // The code follows a URL that was typed meanwhile.
    const isShown = panel.querySelector("[data-try-url]").value === typed;
    if (isShown && response.ok && /json/.test(type)) showFile(panel, new TextDecoder().decode(bytes));
  } catch {
    if (!isLast()) return;
    status.textContent = navigator.onLine ? "No response." : "You are offline.";
    output.textContent = "";
  }
  panel.removeAttribute("aria-busy");
}

/** A path, or an absolute URL of this site's API; `null` for other URLs. */
function findTarget(typed) {
  if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(typed)) return typed;
  if (!URL.canParse(typed, root)) return null;
  const { href } = new URL(typed, root);
  return ["api", "compat/"].some((folder) => href.startsWith(new URL(folder, root).href)) ? href : null;
}

function render(bytes, type) {
  if (!/json|text|xml|csv/.test(type))
    return `${bytes.length.toLocaleString("en-US")} bytes of binary data: open the URL to save them.`;
  const text = new TextDecoder().decode(bytes);
  const lines = (/json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text).split("\n");
  const rest = lines.length - MAX_LINES;
  return rest <= 0
    ? lines.join("\n")
    : [...lines.slice(0, MAX_LINES), `… ${rest.toLocaleString("en-US")} more lines`].join("\n");
}

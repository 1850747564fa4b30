/** The panels that ask this site: what is typed goes through `client.js`, which answers every query from files. */
const root = new URL("..", import.meta.url);
/** Long answers are cut for the eye. */
const MAX_LINES = 300;

for (const panel of document.querySelectorAll("[data-try]")) {
  const input = panel.querySelector("[data-try-url]");
  const fields = [...panel.querySelectorAll("[data-try-parameter]")];
  panel.querySelector("[data-try-form]").addEventListener("submit", (event) => {
    event.preventDefault();
    ask(panel, input.value);
  });
  for (const field of fields) {
    field.addEventListener("input", () => {
      input.value = compose(panel.dataset.tryPath, fields);
    });
  }
  for (const preset of panel.querySelectorAll("[data-try-preset]")) {
    preset.addEventListener("click", () => {
      input.value = preset.dataset.tryPreset;
      ask(panel, input.value);
    });
  }
}

/** `/api/coins/{symbol}` and the fields → the address that they mean. */
function compose(path, fields) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { dataset, value } of fields) {
    const text = value.trim();
    if (dataset.tryIn === "path") filled = filled.replace(`{${dataset.tryParameter}}`, encodeURIComponent(text));
    else if (text !== "") query.set(dataset.tryParameter, text);
  }
  // A comma may stand in a query as it is, and reads better.
  const asked = query.toString().replaceAll("%2C", ",");
  return asked === "" ? filled : `${filled}?${asked}`;
}

async function ask(panel, typed) {
  const status = panel.querySelector("[data-try-status]");
  const output = panel.querySelector("[data-try-output]");
  const target = findTarget(typed.trim());
  if (target === null) {
    status.textContent = "Only what lies below /api of this site can be asked here.";
    output.textContent = "";
    return;
  }
  panel.setAttribute("aria-busy", "true");
  status.textContent = "asking…";
  const startedMs = performance.now();
  try {
    const { request } = await import(new URL("client.js", root).href);
    const response = await request(target);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get("content-type") ?? "";
    const ms = Math.round(performance.now() - startedMs);
    status.textContent = [response.status, `${(bytes.length / 1000).toFixed(1)} kB`, `${ms} ms`, type].join(" · ");
    output.textContent = render(bytes, type);
  } catch {
    status.textContent = navigator.onLine ? "There was no answer." : "You are offline.";
    output.textContent = "";
  }
  panel.removeAttribute("aria-busy");
}

/** A path below `/api`, or a whole address on this site; `null` for what lies elsewhere. */
function findTarget(typed) {
  if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(typed)) return typed;
  if (!URL.canParse(typed, root)) return null;
  const { href } = new URL(typed, root);
  return href.startsWith(new URL("api", root).href) ? href : null;
}

function render(bytes, type) {
  if (!/json|text|xml|csv/.test(type))
    return `${bytes.length.toLocaleString("en-US")} bytes that are no text: open the address to save them.`;
  const text = new TextDecoder().decode(bytes);
  const lines = (/json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text).split("\n");
  const rest = lines.length - MAX_LINES;
  return rest <= 0
    ? lines.join("\n")
    : [...lines.slice(0, MAX_LINES), `… ${rest.toLocaleString("en-US")} more lines`].join("\n");
}

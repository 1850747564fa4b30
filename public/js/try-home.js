/** The terminal of the home page: runs the chosen request and shows the response. */
const root = new URL("..", import.meta.url);
const panel = document.querySelector("[data-terminal]");
/** Longer responses are cut; the link opens the whole file. */
const MAX_LINES = 48;

/** Counts the requests, so that only the response to the last one is shown. */
let turn = 0;

async function send(path) {
  turn += 1;
  const own = turn;
  const output = panel.querySelector("[data-terminal-output]");
  const status = panel.querySelector("[data-terminal-status]");
  panel.setAttribute("aria-busy", "true");
  status.textContent = "loading…";
  const startedMs = performance.now();
  try {
    const response = await fetch(new URL(path, root), { cache: "no-cache" });
    const text = await response.text();
    const ms = Math.round(performance.now() - startedMs);
    if (own !== turn) return;
    output.textContent = shorten(JSON.stringify(JSON.parse(text), null, 2));
    status.textContent = `${response.status} · ${(new Blob([text]).size / 1000).toFixed(1)} kB · ${ms} ms`;
  } catch {
    if (own !== turn) return;
    // The output is that of another request.
    output.textContent = "";
    status.textContent = navigator.onLine ? "no response" : "you are offline";
  }
  panel.setAttribute("aria-busy", "false");
}

function shorten(text) {
  const lines = text.split("\n");
  const rest = lines.length - MAX_LINES;
  return rest <= 0 ? text : [...lines.slice(0, MAX_LINES), `… ${rest.toLocaleString("en-US")} more lines`].join("\n");
}

if (panel !== null) {
  const choices = [...panel.querySelectorAll("[data-path]")];
  for (const choice of choices) {
    choice.addEventListener("click", () => {
      for (const other of choices) other.setAttribute("aria-pressed", String(other === choice));
      panel.querySelector("[data-terminal-path]").textContent = choice.dataset.path;
      panel.querySelector("[data-terminal-link]").href = new URL(choice.dataset.path, root).href;
      send(choice.dataset.path);
    });
  }
}

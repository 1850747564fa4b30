import { ARCHIVES } from "./archive-view.js";
import { formatBytes, formatCount } from "./format.js";
import { html } from "./html.js";

/** Filters archives, verifies checksums and shows the chosen file in the code examples. */
const PAGE = 50;

const form = document.querySelector("[data-archive-filters]");
const body = document.querySelector("[data-archive-rows]");
const status = document.querySelector("[data-archive-status]");
const more = document.querySelector("[data-archive-more]");
let loading;
let found = [];
let shown = 0;

if (form !== null) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  more.addEventListener("click", () => (found.length === 0 ? filter() : showMore()));
  body.addEventListener("click", ({ target }) => {
    const row = target.closest("tr");
    if (target.matches("[data-check]")) check(row, target);
    if (target.matches("[data-use]")) use(row);
  });
  for (const link of document.querySelectorAll("[data-archive-dataset]"))
    link.addEventListener("click", () => {
      form.reset();
      form.querySelector("[data-filter='dataset']").value = link.dataset.archiveDataset;
      filter();
    });
  more.hidden = false;
}

/** Loads the whole list once. */
function load() {
  loading ??= fetch(`${form.dataset.archiveRoot}${ARCHIVES.answer}`).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return (await response.json()).data;
  });
  return loading;
}

async function filter() {
  try {
    const archives = await load();
    const { dataset, name, from, to } = readFilters();
    found = archives.filter(
      (archive) =>
        (dataset === "" || archive.dataset === dataset) &&
        archive.filename.toLowerCase().includes(name) &&
        (from === "" || (archive.period_end ?? "") >= from) &&
        // Includes the whole last day.
        (to === "" || (archive.period_start !== null && archive.period_start.slice(0, 10) <= to)),
    );
  } catch {
    loading = undefined;
    status.textContent = navigator.onLine ? "The list could not be loaded." : "You are offline.";
    return;
  }
  body.replaceChildren();
  shown = 0;
  showMore();
}

function readFilters() {
  const values = {};
  for (const field of form.querySelectorAll("[data-filter]"))
    values[field.dataset.filter] = field.value.trim().toLowerCase();
  return values;
}

function showMore() {
  const { archiveRoot: root } = form.dataset;
  // Every value is escaped by `html`.
  body.insertAdjacentHTML(
    "beforeend",
    String(html`${found.slice(shown, shown + PAGE).map((archive) => ARCHIVES.render(archive, { root }))}`),
  );
  shown = Math.min(found.length, shown + PAGE);
  status.textContent =
    found.length === 0 ? "No matching files" : `${formatCount(shown)} of ${formatCount(found.length)} files`;
  more.hidden = shown >= found.length;
}

async function check(row, button) {
  const result = row.querySelector("[data-result]");
  const { sha256, sha256Uncompressed } = button.dataset;
  // Browsers disable `crypto.subtle` on insecure connections.
  if (globalThis.crypto?.subtle === undefined) {
    result.textContent = "requires https";
    return;
  }
  button.disabled = true;
  result.className = "under";
  result.textContent = "reading…";
  try {
    const response = await fetch(row.querySelector("[data-file]").href, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${response.status}`);
    const bytes = await response.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    // Some hosts decompress the file.
    const isSame = hash === sha256 || hash === sha256Uncompressed;
    result.textContent = isSame ? `✓ matches, ${formatBytes(bytes.byteLength)}` : "✕ mismatch: reload the page";
    result.classList.add(isSame ? "good" : "bad");
  } catch {
    result.textContent = navigator.onLine ? "no response" : "you are offline";
  }
  button.disabled = false;
}

function use(row) {
  const link = row.querySelector("[data-file]");
  const path = new URL(link.href).pathname;
  const url = path.slice(path.lastIndexOf("/api/") + "/api/".length);
  for (const element of document.querySelectorAll("[data-archive-url]")) element.textContent = url;
  for (const element of document.querySelectorAll("[data-archive-name]")) element.textContent = link.textContent;
  const heading = document.getElementById("use");
  heading.tabIndex = -1;
  heading.focus();
  heading.scrollIntoView();
}

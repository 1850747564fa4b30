import { describeCsv, describeFile, nameCsv } from "./get-data-view.js";
import { importAgain } from "./import-again.js";

/** "Get this data" of a coin's page: the address and code of what the chart shows. */
const section = document.querySelector("[data-get-data]");
const button = section?.querySelector("[data-get-csv]");
let shown;

/** Follows the chart: what `onShow` says of it, and its currency. */
export function followChart({ currency, ...chart }) {
  shown = { ...chart, currency };
  if (section === null) return;
  // The page converts the file in USD to the currency behind `#`.
  const [address, converted] = chart.url.split("#");
  const path = address.slice(address.indexOf("api/"));
  section.querySelector("[data-get-unit]").textContent =
    converted === currency ? `USD, which this page converts to ${currency.toUpperCase()}` : currency.toUpperCase();
  const link = section.querySelector("[data-get-link]");
  link.href = address;
  link.textContent = path;
  for (const place of section.querySelectorAll("[data-get-path]")) place.textContent = path;
  section.querySelector("[data-get-file]").textContent = describeFile(shown);
  section.querySelector("[data-get-csv-note]").textContent = describeCsv(shown);
  button.disabled = false;
}

if (section !== null) {
  button.disabled = true;
  const failure = document.createElement("span");
  failure.setAttribute("role", "status");
  button.parentElement.append(" ", failure);
  button.addEventListener("click", async () => {
    failure.textContent = "";
    try {
      const { downloadText } = await importAgain(() => import("./csv.js"));
      downloadText(nameCsv({ symbol: button.dataset.getCsv, ...shown }), await shown.readCsv());
    } catch {
      failure.textContent = navigator.onLine ? "The CSV could not be made. Try again." : "You are offline.";
    }
  });
}

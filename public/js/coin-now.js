import { updateAges } from "./age.js";
import { describeEvidence } from "./coin-evidence.js";
import { COIN_PARTS } from "./coin-parts.js";
import { showCurrency } from "./currency.js";
import { showFreshness } from "./freshness.js";
import { loadAnswer } from "./load-data.js";

/**
 * Shows the current numbers of a coin. The page has those of the hour; if the response cannot be
 * loaded, a note says so.
 */
const place = document.querySelector("[data-answer][data-site]");
const root = new URL("..", import.meta.url).href;
/** Live prices change it later. */
const builtTime = document.querySelector("[data-freshness]")?.dataset.updated;

if (place !== null) show(place).catch(() => document.querySelector("[data-hourly]").classList.add("shown"));

async function show({ dataset: { answer: path, site } }) {
  const answer = await loadAnswer(`api/${path}.json`);
  // A copy that a cache kept may be older than the page.
  if (Date.parse(answer.meta.updated_at) < Date.parse(builtTime)) return;
  const coin = { ...answer.data, ...describeEvidence(answer, JSON.parse(site)) };
  for (const part of place.querySelectorAll("[data-part]"))
    part.innerHTML = String(COIN_PARTS[part.dataset.part](coin, root));
  showFreshness(answer.meta);
  updateAges();
  showCurrency();
  // The chart may be drawn already: its sentence has a change of the page.
  document.dispatchEvent(new CustomEvent("live-price", { detail: null }));
}

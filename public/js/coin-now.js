import { updateAges } from "./age.js";
import { describeEvidence } from "./coin-evidence.js";
import { COIN_PARTS } from "./coin-parts.js";
import { showCurrency } from "./currency.js";
import { showFreshness } from "./freshness.js";
import { loadAnswer } from "./load-data.js";

/**
 * Shows the current numbers of a coin. The page has those of the hour; if the response cannot be
 * loaded, or is older, a note says so.
 */
const place = document.querySelector("[data-answer][data-site]");
const root = new URL("..", import.meta.url).href;

if (place !== null) show(place).catch(() => document.querySelector("[data-hourly]").classList.add("shown"));

async function show({ dataset: { answer: path, hour, site } }) {
  const answer = await loadAnswer(`api/${path}.json`);
  // The newest full hour of a build. The time of a price may be earlier in a newer build.
  if (Date.parse(answer.meta.sparkline_7d.to) < Date.parse(hour)) throw new Error("A cache kept an older response");
  const coin = { ...answer.data, ...describeEvidence(answer, JSON.parse(site)) };
  for (const part of place.querySelectorAll("[data-part]"))
    part.innerHTML = String(COIN_PARTS[part.dataset.part](coin, root));
  showFreshness(answer.meta);
  updateAges();
  showCurrency();
  // The chart may be drawn already: its sentence has a change of the page.
  document.dispatchEvent(new CustomEvent("live-price", { detail: null }));
}

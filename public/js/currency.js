import { loadData } from "./load-data.js";

/**
 * The currency of the page's amounts. The static page is in USD. Parts of the page load their
 * amounts in another currency, and all of them change at once: no page mixes currencies.
 */
export const BASE = "usd";
const STORED = "currency";

const select = document.querySelector("[data-currency-select]");
const problem = document.querySelector("[data-currency-problem]");
const parts = [];
let shown = BASE;
let wanted = BASE;
/** Counts choices, so that only the last one is shown. */
let turn = 0;

/** The answer in a currency: `api/coins.json` → `api/in/eur/coins.json`. */
export function pathIn(path, currency) {
  return currency === BASE ? path : path.replace("api/", `api/in/${currency}/`);
}

/** Units of the currency for one USD, now. Past amounts have rates of their own. */
export async function loadRate(currency) {
  if (currency === BASE) return 1;
  const { prices } = await loadData(select.dataset.rates);
  const rate = prices[currency] / prices[BASE];
  if (!(rate > 0)) throw new Error(`${currency} has no rate`);
  return rate;
}

/**
 * Adds a part of the page. `prepare(currency)` loads what the part needs and returns a function
 * that shows it.
 */
export function addCurrencyPart(prepare) {
  parts.push(prepare);
  // A part may be added after the others have changed.
  showCurrency();
}

/** Shows the chosen currency again, also in amounts in USD that were added since. */
export function showCurrency() {
  if (wanted !== BASE) choose(wanted);
}

async function choose(currency) {
  turn += 1;
  const own = turn;
  wanted = currency;
  problem.hidden = true;
  select.value = currency;
  try {
    const shows = await Promise.all(parts.map((prepare) => prepare(currency)));
    if (own !== turn) return false;
    shown = currency;
    if (currency === BASE) delete document.documentElement.dataset.currency;
    else document.documentElement.dataset.currency = currency;
    for (const show of shows) show();
    return true;
  } catch {
    if (own === turn) showProblem(currency);
    return false;
  }
}

function showProblem(currency) {
  wanted = shown;
  select.value = shown;
  const [missing, kept] = [currency, shown].map((code) => code.toUpperCase());
  const reason = navigator.onLine ? `${missing} is not available for this page.` : "You are offline.";
  problem.textContent = `${reason} Amounts stay in ${kept}.`;
  problem.hidden = false;
}

function readStored() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(currency) {
  try {
    localStorage.setItem(STORED, currency);
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

if (select !== null) {
  select.addEventListener("change", async () => {
    const { value } = select;
    if (await choose(value)) store(value);
  });
  // All scripts of the page have added their parts by then.
  document.addEventListener("DOMContentLoaded", () => {
    const stored = readStored();
    if ([...select.options].some(({ value }) => value === stored) && stored !== BASE) choose(stored);
  });
}

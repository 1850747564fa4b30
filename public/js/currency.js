import { currencyName } from "./currency-name.js";
import { html } from "./html.js";
import { importAgain } from "./import-again.js";
import { loadAnswer, loadData } from "./load-data.js";

/**
 * The currency of the page's amounts. The static page is in USD. Parts of the page load their
 * amounts in another currency, and all of them change at once: no page mixes currencies.
 *
 * The site publishes answers in some currencies. For all others the page converts the answers in
 * USD with the published rates, as the site itself would, and says so.
 */
export const BASE = "usd";
const STORED = "currency";

const root = new URL("..", import.meta.url);
const select = document.querySelector("[data-currency-select]");
const note = document.querySelector("[data-currency-note]");
const problem = document.querySelector("[data-currency-problem]");
/** Links to files that the site publishes in each of its currencies, with their paths in USD. */
const files = [...document.querySelectorAll("[data-quoted]")].map((link) => [link, link.getAttribute("href")]);
const fileUnits = document.querySelectorAll("[data-quoted-unit]");
const parts = [];
let shown = BASE;
let wanted = BASE;
/** Counts choices, so that only the last one is shown. */
let turn = 0;

const readCodes = (text = "") => text.split(" ").filter(Boolean);
/** The currencies with past rates, and those with current rates only. */
const converted = new Set(readCodes(select?.dataset.converted));
const convertedNow = new Set(readCodes(select?.dataset.convertedNow));

/** Whether the site has no answers in the currency, so that the page converts those in USD. */
export function isConverted(currency) {
  return converted.has(currency) || convertedNow.has(currency);
}

/** The published answer in a currency: `api/coins.json` → `api/in/eur/coins.json`. */
export function pathIn(path, currency) {
  return currency === BASE ? path : path.replace("api/", `api/in/${currency}/`);
}

/** Answers in other currencies by currency and path. */
const answers = new Map();
/** Published currencies in which this page has no files. */
const withoutFiles = new Set();

/** Whether the page's answers are files in the currency, and not made from those in USD. */
export function hasFiles(currency) {
  return !isConverted(currency) && !withoutFiles.has(currency);
}

/**
 * The answer of a path in a currency. `form`: of its data, such as `rows`. Series in a currency
 * without past rates stay in USD; `meta.currency` says so.
 */
export function loadIn(path, form, currency) {
  if (currency === BASE) return loadAnswer(path);
  const load = isConverted(currency) ? convertLoaded : loadPublished;
  const name = `${currency} ${path}`;
  const known = answers.get(name) ?? load(path, form, currency);
  answers.set(name, known);
  // The next call retries a failed request.
  known.catch(() => answers.delete(name));
  return known;
}

/**
 * Hosts of files have these answers of the largest coins only: `client.js` computes all others.
 * Some hosts answer a missing file with a page, which is no JSON.
 */
async function loadPublished(path, _form, currency) {
  try {
    if (hasFiles(currency)) return await loadAnswer(pathIn(path, currency));
  } catch (error) {
    if (error.status !== 404 && !(error instanceof SyntaxError)) throw error;
    withoutFiles.add(currency);
  }
  const { get } = await importAgain(new URL("client.js", root).href);
  return get(path, { currency });
}

const CONVERSION = new URL("js/convert-answer.js", root).href;

async function convertLoaded(path, form, currency) {
  const [answer, rates, { convertAnswer }] = await Promise.all([
    loadAnswer(path),
    loadRates(currency),
    importAgain(CONVERSION),
  ]);
  return convertAnswer(form, currency, answer, rates);
}

/** The answer of a moment in USD, in a currency that the page converts to. */
export async function convertMomentIn(currency, answer) {
  const { convertMoment } = await importAgain(CONVERSION);
  return convertMoment(currency, answer, await loadRates(currency));
}

/** The answers with the current and, if there are any, the past rates of a currency. */
function loadRates(currency) {
  const past = converted.has(currency) ? loadAnswer(`api/exchange-rates/history/${currency}.json`) : undefined;
  return Promise.all([loadAnswer("api/exchange-rates.json"), past]);
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
    const [text, ...shows] = await Promise.all([
      describeConversion(currency),
      ...parts.map((prepare) => prepare(currency)),
    ]);
    if (own !== turn) return;
    shown = currency;
    if (currency === BASE) delete document.documentElement.dataset.currency;
    else document.documentElement.dataset.currency = currency;
    note.innerHTML = String(text);
    note.hidden = !isConverted(currency);
    showFiles(hasFiles(currency) ? currency : BASE);
    for (const show of shows) show();
    // Not by the caller: a part that is added meanwhile starts the same choice again.
    store(currency);
  } catch (error) {
    if (own === turn) showProblem(currency, error);
  } finally {
    if (own === turn) expectNoNote();
  }
}

/** Gives up the room that `theme.js` keeps for the note of a converted currency. */
function expectNoNote() {
  delete document.documentElement.dataset.converts;
}

function showFiles(currency) {
  for (const [link, path] of files) link.setAttribute("href", pathIn(path, currency));
  for (const unit of fileUnits) unit.textContent = currency.toUpperCase();
}

/** How the page's amounts were converted; empty if they are published as shown. */
async function describeConversion(currency) {
  if (!isConverted(currency)) return "";
  const code = currency.toUpperCase();
  const { data, meta } = await loadAnswer("api/exchange-rates.json");
  const age = meta.stale || Date.parse(meta.expires_at) < Date.now() ? ", which are outdated" : "";
  const past = converted.has(currency)
    ? "Past amounts use the rate of their day."
    : `Changes, charts and past prices stay in USD: past rates of ${code} are unknown.`;
  return html`This page converts amounts from USD to ${code} with the
<a href="${root.href}exchange-rates/">exchange rates</a> of ${data.date}${age}. ${past}`;
}

/**
 * Requests that fail are a TypeError; the other errors without a status say what is missing. A
 * bucket that does not let readers list its files answers 403 for a missing one.
 */
function isAbsent(error) {
  return error.status === undefined ? !(error instanceof TypeError) : [403, 404].includes(error.status);
}

function showProblem(currency, error) {
  wanted = shown;
  select.value = shown;
  const [missing, kept] = [currency, shown].map((code) => code.toUpperCase());
  const failure = `${missing} ${isAbsent(error) ? "is not available for this page" : "could not be loaded"}.`;
  const reason = navigator.onLine ? failure : "You are offline.";
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

/** The closed menu has room for the code only: the gap before the name fills the rest. */
const GAP = "\u2003".repeat(4);

function describeOption(code) {
  const upper = code.toUpperCase();
  return `${upper}${GAP}${currencyName(upper)}`;
}

function fillMenu() {
  for (const option of select.options) option.textContent = describeOption(option.value);
  const groups = { "Converted, past amounts too": converted, "Converted, current amounts only": convertedNow };
  for (const [label, codes] of Object.entries(groups)) {
    if (codes.size === 0) continue;
    const group = document.createElement("optgroup");
    group.label = label;
    group.append(...[...codes].map((code) => new Option(describeOption(code), code)));
    select.append(group);
  }
}

if (select !== null) {
  fillMenu();
  select.addEventListener("change", () => choose(select.value));
  const isOffered = (currency) => [...select.options].some(({ value }) => value === currency);
  // The stored choice, not that of the event: two tabs that choose at once agree on the last one.
  const followOtherTab = () => {
    const stored = readStored();
    if (isOffered(stored) && stored !== wanted) choose(stored);
  };
  addEventListener("storage", ({ key }) => key === STORED && followOtherTab());
  // A page that is left misses these events, and comes back as it was.
  addEventListener("pageshow", ({ persisted }) => persisted && followOtherTab());
  // All scripts of the page have added their parts by then.
  document.addEventListener("DOMContentLoaded", () => {
    const stored = readStored();
    if (isOffered(stored) && stored !== BASE) choose(stored);
    else expectNoNote();
  });
}

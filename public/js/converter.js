import { describeConversion, isCurrency, readAmount } from "./convert.js";
import { formatAge } from "./format.js";
import { loadCurrent, loadData } from "./load-data.js";

/** Converter of currencies and coins. Loads the rates on the first input. */
const form = document.querySelector("[data-converter]");
const HOUR_MS = 3_600_000;
const NO_RATE = "No rate for this currency or coin at present.";
/** The key of a coin. */
const KEY = /^[a-z0-9][a-z0-9_-]*$/;

if (form !== null) start();

function start() {
  const { amount, from, to, swap } = form.elements;
  const given = document.querySelector("[data-converter-given]");
  const result = document.querySelector("[data-converter-result]");
  const rates = document.querySelector("[data-converter-rates]");
  const problem = document.querySelector("[data-converter-problem]");
  copyCoins(from, to);
  let turn = 0;

  async function update() {
    turn += 1;
    const own = turn;
    const value = readAmount(amount.value);
    amount.setAttribute("aria-invalid", String(value === null));
    if (value === null) return showProblem("Enter an amount, such as 250 or 1,000.50.");
    writeAddress([amount, from, to]);
    let known;
    try {
      known = await loadRates([from.value, to.value]);
    } catch (error) {
      if (own !== turn) return;
      const reason = error.status === 404 ? NO_RATE : "The rates could not be loaded.";
      return showProblem(navigator.onLine ? reason : "You are offline.");
    }
    if (own !== turn) return;
    const { rates: found, symbols } = known;
    const conversion = describeConversion(found, value, from.value, to.value, (code) => symbols[code] ?? code);
    if (conversion === null) return showProblem(NO_RATE);
    problem.textContent = "";
    given.textContent = `${conversion.given} =`;
    result.textContent = conversion.result;
    result.title = conversion.exact;
    rates.textContent = conversion.rates;
  }

  function showProblem(text) {
    problem.textContent = text;
    given.textContent = "";
    result.textContent = "–";
    result.removeAttribute("title");
    rates.textContent = "";
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", update);
  swap.addEventListener("click", () => {
    [from.value, to.value] = [to.value, from.value];
    update();
  });
  if (readAddress([amount, from, to])) update();
}

/** The page has the list of coins once. */
function copyCoins(from, to) {
  const coins = from.querySelector("[data-converter-coins]");
  if (coins !== null) to.append(coins.cloneNode(true));
}

function writeAddress(fields) {
  const params = new URLSearchParams(location.search);
  for (const { name, value } of fields) params.set(name, value.trim());
  history.replaceState(null, "", `?${params}`);
}

/**
 * Reads the conversion from the URL, without unknown currencies. The lists have the largest coins
 * only: a link may name any other. Returns whether the URL has a conversion.
 */
function readAddress(fields) {
  const params = new URLSearchParams(location.search);
  const linked = fields.filter(({ name }) => params.has(name));
  const lists = fields.filter(({ options }) => options !== undefined);
  for (const field of linked) {
    const value = params.get(field.name);
    if (lists.includes(field) && ![...field.options].some((option) => option.value === value)) {
      if (!KEY.test(value)) continue;
      // To both lists, because they may be swapped.
      for (const list of lists) list.add(new Option(value.toUpperCase(), value));
    }
    field.value = value;
  }
  return linked.length > 0;
}

/** Units for one USD, of all currencies and of the chosen coins, and the symbols of these coins. */
async function loadRates(codes) {
  const { rates } = await loadData("api/exchange-rates.json");
  const keys = codes.filter((code) => !isCurrency(code));
  const prices = await Promise.all(keys.map((key) => loadCurrent(`api/price/${key}.json`)));
  const known = { ...rates };
  for (const [at, { data }] of prices.entries()) if (data.prices.usd > 0) known[keys[at]] = 1 / data.prices.usd;
  return { rates: known, symbols: Object.fromEntries(keys.map((key, at) => [key, prices[at].data.symbol])) };
}

/** Warns about outdated rates by the reader's clock. */
const note = document.querySelector("[data-rates-day]");
function updateWarning() {
  const now = Date.now();
  const ageMs = now - Date.parse(note.dataset.ratesDay);
  const isOld = now > Date.parse(note.dataset.ratesExpire);
  note.textContent = isOld ? `Outdated: these rates are ${formatAge(ageMs)} old. Newer ones are overdue.` : "";
  note.hidden = !isOld;
}
if (note !== null) {
  updateWarning();
  setInterval(updateWarning, HOUR_MS);
  document.addEventListener("visibilitychange", updateWarning);
}

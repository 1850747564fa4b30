import { describeConversion, isCurrency, readAmount } from "./convert.js";
import { formatAge } from "./format.js";
import { loadCurrent, loadData } from "./load-data.js";

/** Converter of currencies and coins. Loads the rates on the first input. */
const form = document.querySelector("[data-converter]");
const HOUR_MS = 3_600_000;

if (form !== null) start();

function start() {
  const { amount, from, to, swap } = form.elements;
  const given = document.querySelector("[data-converter-given]");
  const result = document.querySelector("[data-converter-result]");
  const rates = document.querySelector("[data-converter-rates]");
  const problem = document.querySelector("[data-converter-problem]");
  const symbols = copyCoins(from, to);
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
    } catch {
      if (own === turn) showProblem(navigator.onLine ? "The rates could not be loaded." : "You are offline.");
      return;
    }
    if (own !== turn) return;
    const conversion = describeConversion(known, value, from.value, to.value, (code) => symbols.get(code) ?? code);
    if (conversion === null) return showProblem("No rate for this currency or coin at present.");
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

/** The page has the list of coins once. Returns their symbols by key. */
function copyCoins(from, to) {
  const coins = from.querySelector("[data-converter-coins]");
  if (coins === null) return new Map();
  to.append(coins.cloneNode(true));
  return new Map([...coins.children].map(({ value, textContent }) => [value, textContent.split(" ")[0]]));
}

function writeAddress(fields) {
  const params = new URLSearchParams(location.search);
  for (const { name, value } of fields) params.set(name, value.trim());
  history.replaceState(null, "", `?${params}`);
}

/** Reads the conversion from the URL, without unknown currencies. Returns whether it has one. */
function readAddress(fields) {
  const params = new URLSearchParams(location.search);
  const linked = fields.filter(({ name }) => params.has(name));
  for (const field of linked) {
    const value = params.get(field.name);
    if (field.options === undefined || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  return linked.length > 0;
}

/** Units for one USD: of all currencies, and of the chosen coins. */
async function loadRates(codes) {
  const { rates } = await loadData("api/exchange-rates.json");
  const keys = codes.filter((code) => !isCurrency(code));
  const prices = await Promise.all(keys.map((key) => loadCurrent(`api/price/${key}.json`)));
  const known = { ...rates };
  for (const [at, { data }] of prices.entries()) if (data.prices.usd > 0) known[keys[at]] = 1 / data.prices.usd;
  return known;
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

import { describeConversion, readAmount } from "./convert.js";
import { formatAge } from "./format.js";
import { loadData } from "./load-data.js";

/** Converts with the rates of this site's answer, which are asked for when the reader first wants others than the page came with. */
const form = document.querySelector("[data-converter]");
const HOUR_MS = 3_600_000;

if (form !== null) start();

function start() {
  const { amount, from, to, swap } = form.elements;
  const given = document.querySelector("[data-converter-given]");
  const result = document.querySelector("[data-converter-result]");
  const rates = document.querySelector("[data-converter-rates]");
  const problem = document.querySelector("[data-converter-problem]");
  let turn = 0;

  async function update() {
    turn += 1;
    const asked = turn;
    const value = readAmount(amount.value);
    amount.setAttribute("aria-invalid", String(value === null));
    if (value === null) return complain("Type an amount, such as 250 or 1,000.50.");
    writeAddress();
    let known;
    try {
      known = (await loadData("api/exchange-rates.json")).rates;
    } catch {
      if (asked === turn) complain(navigator.onLine ? "The rates could not be loaded." : "You are offline.");
      return;
    }
    if (asked !== turn) return;
    const conversion = describeConversion(known, value, from.value, to.value);
    if (conversion === null) return complain("There is no rate for this currency at present.");
    problem.textContent = "";
    given.textContent = `${conversion.given} =`;
    result.textContent = conversion.result;
    result.title = conversion.exact;
    rates.textContent = conversion.rates;
  }

  /** What is wrong takes the place of what was right before. */
  function complain(text) {
    problem.textContent = text;
    given.textContent = "";
    result.textContent = "–";
    result.removeAttribute("title");
    rates.textContent = "";
  }

  function writeAddress() {
    const params = new URLSearchParams(location.search);
    for (const { name, value } of [amount, from, to]) params.set(name, value.trim());
    history.replaceState(null, "", `?${params}`);
  }

  /** A link may say what to convert; a currency that is not there leaves the page's own. */
  function readAddress() {
    const params = new URLSearchParams(location.search);
    const asked = [amount, from, to].filter(({ name }) => params.has(name));
    for (const field of asked) {
      const value = params.get(field.name);
      if (field === amount || [...field.options].some((option) => option.value === value)) field.value = value;
    }
    return asked.length > 0;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", update);
  swap.addEventListener("click", () => {
    [from.value, to.value] = [to.value, from.value];
    update();
  });
  if (readAddress()) update();
}

/** Rates keep being shown when nothing newer came, so the reader's clock judges them. */
const note = document.querySelector("[data-rates-day]");
function judge() {
  const now = Date.now();
  const ageMs = now - Date.parse(note.dataset.ratesDay);
  const isOld = now > Date.parse(note.dataset.ratesExpire);
  note.textContent = isOld ? `Old: these rates are of ${formatAge(ageMs)} ago, and newer ones are overdue.` : "";
  note.hidden = !isOld;
}
if (note !== null) {
  judge();
  setInterval(judge, HOUR_MS);
  document.addEventListener("visibilitychange", judge);
}

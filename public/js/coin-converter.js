import { convert, formatAmount, formatWorth, readAmount } from "./convert.js";
import { addCurrencyPart, BASE } from "./currency.js";
import { currencyName } from "./currency-name.js";
import { formatPrice, isCoinCode } from "./format.js";
import { onceInView } from "./in-view.js";

/** The converter of a coin's page. Each amount follows the other one; loads its rates in view. */
const form = document.querySelector("[data-coin-converter]");

if (form !== null) start();

function start() {
  const { coins, money, currency } = form.elements;
  const { symbol } = form.dataset;
  const label = form.querySelector("[data-converter-label]");
  const rateText = form.querySelector("[data-converter-rate]");
  const problem = form.querySelector("[data-converter-problem]");
  /** Prices of the coin by currency code. */
  let prices;
  /** In USD, newer than the prices (`live.js`); `null` without one. */
  let live = null;
  let source = coins;
  let preferred = BASE;

  function update() {
    if (prices === undefined) return;
    const code = currency.value;
    const price = code === BASE && live !== null ? live : prices[code];
    const value = readAmount(source.value);
    label.textContent = `Amount of ${code.toUpperCase()}`;
    rateText.textContent = `1 ${symbol} = ${formatPrice(price, code)}`;
    coins.removeAttribute("aria-invalid");
    money.removeAttribute("aria-invalid");
    if (value === null) source.setAttribute("aria-invalid", "true");
    problem.textContent = value === null ? "Enter an amount, such as 250 or 1,000.50." : "";
    if (value === null) return;
    // Amounts of a coin have the same number of digits, also if the coin is the currency.
    const rates = { coin: 1, [code]: price };
    const worth = convert(rates, value, "coin", code);
    if (source === coins) money.value = isCoinCode(code) ? formatAmount(worth, "coin") : formatWorth(worth);
    else coins.value = formatAmount(convert(rates, value, code, "coin"), "coin");
  }

  async function load() {
    try {
      prices = await loadPrices(form.dataset.rates);
    } catch {
      problem.textContent = navigator.onLine ? "The rates could not be loaded." : "You are offline.";
      return;
    }
    currency.replaceChildren(...Object.keys(prices).map(createOption));
    prefer(preferred);
  }

  /** The page's currency is the first choice. */
  function prefer(code) {
    preferred = code;
    if (prices === undefined || !Object.hasOwn(prices, code)) return;
    currency.value = code;
    update();
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", ({ target }) => {
    if (target !== currency) source = target;
    if (prices === undefined) load();
    else update();
  });
  addCurrencyPart(async (code) => () => prefer(code));
  document.addEventListener("live-price", (/** @type {any} */ { detail }) => {
    live = detail;
    update();
  });
  onceInView(form, load);
}

async function loadPrices(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()).data.prices;
}

function createOption(code) {
  const upper = code.toUpperCase();
  return new Option(`${upper} – ${currencyName(upper)}`, code);
}

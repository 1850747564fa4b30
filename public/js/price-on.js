import { addCurrencyPart, BASE, convertMomentIn, isConverted } from "./currency.js";
import { describeDayPrice, findDayRequest } from "./day-price.js";
import { html } from "./html.js";

/** "Price on" of a coin's page. `client.js` answers it also where a host has files only. */
const form = document.querySelector("[data-price-on]");
const root = new URL("..", import.meta.url);

if (form !== null) start();

function start() {
  const { day } = form.elements;
  const result = form.querySelector("[data-price-on-result]");
  let currency = BASE;
  let turn = 0;
  day.max = new Date().toISOString().slice(0, 10);

  async function show() {
    turn += 1;
    const own = turn;
    const text = await describe(day.value);
    if (own === turn) result.innerHTML = String(text);
  }

  async function describe(wanted) {
    if (wanted === "") return "";
    const request = findDayRequest(form.dataset.priceOn, wanted, Date.now());
    if (request === null) return "This day is in the future.";
    const own = isConverted(currency) ? BASE : currency;
    const address = `api/${own === BASE ? "" : `in/${own}/`}${request.path}`;
    try {
      const { get } = await import(new URL("client.js", root).href);
      const published = await get(request.path, { currency: own });
      const answer = own === currency ? published : await convertMomentIn(currency, published);
      return html`<strong>${describeDayPrice(wanted, request.isClosed, answer)}</strong>
API: <code>${address}</code> (<a href="${root.href}docs/api/coin-at/">hosts that answer it</a>)`;
    } catch (error) {
      if (error.status === 404) return html`${error.message}.`;
      return navigator.onLine ? "The price could not be loaded." : "You are offline.";
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  day.addEventListener("change", show);
  addCurrencyPart(async (code) => () => {
    currency = code;
    show();
  });
  // A link of the search names a day: `?on=2026-09-01`.
  const linked = new URLSearchParams(location.search).get("on");
  if (linked !== null) {
    day.value = linked;
    show();
    form.scrollIntoView({ block: "center" });
  }
}

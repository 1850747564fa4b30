import { renderQuery } from "./chart-address.js";
import { addCurrencyPart, BASE, convertMomentIn, isConverted, loadIn, pathIn } from "./currency.js";
import { describeDayPrice, describeNoPrice, findDayRequest } from "./day-price.js";
import { html } from "./html.js";
import { importAgain } from "./import-again.js";

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
    try {
      // The browser would report the refused request as an error.
      if (wanted < day.min) return await explainNone(wanted);
      return await load(wanted, request);
    } catch (error) {
      if (error.status === 404) return explainNone(wanted).catch(() => describeNoPrice(wanted, []));
      return navigator.onLine ? "The price could not be loaded." : "You are offline.";
    }
  }

  async function load(wanted, { path, isClosed }) {
    const own = isConverted(currency) ? BASE : currency;
    const { get } = await importAgain(new URL("client.js", root).href);
    const published = await get(path, { currency: own });
    const answer = own === currency ? published : await convertMomentIn(currency, published);
    const address = pathIn(`api/${path}`, own);
    const code = currency.toUpperCase();
    const unit =
      own !== currency && answer.meta.currency === currency && ` in USD, which this page converts to ${code}`;
    return html`<strong>${describeDayPrice(wanted, isClosed, answer)}</strong>
API${unit}: <a href="${root.href}${address}"><code>${address}</code></a>
(<a href="${root.href}docs/api/coin-at/">hosts that answer it</a>)`;
  }

  async function explainNone(wanted) {
    const { data } = await loadIn(`api/${form.dataset.priceOn}/history/all.json`, "history", currency);
    return describeNoPrice(wanted, data.prices);
  }

  /** A reload, and a link to the page, show the day again. */
  function writeAddress() {
    const params = new URLSearchParams(location.search);
    if (day.value === "") params.delete("on");
    else params.set("on", day.value);
    history.replaceState(null, "", `${location.pathname}${renderQuery(params)}${location.hash}`);
  }

  function choose() {
    writeAddress();
    show();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose();
  });
  day.addEventListener("change", choose);
  addCurrencyPart(async (code) => () => {
    currency = code;
    show();
  });
  // Links of the search name a day too: `?on=2026-09-01`.
  const linked = new URLSearchParams(location.search).get("on");
  if (linked !== null) {
    day.value = linked;
    show();
    form.scrollIntoView({ block: "center" });
  }
}

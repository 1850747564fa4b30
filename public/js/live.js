import { updateAges } from "./age.js";
import { addCurrencyPart, BASE } from "./currency.js";
import { isOverdue } from "./describe-freshness.js";
import { showFreshness } from "./freshness.js";
import { html } from "./html.js";
import { age } from "./moment.js";
import { change, coinPrice } from "./number.js";

/**
 * Shows live prices, on sites with a live tier: one request a minute at most, and none while the
 * page is hidden. They are in USD: in another currency, the page keeps the amounts of the build.
 */
const MINUTE_MS = 60_000;
/** What the page calls the source of a price that is, or was, live. */
const SOURCES = {
  aggregated: "Live price, newer than the evidence",
  reference: "Reference price",
  stale: "Last known good price",
};
const CHANGE = "[data-field=price_change_percentage_24h]";
const address = new URL("../api/live.json", import.meta.url);
const line = document.querySelector("[data-freshness]");
const coin = document.querySelector("[data-answer][data-site]");
/** The newest answer, and its prices by the key of the coin. */
let meta;
let prices = new Map();
let askedMs = Number.NEGATIVE_INFINITY;
let timer;
let currency = BASE;
/** What the page said before of its age and of the price's source. */
let builtFreshness;
let builtSource;
/** The time that the freshness line had when this script last wrote it. */
let writtenTime;

function start() {
  document.addEventListener("visibilitychange", ask);
  ask();
}

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return;
  if (Date.now() - askedMs >= MINUTE_MS) {
    askedMs = Date.now();
    const response = await fetch(address).catch(() => undefined);
    if (response?.status === 404) {
      // The live runs were switched off.
      document.removeEventListener("visibilitychange", ask);
      if (meta !== undefined) meta = { ...meta, stale: true };
      show();
      return;
    }
    if (response?.ok)
      await response
        .json()
        .then(take)
        .catch(() => undefined);
    // The age of the page changes also without an answer.
    show();
  }
  // A call meanwhile may have set one.
  clearTimeout(timer);
  timer = setTimeout(ask, askedMs + MINUTE_MS - Date.now());
}

/** A copy that a cache kept may be older than the page, or than the answer before. */
function take(answer) {
  const known = [line.dataset.updated, meta?.updated_at ?? line.dataset.updated].map(Date.parse);
  if (Date.parse(answer.meta.updated_at) < Math.max(...known)) return;
  // Other rows repeat the build. A price that this page showed live is taken also when it is stale.
  const own = answer.data.filter((row) => row.price_source === "aggregated" || prices.has(row.key));
  prices = new Map(own.map((row) => [row.key, row]));
  meta = answer.meta;
}

function show() {
  if (meta === undefined) return;
  if (currency !== BASE) return restore();
  for (const link of document.querySelectorAll("main a.coin")) {
    const place = link.closest("tr, li");
    if (place !== null) showRow(place, prices.get(link.pathname.split("/").at(-2)));
  }
  if (coin !== null) showCoin(prices.get(coin.dataset.answer.replace("coins/", "")));
  if (line.dataset.updated !== writtenTime) {
    const { updated, expires, stale } = line.dataset;
    builtFreshness = { updated_at: updated, expires_at: expires, stale: stale === "true" };
  }
  showFreshness(chooseFreshness(Date.now()));
  writtenTime = line.dataset.updated;
  // What was written here is no reason to write it again.
  observer.takeRecords();
}

function chooseFreshness(now) {
  const { updated_at, expires_at, stale } = meta;
  // The page's other numbers are those of the build, and may be a day old.
  if (isOverdue(Date.parse(builtFreshness.expires_at), now)) return builtFreshness;
  // Without live runs, or if they are refused, the page is as old as it would be with builds alone.
  return stale || isOverdue(Date.parse(expires_at), now) ? { ...builtFreshness, updated_at } : meta;
}

/** The amounts in other currencies are those of the build: so are their age and source. */
function restore() {
  if (builtFreshness !== undefined) showFreshness(builtFreshness);
  const place = coin?.querySelector("[data-part=source]:has([data-live])");
  if (place) place.innerHTML = builtSource;
  announce(null);
  observer.takeRecords();
}

/** Tells the chart and the converter of a coin's page its live price; `null`: that of the build. */
function announce(price) {
  document.dispatchEvent(new CustomEvent("live-price", { detail: price }));
}

/**
 * The page of a coin: its evidence is that of the build. Its heading and its statistics both have
 * the change of 24 hours.
 */
function showCoin(row) {
  if (!showRow(coin.querySelector("[data-part=price]"), row)) return;
  const place = coin.querySelector("[data-part=source]");
  if (place.querySelector("[data-live]") === null) {
    builtSource = place.innerHTML;
    place.innerHTML = String(html`<p class="coin-source" data-live><a href="#evidence"></a><span></span></p>`);
  }
  // The link stays: it may have the focus.
  place.querySelector("a").textContent = SOURCES[row.price_source];
  place.querySelector("span").innerHTML = String(html` · ${age(row.last_updated)}`);
  updateAges();
  for (const moved of coin.querySelectorAll(CHANGE)) moved.innerHTML = String(change(row.change_24h_percentage));
  announce(row.price);
}

/** Whether the place shows a live price. One of the build with a tag is not of the exchanges. */
function showRow(place, row) {
  const price = place.querySelector("[data-field=current_price]") ?? place.querySelector("td.price");
  const moved = place.querySelector(CHANGE) ?? place.querySelector("td[data-label='24h']");
  if (row === undefined || price === null) return false;
  if (price.querySelector(".tag") !== null && price.dataset.wasLive === undefined) return false;
  price.dataset.wasLive = "";
  // In the table of the market, phones show the market cap below the price.
  const cap = price.querySelector(".sub");
  price.innerHTML = String(coinPrice({ ...row, current_price: row.price }, BASE));
  if (cap !== null) price.append(cap);
  if (moved !== null) moved.innerHTML = String(change(row.change_24h_percentage));
  return true;
}

const ACTIONS = ["pointermove", "pointerdown", "keydown", "scroll"];

/**
 * The page of a coin loads its chart at once: with the 28 kB of a thousand prices it would exceed
 * 100 kB. They wait until the reader does something, or a minute.
 */
function startLater() {
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    clearTimeout(timer);
    start();
  };
  for (const action of ACTIONS) addEventListener(action, begin, { signal: waiting.signal });
  document.addEventListener("visibilitychange", begin, { signal: waiting.signal });
  timer = setTimeout(begin, MINUTE_MS);
}

/** Other scripts render rows and parts again, with the prices of the build. */
const observer = new MutationObserver(show);

if (line !== null) {
  for (const place of document.querySelectorAll("[data-table-rows], [data-part]"))
    observer.observe(place, { childList: true });
  addCurrencyPart(async (chosen) => () => {
    currency = chosen;
    show();
  });
  if (coin === null) start();
  else startLater();
}

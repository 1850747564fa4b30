import { renderField } from "./answer-field.js";
import { addCurrencyPart, BASE, loadIn, loadRate } from "./currency.js";
import { money, unknown } from "./number.js";

/**
 * Shows the page's fields (`answer-field.js`) in the chosen currency. A script may replace fields,
 * always by amounts in USD: they are looked up whenever the currency is shown.
 */
const inUsd = new WeakMap();

addCurrencyPart(async (currency) => {
  const answers = currency === BASE ? new Map() : await loadAnswers(currency);
  const rate = document.querySelector("[data-usd]") === null ? 1 : await loadRate(currency);
  const shown = new Map(listFields().map((field) => [field, render(field, answers, currency)]));
  return () => {
    for (const field of listFields()) field.innerHTML = shown.get(field) ?? render(field, answers, currency);
    for (const sum of document.querySelectorAll("[data-usd]"))
      sum.innerHTML = String(money(Number(sum.dataset.usd) * rate, currency));
  };
});

function listFields() {
  return [...document.querySelectorAll("[data-field]")];
}

function render(field, answers, currency) {
  if (!inUsd.has(field)) inUsd.set(field, field.innerHTML);
  if (currency === BASE) return inUsd.get(field);
  const place = field.closest("[data-answer]");
  const row = field.closest("[data-row]");
  // The row of an outer answer is not one of this answer.
  const id = row !== null && place.contains(row) ? row.dataset.row : undefined;
  const data = findRow(answers.get(place.dataset.answer), id);
  return String(data === undefined ? unknown() : renderField(field.dataset.field, data, currency));
}

async function loadAnswers(currency) {
  const places = new Set(listFields().map((field) => field.closest("[data-answer]")));
  const forms = new Map([...places].map(({ dataset: { answer, form } }) => [answer, form]));
  const data = [...forms].map(async ([path, form]) => (await loadIn(`api/${path}.json`, form, currency)).data);
  const loaded = await Promise.all(data);
  return new Map([...forms.keys()].map((path, at) => [path, loaded[at]]));
}

/** The row of a list, or of an object of lists; `undefined` if a newer answer lacks it. */
function findRow(data, id) {
  if (id === undefined) return data;
  return Object.values(data)
    .flat()
    .find((row) => row.id === id);
}

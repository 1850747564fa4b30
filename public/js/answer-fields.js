import { renderField } from "./answer-field.js";
import { addCurrencyPart, BASE, loadRate, pathIn } from "./currency.js";
import { loadData } from "./load-data.js";
import { money } from "./number.js";

/** Shows the page's fields (`answer-field.js`) in the chosen currency. */
const fields = [...document.querySelectorAll("[data-field]")].map((element) => {
  const place = element.closest("[data-answer]");
  const row = element.closest("[data-row]");
  return {
    element,
    name: element.dataset.field,
    answer: place.dataset.answer,
    // The row of an outer answer is not one of this answer.
    row: row !== null && place.contains(row) ? row.dataset.row : undefined,
    asBuilt: element.innerHTML,
  };
});
const sums = [...document.querySelectorAll("[data-usd]")];

addCurrencyPart(async (currency) => {
  const answers = currency === BASE ? new Map() : await loadAnswers(currency);
  const rate = sums.length === 0 ? 1 : await loadRate(currency);
  const shown = fields.map(({ name, answer, row, asBuilt }) =>
    currency === BASE ? asBuilt : String(renderField(name, findRow(answers.get(answer), row), currency)),
  );
  return () => {
    for (const [at, { element }] of fields.entries()) element.innerHTML = shown[at];
    for (const element of sums) element.innerHTML = String(money(Number(element.dataset.usd) * rate, currency));
  };
});

async function loadAnswers(currency) {
  const paths = [...new Set(fields.map(({ answer }) => answer))];
  const loaded = paths.map(async (path) => [path, await loadData(pathIn(`api/${path}.json`, currency))]);
  return new Map(await Promise.all(loaded));
}

/** The row of a list, or of an object of lists. Throws if a newer answer lacks it. */
function findRow(data, id) {
  if (id === undefined) return data;
  const found = Object.values(data)
    .flat()
    .find((row) => row.id === id);
  if (found === undefined) throw new Error(`The answer has no ${id}`);
  return found;
}

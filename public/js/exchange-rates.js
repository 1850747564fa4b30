import "./converter.js";
import { currencyRow } from "./currency-row.js";
import { CURRENCIES, listCurrencies } from "./currency-view.js";
import { loadData } from "./load-data.js";
import { startTable } from "./table.js";

startTable({
  view: CURRENCIES,
  rows: "currencies",
  render: currencyRow,
  loadAll: async () => listCurrencies((await loadData("api/exchange-rates.json")).rates),
});

import "./converter.js";
import { CURRENCIES, currencyRow, listCurrencies } from "./currency-view.js";
import { loadData } from "./load-data.js";
import { startTable } from "./table.js";

startTable({
  view: CURRENCIES,
  rows: "currencies",
  render: currencyRow,
  loadAll: async () => listCurrencies((await loadData("api/exchange-rates.json")).rates),
});

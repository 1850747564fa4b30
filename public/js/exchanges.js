import { updateAges } from "./age.js";
import { EXCHANGES, exchangeRow } from "./exchange-view.js";
import { loadData } from "./load-data.js";
import { readPageFacts } from "./page-facts.js";
import { startTable } from "./table.js";

const { polled = {}, sources = {} } = readPageFacts();

startTable({
  view: EXCHANGES,
  rows: "exchanges",
  render: (exchange) => exchangeRow(exchange, sources),
  async loadAll() {
    const exchanges = await loadData("api/exchanges.json");
    return exchanges.map((exchange) => ({ ...exchange, polled: polled[exchange.id] }));
  },
  onShow: updateAges,
});

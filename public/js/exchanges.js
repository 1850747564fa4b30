import { updateAges } from "./age.js";
import { EXCHANGES } from "./exchange-view.js";
import { readPageFacts } from "./page-facts.js";
import { startTable } from "./table.js";

startTable(EXCHANGES, { facts: { polled: {}, sources: {}, ...readPageFacts() }, onShow: updateAges });

import { updateAges } from "./age.js";
import { ARTICLES } from "./article-view.js";
import { readPageFacts } from "./page-facts.js";
import { startTable } from "./table.js";

startTable(ARTICLES, { facts: { coins: {}, ...readPageFacts() }, onShow: updateAges });

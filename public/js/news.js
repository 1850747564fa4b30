import { updateAges } from "./age.js";
import { ARTICLES, articleRow } from "./article-view.js";
import { loadData } from "./load-data.js";
import { readPageFacts } from "./page-facts.js";
import { startTable } from "./table.js";

const { coins = {} } = readPageFacts();

startTable({
  view: ARTICLES,
  rows: "headlines",
  render: (article, root) => articleRow(article, root, coins),
  loadAll: () => loadData("api/news.json"),
  onShow: updateAges,
});

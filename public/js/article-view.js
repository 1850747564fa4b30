import { findText } from "./table-view.js";

/** How headlines can be ordered, filtered and searched. */
export const ARTICLES = {
  first: "time",
  orders: {
    time: { title: "Time", read: (article) => article.published_at, descending: true },
    source: { title: "Publisher", read: (article) => article.source.name.toLowerCase(), descending: false },
  },
  filters: {
    source: { title: "Publisher", read: (article) => article.source.id },
    coin: { title: "Coin", read: (article) => article.coins },
  },
  find: (articles, text) => findText(articles, text, ({ title, source }) => [title, source.name]),
};

import { findText } from "./table-view.js";

/** How exchanges can be ordered, filtered and searched. `polled` is added by the page; absent where nobody asks the exchange itself. */
export const EXCHANGES = {
  first: "rank",
  orders: {
    rank: { title: "Rank", read: (exchange) => exchange.rank, descending: false },
    name: { title: "Name", read: (exchange) => exchange.name.toLowerCase(), descending: false },
    trust: { title: "Trust", read: (exchange) => exchange.polled?.trust ?? null, descending: true },
    volume: { title: "Volume, 24 h", read: (exchange) => exchange.volume_24h_usd, descending: true },
    books: { title: "Books", read: (exchange) => exchange.markets || null, descending: true },
    coins: { title: "Coins", read: (exchange) => exchange.coins || null, descending: true },
    observed: { title: "Observed", read: (exchange) => exchange.last_updated, descending: true },
  },
  filters: {
    source: {
      title: "Asked by us",
      choices: {
        any: ["Any", () => true],
        polled: ["Yes: it can vote on prices", (exchange) => exchange.polled !== undefined],
        reference: ["No: a reference's number", (exchange) => exchange.polled === undefined],
      },
    },
    state: {
      title: "State",
      choices: {
        any: ["Any", () => true],
        ok: ["Current", (exchange) => exchange.status === "ok"],
        trouble: ["Stale or no answer", (exchange) => exchange.status !== "ok"],
      },
    },
  },
  find: (exchanges, text) => findText(exchanges, text, ({ name, id, country }) => [name, id, country]),
};

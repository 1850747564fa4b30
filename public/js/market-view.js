import { coinName } from "./coin-name.js";
import { html } from "./html.js";
import { change, coinPrice, money } from "./number.js";
import { sparkline } from "./sparkline.js";

/** The coins of the market: sort orders, filters and search. */
export const MARKET = {
  first: "rank",
  orders: {
    rank: { title: "Rank", read: (coin) => coin.market_cap_rank, descending: false },
    name: { title: "Name", read: (coin) => coin.name.toLowerCase(), descending: false },
    price: { title: "Price", read: (coin) => coin.current_price, descending: true },
    "1h": { title: "1h change", read: (coin) => coin.price_change_percentage_1h, descending: true },
    "24h": { title: "24h change", read: (coin) => coin.price_change_percentage_24h, descending: true },
    "7d": { title: "7d change", read: (coin) => coin.price_change_percentage_7d, descending: true },
    cap: { title: "Market cap", read: (coin) => coin.market_cap, descending: true },
    volume: { title: "24h volume", read: (coin) => coin.total_volume, descending: true },
    exchanges: { title: "Exchanges", read: (coin) => coin.exchanges, descending: true },
  },
  filters: {
    move: {
      title: "24h change",
      choices: {
        any: ["Any", () => true],
        up: ["Up", (coin) => coin.price_change_percentage_24h > 0],
        down: ["Down", (coin) => coin.price_change_percentage_24h < 0],
      },
    },
    size: {
      title: "Market cap",
      choices: {
        any: ["Any", () => true],
        large: ["$10B and more", (coin) => coin.market_cap >= 1e10],
        middle: ["$1B to $10B", (coin) => coin.market_cap >= 1e9 && coin.market_cap < 1e10],
        small: ["Below $1B", (coin) => coin.market_cap !== null && coin.market_cap < 1e9],
      },
    },
    source: {
      title: "Price source",
      choices: {
        any: ["Any", () => true],
        aggregated: ["Exchanges", (coin) => coin.price_source === "aggregated" && coin.current_price !== null],
        reference: ["Reference", (coin) => coin.price_source === "reference" && coin.current_price !== null],
        stale: ["Stale", (coin) => coin.price_source === "stale"],
      },
    },
  },
  find: findCoins,
};

/** Like the API: exact symbols first, then prefixes of symbols, of names, then substrings. */
function findCoins(coins, text) {
  const wanted = text.toLowerCase();
  const classes = [[], [], [], []];
  for (const coin of coins) {
    const symbol = coin.symbol.toLowerCase();
    const name = coin.name.toLowerCase();
    if (symbol === wanted) classes[0].push(coin);
    else if (symbol.startsWith(wanted)) classes[1].push(coin);
    else if (name.startsWith(wanted)) classes[2].push(coin);
    else if ([symbol, name, coin.id.toLowerCase()].some((part) => part.includes(wanted))) classes[3].push(coin);
  }
  return classes.flat();
}

/** One coin; for the build and the browser. `line`: prices of 7 days, absent until loaded. */
export function marketRow(coin, root, line) {
  return html`<tr><td class="rank">${coin.market_cap_rank ?? "–"}</td><th scope="row" class="text">${coinName(coin, root)}</th><td class="price">${coinPrice(coin)}</td><td class="optional">${change(coin.price_change_percentage_1h)}</td><td>${change(coin.price_change_percentage_24h)}</td><td class="optional">${change(coin.price_change_percentage_7d)}</td><td class="optional">${money(coin.market_cap)}</td><td class="optional">${money(coin.total_volume)}</td><td class="optional">${venues(coin)}</td><td class="spark">${line && sparkline(line)}</td></tr>
`;
}

/** The number of exchanges behind a price, or the reason for none. */
function venues({ current_price, price_source, exchanges }) {
  if (current_price === null) return html`<span class="unknown" title="no price">–</span>`;
  if (price_source === "reference") return html`<span class="tag" title="price of a reference source">reference</span>`;
  if (price_source === "stale") return html`<span class="unknown" title="stale price">–</span>`;
  return html`<span title="price from ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}">${exchanges}</span>`;
}

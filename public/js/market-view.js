/** How the coins of the market can be ordered, filtered and searched. */
export const MARKET = {
  first: "rank",
  orders: {
    rank: { title: "Rank", read: (coin) => coin.market_cap_rank, descending: false },
    name: { title: "Name", read: (coin) => coin.name.toLowerCase(), descending: false },
    price: { title: "Price", read: (coin) => coin.current_price, descending: true },
    "1h": { title: "Change, 1 h", read: (coin) => coin.price_change_percentage_1h, descending: true },
    "24h": { title: "Change, 24 h", read: (coin) => coin.price_change_percentage_24h, descending: true },
    "7d": { title: "Change, 7 d", read: (coin) => coin.price_change_percentage_7d, descending: true },
    cap: { title: "Market cap", read: (coin) => coin.market_cap, descending: true },
    volume: { title: "Volume, 24 h", read: (coin) => coin.total_volume, descending: true },
    exchanges: { title: "Exchanges", read: (coin) => coin.exchanges, descending: true },
  },
  filters: {
    move: {
      title: "24 hours",
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
      title: "Price from",
      choices: {
        any: ["Anywhere", () => true],
        aggregated: ["Exchanges", (coin) => coin.price_source === "aggregated" && coin.current_price !== null],
        reference: ["A reference", (coin) => coin.price_source === "reference" && coin.current_price !== null],
        stale: ["An earlier time", (coin) => coin.price_source === "stale"],
      },
    },
  },
  find: findCoins,
};

/** As the interface searches: the exact symbol, symbols that begin so, names that do, then what contains it. */
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

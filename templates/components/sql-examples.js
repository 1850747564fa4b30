/** The first example selects these of the largest coins; the page shows its result at once. */
export const FIRST = { columns: ["name", "current_price", "market_cap"], rows: 10 };

/**
 * The example queries: their title, the table that they need, and the text. They run in DuckDB over
 * the same files too. `year`: of the newest data.
 */
export const listExamples = (year) => [
  {
    title: "The ten largest coins",
    table: "coins",
    sql: `SELECT ${FIRST.columns.join(", ")}
FROM coins
ORDER BY market_cap_rank
LIMIT ${FIRST.rows}`,
  },
  {
    title: "Bitcoin, day by day",
    table: "daily",
    sql: `SELECT date, price
FROM daily
WHERE id = 'bitcoin'
ORDER BY date`,
  },
  {
    title: "Ether in bitcoin",
    table: "daily",
    sql: `WITH
  eth AS (SELECT date, price FROM daily WHERE id = 'ethereum'),
  btc AS (SELECT date, price FROM daily WHERE id = 'bitcoin')
SELECT eth.date, eth.price / btc.price AS eth_in_btc
FROM eth JOIN btc ON btc.date = eth.date
ORDER BY eth.date`,
  },
  {
    title: "Average price per month",
    table: "daily",
    sql: `SELECT SUBSTRING(CAST(date AS VARCHAR), 1, 7) AS month, AVG(price) AS average, MAX(price) AS highest
FROM daily
WHERE id = 'bitcoin'
GROUP BY SUBSTRING(CAST(date AS VARCHAR), 1, 7)
ORDER BY month`,
  },
  {
    title: "Widest ranges of the year",
    table: "daily",
    sql: `SELECT id, MIN(price) AS low, MAX(price) AS high, MAX(price) / MIN(price) AS factor
FROM daily
WHERE date >= '${year}-01-01'
GROUP BY id
ORDER BY factor DESC, id
LIMIT 10`,
  },
  {
    title: "Volume by hour of the day (UTC)",
    table: "hourly",
    sql: `SELECT SUBSTRING(CAST(time AS VARCHAR), 12, 2) AS hour, AVG(total_volume) AS volume
FROM hourly
WHERE id = 'bitcoin'
GROUP BY SUBSTRING(CAST(time AS VARCHAR), 12, 2)
ORDER BY hour`,
  },
  {
    title: "Farthest below the all-time high",
    table: "coins",
    sql: `SELECT name, ath, ath_change_percentage
FROM coins
WHERE ath_change_percentage IS NOT NULL
ORDER BY ath_change_percentage, name
LIMIT 10`,
  },
  {
    title: "Exchanges by country",
    table: "exchanges",
    sql: `SELECT country, COUNT(*) AS exchanges, SUM(volume_24h_usd) AS volume
FROM exchanges
WHERE country IS NOT NULL
GROUP BY country
ORDER BY exchanges DESC, country
LIMIT 10`,
  },
  {
    title: "Days of fear and of greed",
    table: "fear_greed",
    sql: `SELECT value_classification, COUNT(*) AS days, AVG(value) AS average
FROM fear_greed
GROUP BY value_classification
ORDER BY days DESC`,
  },
  {
    title: "Value locked in DeFi per month",
    table: "defi_tvl_daily",
    sql: `SELECT SUBSTRING(CAST(date AS VARCHAR), 1, 7) AS month, MAX(tvl_usd) AS highest
FROM defi_tvl_daily
GROUP BY SUBSTRING(CAST(date AS VARCHAR), 1, 7)
ORDER BY month`,
  },
];

import { ExchangeRow, listScored } from "../../../api/endpoints/exchanges.ts";
import { CoinRow } from "../../../api/rows/coin-row.ts";
import { defineSnapshot } from "../define-archive.ts";

const { path, image, provisional, circulating_supply_as_of, ...coinFields } = CoinRow.columns;

/** The columns of the coins, also in `/api/coins.csv`. */
export const coinColumns = Object.values(coinFields);

export const coinsLatest = defineSnapshot({
  dataset: "coins-latest",
  description: "Every coin of the latest build with price, market cap, volume, changes and supply.",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: coinColumns,
  rows: (world) => world.market.coins,
});

const { image: logo, last_updated, ...exchangeColumns } = ExchangeRow.columns;

export const exchangesLatest = defineSnapshot({
  dataset: "exchanges-latest",
  description: "Every exchange of the latest build with its volume, markets and coins.",
  kinds: ["ticker", "exchange"],
  computed: true,
  columns: [...Object.values(exchangeColumns), last_updated],
  rows: listScored,
});

import { defineSnapshot } from "../archive.ts";

/** The fiat rates of the latest market. */
export const exchangeRatesLatest = defineSnapshot<{ code: string; rate: number; dateMs: number }>({
  dataset: "exchange-rates-latest",
  description: "How much of each fiat currency one US dollar buys.",
  kinds: ["rate"],
  computed: false,
  columns: [
    { name: "date", type: "date", description: "Day of the newest rate.", value: (row) => row.dateMs },
    { name: "currency", type: "string", description: "ISO 4217 code.", value: (row) => row.code },
    {
      name: "rate",
      type: "number",
      unit: "currency per USD",
      description: "Units of the currency for 1 USD.",
      value: (row) => row.rate,
    },
  ],
  rows: ({ market: { exchangeRates } }) => {
    if (exchangeRates === null) return [];
    const dateMs = Date.parse(exchangeRates.date);
    return Object.entries(exchangeRates.rates).map(([code, rate]) => ({ code, rate, dateMs }));
  },
});

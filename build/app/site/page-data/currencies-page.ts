import { type Built, findExample } from "./data-page.ts";

/** Of the endpoint whose response the page shows: a coin in another currency. */
const SHOWN = "in-coin";

/** A published response in another currency, with the members that explain it, or `null`. */
export function computeCurrenciesPage(built: Built) {
  const coin = findExample<{ id: string; current_price: number | null }>(built, SHOWN);
  return {
    shown: SHOWN,
    response: coin && {
      data: { id: coin.data.id, current_price: coin.data.current_price },
      meta: { currency: coin.meta["currency"], updated_at: coin.meta.updated_at },
    },
  };
}

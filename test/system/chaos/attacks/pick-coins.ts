import { ANCHOR_IDS } from "./lies.ts";
import type { Moment } from "./stage.ts";

/** Coins with a price of our own, without those that anchor the others. */
export function listPriced({ honest }: Moment): string[] {
  return honest.market.coins.flatMap(({ id, priceSource }) =>
    priceSource === "aggregated" && !ANCHOR_IDS.includes(id) ? [id] : [],
  );
}

/** Those of them whose ticker no other coin has, traded by at least so many venues. */
export function listPlain(moment: Moment, venues: number): string[] {
  const { honest, trades } = moment;
  const symbols = new Map<string, number>();
  for (const { symbol } of honest.market.coins) symbols.set(symbol, (symbols.get(symbol) ?? 0) + 1);
  return listPriced(moment).filter((id) => {
    const { symbol, stablecoin } = honest.rows.get(id)!;
    return !stablecoin && symbols.get(symbol) === 1 && (trades.get(id)?.size ?? 0) >= venues;
  });
}

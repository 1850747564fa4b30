import type { Values } from "../../../kit/api/query.ts";
import type { CoinRow } from "../rows/coin-row.ts";

/** What a request may name a coin by. */
type Named = Pick<CoinRow, "id" | "name" | "symbol">;

/**
 * The rows that a request names, by market cap; all rows without a name. Of several kinds of names
 * CoinGecko reads the first one only: ids, then names, then symbols. A symbol means its largest
 * coin, and with `include_tokens=all` every coin with it. Needs the rows of all coins: without the
 * largest one, a symbol would mean another coin.
 */
export function selectRows<Row extends Named>(rows: readonly Row[], values: Values): readonly Row[] {
  const ids = readList(values["ids"]);
  const names = readList(values["names"]);
  const symbols = readList(values["symbols"]);
  if (ids) return rows.filter(({ id }) => ids.has(id.toLowerCase()));
  if (names) return rows.filter(({ name }) => names.has(name.toLowerCase()));
  if (!symbols) return rows;
  const isAll = values["include_tokens"] === "all";
  // A symbol is removed with its first coin.
  return rows.filter(({ symbol }) => {
    const text = symbol.toLowerCase();
    return isAll ? symbols.has(text) : symbols.delete(text);
  });
}

/**
 * What a client of CoinGecko looks the row up by: the id, the name, or the lower-case symbol,
 * whichever chose it. Without a choice it is the id, and with `include_tokens=all`, too: several
 * coins may have the symbol.
 */
export function keyOf({ id, name, symbol }: Named, values: Values): string {
  if (values["ids"] !== undefined) return id;
  if (values["names"] !== undefined) return name;
  return values["symbols"] === undefined || values["include_tokens"] === "all" ? id : symbol.toLowerCase();
}

function readList(text: string | number | undefined): Set<string> | undefined {
  return text === undefined ? undefined : new Set(String(text).toLowerCase().split(","));
}

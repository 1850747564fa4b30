import { type DerivedRequest, defineDerived } from "../../../../kit/api/derived.ts";
import { findWorths, ratesOfEach } from "../currency.ts";
import { isOpen, openRow, toSeconds } from "../open-row.ts";
import {
  ids,
  includeTokens,
  isCurrencyCode,
  lookup,
  names,
  precision,
  roundPrice,
  symbols,
  vsCurrencies,
} from "../parameters.ts";
import { allRows, BASE_PATH } from "../published.ts";
import { keyOf, selectRows } from "../select-rows.ts";

export const simplePrice = defineDerived({
  path: `${BASE_PATH}/simple/price`,
  title: "Simple price",
  description:
    "Prices in one or more currencies, by what the request names coins by: ids, names as in `coins/list`, or " +
    "lower-case symbols. With `include_tokens=all` symbols give ids. The file holds all coins by id.",
  parameters: {
    ids: lookup(ids),
    // The file has ids alone.
    names,
    symbols,
    include_tokens: includeTokens,
    vs_currencies: vsCurrencies,
    precision,
  },
  needs: (request) => [allRows, ...ratesOfEach(listCurrencies(request))],
  convert([all, ...others], request) {
    const { values } = request;
    const known = findWorths(listCurrencies(request), others);
    const asked = values["vs_currencies"] === undefined ? request.currency : undefined;
    if (asked !== undefined && known.every(({ currency }) => currency !== asked)) return null;
    const seen = new Set<string>();
    const entries: [string, object][] = [];
    for (const row of selectRows(all.data, values)) {
      const key = keyOf(row, values);
      // A name of several coins means the largest: it comes first, with a price of ours or not.
      if (seen.has(key.toLowerCase())) continue;
      seen.add(key.toLowerCase());
      if (!isOpen(row)) continue;
      const amounts = known.flatMap(({ currency, worth }) => {
        const { price, marketCap, volume, changes } = openRow(row, worth);
        return [
          [currency, roundPrice(price, values["precision"])],
          [`${currency}_market_cap`, marketCap],
          [`${currency}_24h_vol`, volume],
          [`${currency}_24h_change`, changes["24h"]],
        ];
      });
      entries.push([key, Object.fromEntries([...amounts, ["last_updated_at", toSeconds(row.last_updated)]])]);
    }
    return Object.fromEntries(entries);
  },
});

/** Those of the query that can be a currency, otherwise those that the site is built for. */
function listCurrencies({ values, currencies }: DerivedRequest): readonly string[] {
  const asked = values["vs_currencies"];
  if (asked === undefined) return currencies;
  // Each of them may need a file of its own.
  return String(asked).toLowerCase().split(",").filter(isCurrencyCode);
}

import { type DerivedRequest, defineDerived } from "../../../../kit/api/derived.ts";
import { findWorths, ratesOfEach } from "../currency.ts";
import { listOpen, openRow, toSeconds } from "../open-row.ts";
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
    const named = new Map<string, readonly [string, object]>();
    for (const row of selectRows(listOpen(all), values)) {
      const key = keyOf(row, values);
      // Several coins may have a name. The largest comes first.
      if (named.has(key.toLowerCase())) continue;
      const amounts = known.flatMap(({ currency, worth }) => {
        const { price, marketCap, volume, changes } = openRow(row, worth);
        return [
          [currency, roundPrice(price, values["precision"])],
          [`${currency}_market_cap`, marketCap],
          [`${currency}_24h_vol`, volume],
          [`${currency}_24h_change`, changes["24h"]],
        ];
      });
      const entry = Object.fromEntries([...amounts, ["last_updated_at", toSeconds(row.last_updated)]]);
      named.set(key.toLowerCase(), [key, entry]);
    }
    return Object.fromEntries(named.values());
  },
});

/** Those of the query that can be a currency, otherwise those that the site is built for. */
function listCurrencies({ values, currencies }: DerivedRequest): readonly string[] {
  const asked = values["vs_currencies"];
  if (asked === undefined) return currencies;
  // Each of them may need a file of its own.
  return String(asked).toLowerCase().split(",").filter(isCurrencyCode);
}

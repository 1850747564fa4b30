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
import { selectRows } from "../select-rows.ts";

export const simplePrice = defineDerived({
  path: `${BASE_PATH}/simple/price`,
  title: "Simple price",
  description: "Prices by id, in one or more currencies. The file holds all coins, for clients that look up an id.",
  parameters: {
    ids: lookup(ids),
    names: lookup(names),
    symbols: lookup(symbols),
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
    const rows = selectRows(listOpen(all), values);
    return Object.fromEntries(
      rows.map((row) => {
        const amounts = known.flatMap(({ currency, worth }) => {
          const { price, marketCap, volume, changes } = openRow(row, worth);
          return [
            [currency, roundPrice(price, values["precision"])],
            [`${currency}_market_cap`, marketCap],
            [`${currency}_24h_vol`, volume],
            [`${currency}_24h_change`, changes["24h"]],
          ];
        });
        return [row.id, Object.fromEntries([...amounts, ["last_updated_at", toSeconds(row.last_updated)]])];
      }),
    );
  },
});

/** Those of the query that can be a currency, otherwise those that the site is built for. */
function listCurrencies({ values, currencies }: DerivedRequest): readonly string[] {
  const asked = values["vs_currencies"];
  if (asked === undefined) return currencies;
  // Each of them may need a file of its own.
  return String(asked).toLowerCase().split(",").filter(isCurrencyCode);
}
